// Settings files as text: read so that writing them back changes nothing but what was meant, or not at all.
import { AgentForgeError } from '../../schema/index.js';

export type Settings = Record<string, unknown>;

/** An empty text is an empty file of settings. Throws one sentence where rewriting would lose something. */
export function parseSettings(text: string, file: string): Settings {
  const plain = text.replace(/^\uFEFF/, '');
  if (plain.trim() === '') return {};
  const value = parseOrRefuse(plain, file);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse(file, 'holds no object');
  if (compact(plain) !== JSON.stringify(value))
    throw refuse(file, 'holds something that rewriting would change (a key twice, or a number too long)');
  return { ...value };
}

function parseOrRefuse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = hasComments(text) ? 'holds comments, which would be lost' : 'is not valid JSON';
    throw refuse(file, why, cause);
  }
}

function refuse(file: string, why: string, cause?: unknown): AgentForgeError {
  return new AgentForgeError(
    'bad_config',
    `${file} ${why}; nothing was changed. Correct the file, or add the hooks by hand.`,
    { cause },
  );
}

const TOKENS = /"(?:[^"\\]|\\.)*"|\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

function hasComments(text: string): boolean {
  return [...text.matchAll(TOKENS)].some(([token]) => token.startsWith('/'));
}

/** Without blanks, and each text in its shortest spelling. */
function compact(text: string): string {
  return text.replace(TOKENS, (token) => (token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : ''));
}

/** With the indentation, line ends and last line of the text it replaces. */
export function renderSettings(settings: Settings, replaced: string): string {
  const indent =
    /^[ \t]+(?=")/m.exec(replaced)?.[0] ?? (replaced.trim() === '' ? '  ' : findIndent(replaced));
  const body = JSON.stringify(settings, null, indent);
  const end = replaced.trim() === '' || /\n\s*$/.test(replaced) ? '\n' : '';
  const text = `${replaced.startsWith('\uFEFF') ? '\uFEFF' : ''}${body}${end}`;
  return replaced.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/** On one line stays on one line. */
function findIndent(text: string): string | undefined {
  return text.trim().includes('\n') ? '  ' : undefined;
}
