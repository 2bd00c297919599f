// Finds what a sed script writes or runs; what it does not understand is not understood rather than harmless.

export interface SedEffects {
  readonly files: readonly string[];
  readonly runs: boolean;
  readonly understood: boolean;
}

interface Scan {
  readonly text: string;
  at: number;
  readonly files: string[];
  runs: boolean;
}

const ADDRESS = /(?:[\s;{},!~+$]|\d+|[IM](?=[\s,!{a-zA-Z=]))+/y;
const PLAIN = /[pdDgGhHnNPx=zFv]/;
const COMMANDS: readonly (readonly [names: string, read: (scan: Scan) => boolean])[] = [
  ['s', readSubstitution],
  ['y', skipParts],
  ['wW', takeFile],
  ['#rRe', skipLine],
  ['aic', skipText],
  ['btT:qQlL', skipWord],
];

export function readSedScript(text: string): SedEffects {
  const scan: Scan = { text, at: 0, files: [], runs: false };
  let understood = true;
  while (understood && scan.at < text.length) understood = skipAddress(scan) && readCommand(scan);
  return { files: scan.files, runs: scan.runs, understood };
}

function skipAddress(scan: Scan): boolean {
  for (;;) {
    ADDRESS.lastIndex = scan.at;
    const match = ADDRESS.exec(scan.text);
    if (match !== null) scan.at += match[0].length;
    const character = scan.text[scan.at];
    if (character === '}') scan.at += 1;
    else if (character === '/') {
      if (!skipPart(scan, '/')) return false;
    } else if (character === '\\') {
      scan.at += 1;
      if (!skipPart(scan, scan.text[scan.at] ?? '')) return false;
    } else return true;
  }
}

function readCommand(scan: Scan): boolean {
  const command = scan.text[scan.at];
  if (command === undefined) return true;
  scan.at += 1;
  if (command === 'e') scan.runs = true;
  return PLAIN.test(command) || (COMMANDS.find(([names]) => names.includes(command))?.[1](scan) ?? false);
}

function readSubstitution(scan: Scan): boolean {
  if (!skipParts(scan)) return false;
  for (;;) {
    const flag = scan.text[scan.at] ?? '';
    if (!/^[gpiImM0-9ew]$/.test(flag)) return flag === '' || /[\s;}#]/.test(flag);
    scan.at += 1;
    if (flag === 'w') return takeFile(scan);
    if (flag === 'e') scan.runs = true;
  }
}

/** The two parts of `s` and `y`, with their delimiter. */
function skipParts(scan: Scan): boolean {
  const delimiter = scan.text[scan.at] ?? '';
  if (delimiter === '' || delimiter === '\n' || delimiter === '\\') return false;
  if (!skipPart(scan, delimiter)) return false;
  scan.at -= 1;
  return skipPart(scan, delimiter, false);
}

/** From one delimiter to just behind the next; in a pattern, a class may hold the delimiter. */
function skipPart(scan: Scan, delimiter: string, isPattern = true): boolean {
  scan.at += 1;
  while (scan.at < scan.text.length) {
    const character = scan.text[scan.at];
    if (character === delimiter) {
      scan.at += 1;
      return true;
    }
    if (character === '\\') scan.at += 2;
    else if (character === '[' && isPattern) scan.at = findClassEnd(scan.text, scan.at);
    else scan.at += 1;
  }
  return false;
}

function findClassEnd(text: string, start: number): number {
  const match = /^\[\^?\]?(?:\[[:.=][^\]]*[:.=]\]|[^\]\n])*\]/.exec(text.slice(start, start + 500));
  return start + (match?.[0].length ?? 1);
}

function takeFile(scan: Scan): boolean {
  const name = takeLine(scan).trim();
  scan.files.push(name);
  return name !== '';
}

function takeLine(scan: Scan): string {
  const end = scan.text.indexOf('\n', scan.at);
  const line = scan.text.slice(scan.at, end === -1 ? undefined : end);
  scan.at += line.length;
  return line;
}

function skipLine(scan: Scan): boolean {
  takeLine(scan);
  return true;
}

function skipText(scan: Scan): boolean {
  let line = takeLine(scan);
  while (line.endsWith('\\') && scan.at < scan.text.length) {
    scan.at += 1;
    line = takeLine(scan);
  }
  return true;
}

function skipWord(scan: Scan): boolean {
  const match = /^[ \t]*[^\s;}]*/.exec(scan.text.slice(scan.at));
  scan.at += match?.[0].length ?? 0;
  return true;
}
