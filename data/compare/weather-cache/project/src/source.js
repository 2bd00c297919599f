/** Stands in for a slow service; counts how often it is asked. */
export class Source {
  calls = 0;

  fetch({ city, days = 1, offset = 0, units = 'metric' }) {
    this.calls += 1;
    const base = [...city].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % 30;
    const temperatures = Array.from({ length: days }, (_, day) => base + offset + day);
    return {
      city,
      days,
      temperatures: units === 'imperial' ? temperatures.map((value) => value * 1.8 + 32) : temperatures,
    };
  }
}
