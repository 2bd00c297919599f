// Which part of which file a recorded observation shows, so that a replay has files to open windows on.

/** @typedef {{ path: string, start: number, lines: string[], whole: boolean }} Shown */

const MAX_LINES = 400;
/** Where a recorder left out the middle of a long text. */
const CLIPPED =
  /^.*(?:characters? (?:elided|omitted|clipped)|\[\.\.\.|<elided_chars>|\.\.\. ?\[|…\[|clipped).*$/m;

/**
 * What was written or shown in full or in part; undefined where the observation shows no file text.
 * @param {import('./recorded-run.js').RecordedStep} step @returns {Shown | undefined}
 */
export function findShownFile({ action, parameters, said, observation, failed }) {
  if (failed) return undefined;
  const text = unwrap(observation);
  return (
    readWritten(action, parameters, said) ??
    readNumbered(text) ??
    readByTool(action, parameters, text) ??
    readByCommand(said, text)
  );
}

/** Some recorders put the output into tags beside the exit code. @param {string} observation */
function unwrap(observation) {
  const inside = /<output>\n?([\s\S]*?)\n?(?:<\/output>|$)/.exec(observation)?.[1] ?? observation;
  const clip = CLIPPED.exec(inside);
  return clip ? inside.slice(0, clip.index) : inside;
}

/** @param {string} action @param {Record<string, unknown>} parameters @param {string} said @returns {Shown | undefined} */
function readWritten(action, parameters, said) {
  const { path, content } = parameters;
  if (/write|create/i.test(action) && typeof path === 'string' && typeof content === 'string')
    return shown(path, 1, content.split('\n'), true);
  const heredoc =
    /cat\s+<<-?\s*['"]?(\w+)['"]?\s*>\s*(\S+)\n([\s\S]*?)\n\1\s*$/m.exec(said) ??
    /cat\s*>\s*\S+\s*<<-?\s*['"]?(\w+)['"]?\n([\s\S]*?)\n\1\s*$/m.exec(said);
  if (!heredoc) return undefined;
  const target = heredoc.length === 4 ? heredoc[2] : /cat\s*>\s*(\S+)/.exec(said)?.[1];
  return target === undefined ? undefined : shown(target, 1, (heredoc.at(-1) ?? '').split('\n'), true);
}

/** `[File: PATH (N lines total)]` over lines `12:text`. @param {string} text @returns {Shown | undefined} */
function readNumbered(text) {
  const head = /^\[File: (\S+) \((\d+) lines total\)\]$/m.exec(text);
  if (!head) return undefined;
  const lines = text
    .slice(head.index + head[0].length)
    .split('\n')
    .map((line) => /^(\d+):(.*)$/.exec(line))
    .filter((match) => match !== null);
  if (lines.length === 0) return undefined;
  return shown(
    head[1],
    Number(lines[0][1]),
    lines.map(([, , line]) => line),
    false,
  );
}

/** @param {string} action @param {Record<string, unknown>} parameters @param {string} text @returns {Shown | undefined} */
function readByTool(action, { path, offset }, text) {
  if (!/^(?:read|view|open|cat)/i.test(action) || typeof path !== 'string') return undefined;
  return shown(path, typeof offset === 'number' ? offset : 1, text.split('\n'), false);
}

/** @type {readonly [RegExp, (match: RegExpExecArray) => [string, number]][]} */
const COMMANDS = [
  [/^(?:cat|nl -ba|cat -n) ([\w./-]+)$/, ([, path]) => [path, 1]],
  [
    /^(?:nl -ba|cat -n|cat) ([\w./-]+) \| sed -n ['"]?(\d+),\d+p['"]?$/,
    ([, path, start]) => [path, Number(start)],
  ],
  [/^sed -n ['"]?(\d+),\d+p['"]? ([\w./-]+)(?: \| cat -n)?$/, ([, start, path]) => [path, Number(start)]],
  [/^(?:nl -ba |cat -n |cat )?([\w./-]+) \| head -(?:n ?)?\d+$/, ([, path]) => [path, 1]],
  [/^head -(?:n ?)?\d+ ([\w./-]+)$/, ([, path]) => [path, 1]],
];

/** @param {string} said @param {string} text @returns {Shown | undefined} */
function readByCommand(said, text) {
  const command = said.trim().replace(/^cd \S+ && /, '');
  for (const [pattern, read] of COMMANDS) {
    const match = pattern.exec(command);
    if (!match) continue;
    const [path, start] = read(match);
    const lines = text.split('\n').map((line) => line.replace(/^\s*\d+\t/, ''));
    return shown(path, start, lines, false);
  }
  return undefined;
}

/** @param {string} path @param {number} start @param {string[]} lines @param {boolean} whole @returns {Shown | undefined} */
function shown(path, start, lines, whole) {
  const inside = path.replace(/^\/+/, '').split('/');
  const isUsable =
    inside.every((part) => part !== '' && part !== '.' && part !== '..' && part !== '.git') ||
    path.startsWith('./');
  if (!isUsable || lines.join('').trim() === '') return undefined;
  return {
    path: inside.filter((part) => part !== '.').join('/'),
    start,
    lines: lines.slice(0, MAX_LINES),
    whole,
  };
}

/** The files as far as they were seen. Lines nobody saw are empty. */
export function createShownFiles() {
  /** @type {Map<string, string[]>} */
  const files = new Map();
  return {
    /** Takes in what was shown and returns the file's text. @param {Shown} shown */
    add({ path, start, lines, whole }) {
      const known = whole ? [] : (files.get(path) ?? []);
      while (known.length < start - 1) known.push('');
      lines.forEach((line, index) => (known[start - 1 + index] = line));
      files.set(path, known);
      return `${known.join('\n')}\n`;
    },
  };
}
