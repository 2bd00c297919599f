// Reads how files are to be formatted from what Prettier and editors are told; nothing of a project is run for that.
import { posix } from 'node:path';
import type { ProjectFormat } from '../extract/project-format.js';

type Read = (absolute: string) => string | undefined;

const PRETTIER_FILES = [
  ...['.prettierrc', '.prettierrc.json', '.prettierrc.json5', '.prettierrc.yaml', '.prettierrc.yml'],
  ...['.prettierrc.js', '.prettierrc.cjs', '.prettierrc.mjs', '.prettierrc.toml'],
  ...['prettier.config.js', 'prettier.config.cjs', 'prettier.config.mjs'],
];
/** What Prettier takes when it is told nothing. */
const PRETTIER_WIDTH = 80;
const PRETTIER_TAB = 2;
const EDITOR_TAB = 4;

/** Undefined when nothing is said about the width of lines. */
export function readFormat(read: Read, root: string, absolute: string): ProjectFormat | undefined {
  const folders = listFolders(root, absolute);
  const prettier = findFirst(folders, (folder) => findPrettier(read, folder));
  const editor = findFirst(folders, (folder) =>
    readEditor(read(posix.join(folder, '.editorconfig')), absolute),
  );
  if (prettier !== undefined) return readPrettier(prettier, editor ?? {});
  if (editor?.width === undefined) return undefined;
  return { width: editor.width, tabWidth: editor.tabWidth ?? EDITOR_TAB, isPrettier: false };
}

function readPrettier(said: string, editor: EditorFormat): ProjectFormat {
  const spacing = readWord(said, 'bracketSpacing');
  const comma = COMMAS.find((each) => each === readWord(said, 'trailingComma'));
  return {
    width: readNumber(said, 'printWidth') ?? editor.width ?? PRETTIER_WIDTH,
    tabWidth: readNumber(said, 'tabWidth') ?? editor.tabWidth ?? PRETTIER_TAB,
    isPrettier: true,
    ...(spacing === undefined ? {} : { bracketSpacing: spacing === 'true' }),
    ...(comma === undefined ? {} : { trailingComma: comma }),
  };
}

const COMMAS = ['none', 'es5', 'all'] as const;

/** From the folder of the file up to the root of the project. */
function listFolders(root: string, absolute: string): string[] {
  const folders: string[] = [];
  for (let folder = posix.dirname(absolute); folder.startsWith(root); folder = posix.dirname(folder)) {
    folders.push(folder);
    if (folder === root) break;
  }
  return folders;
}

function findFirst<T>(folders: readonly string[], find: (folder: string) => T | undefined): T | undefined {
  for (const folder of folders) {
    const found = find(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The text of the options, without those for other files. */
function findPrettier(read: Read, folder: string): string | undefined {
  const own = findFirst(PRETTIER_FILES, (name) => read(posix.join(folder, name)));
  const said = own ?? readPackage(read(posix.join(folder, 'package.json')));
  return said?.split(/["']?overrides["']?\s*[:=]/)[0];
}

function readPackage(text: string | undefined): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text ?? '');
    const isObject = typeof parsed === 'object' && parsed !== null && 'prettier' in parsed;
    return isObject && typeof parsed.prettier === 'object' ? JSON.stringify(parsed.prettier) : undefined;
  } catch {
    return undefined;
  }
}

function readNumber(text: string, key: string): number | undefined {
  const value = readWord(text, key);
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** `key: value` in JSON, YAML and JavaScript alike. */
function readWord(text: string, key: string): string | undefined {
  return new RegExp(`^[^#\\n]*\\b${key}["']?\\s*[:=]\\s*["']?(\\w+)`, 'm').exec(text)?.[1];
}

interface EditorFormat {
  readonly width?: number;
  readonly tabWidth?: number;
}

/** Later sections win over earlier ones. */
function readEditor(text: string | undefined, absolute: string): EditorFormat | undefined {
  if (text === undefined) return undefined;
  let applies = false;
  let found: EditorFormat = {};
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[(.+)\]\s*$/.exec(line)?.[1];
    if (section !== undefined) applies = matchesSection(section, absolute);
    if (applies) found = { ...found, ...readSetting(line) };
  }
  return found;
}

function readSetting(line: string): EditorFormat {
  const [, key, value] = /^\s*(max_line_length|tab_width|indent_size)\s*=\s*(\d+)/.exec(line) ?? [];
  if (value === undefined) return {};
  return key === 'max_line_length' ? { width: Number(value) } : { tabWidth: Number(value) };
}

/** `*`, `*.js`, `*.{js,ts}`; sections for certain folders are left alone. */
function matchesSection(section: string, absolute: string): boolean {
  if (section === '*') return true;
  const [, list, single = ''] = /^\*\.(?:\{([^}]+)\}|(\w+))$/.exec(section) ?? [];
  const endings = (list ?? single).split(',').map((ending) => ending.trim());
  return endings.includes(posix.extname(absolute).slice(1));
}
