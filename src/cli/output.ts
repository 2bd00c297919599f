// Printing: results on stdout, everything else on stderr; colours only for a terminal that wants them.

const COLOURS = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type Colour = keyof typeof COLOURS;

function wantsColour(stream: NodeJS.WriteStream): boolean {
  if (process.env['NO_COLOR'] !== undefined && process.env['NO_COLOR'] !== '') return false;
  return process.env['FORCE_COLOR'] !== undefined
    ? process.env['FORCE_COLOR'] !== '0'
    : stream.isTTY && process.env['TERM'] !== 'dumb';
}

export function paint(colour: Colour, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return wantsColour(stream) ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
}

/** A result. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Something on the side. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [paint('bold', line(headings)), ...rows.map(line)].join('\n');
}
