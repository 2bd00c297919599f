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

/** A line that is redrawn makes room for one that stays. */
export function clearLine(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

/** On one line of a terminal, whole where it fits; what had to be cut shows that it was. */
export function fitLine(text: string, columns: number | undefined): string {
  // A terminal that does not know its width says 0.
  const width = columns || 80;
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  const total = measure(characters);
  if (total <= width) return characters.join('');
  while (measure(characters) > width - 1) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/** Of what is printed as a result: the terminal's own, or what is comfortable to read. */
export function outputWidth(stream: NodeJS.WriteStream = process.stdout): number {
  return (stream.isTTY && stream.columns) || COMFORTABLE;
}

const COMFORTABLE = 100;

/** As many lines as it takes, broken between words and indented; below an item of a list a little more. */
export function wrap(text: string, width: number, indent: string): string {
  const hanging = `${indent}${text.startsWith('- ') ? '  ' : ''}`;
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    const longer = line.trim() === '' ? `${line}${word}` : `${line} ${word}`;
    if (longer.length > width && line.trim() !== '') {
      lines.push(line);
      line = `${hanging}${word}`;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}

/** Letters of some scripts and emoji take two columns. */
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]/u;

function measure(characters: readonly string[]): number {
  return characters.reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
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
