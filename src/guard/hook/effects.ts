// What a tool call would do, read from its name and input by the names that the CLIs and servers use for things.
import { findPatch, readPatch, type Move } from './apply-patch.js';
import type { Fields, ToolCall } from './call.js';
import { readFlag, readText, toFields } from './fields.js';
import {
  changeUnknown,
  deleteFile,
  replaceIn,
  writeFile,
  type FileChange,
  type Replacement,
} from './file-change.js';
import { editNotebook } from './notebook-edit.js';
import { saysReading, saysRunning, saysWriting } from './tool-kinds.js';

export interface Effects {
  readonly changes: readonly FileChange[];
  readonly moves: readonly Move[];
  readonly reads: readonly string[];
  readonly command?: string;
  /** Where the command is to run, when the tool says so. */
  readonly directory?: string;
  /** Why it cannot be known what a tool that writes would do. */
  readonly problem?: string;
}

const NOTHING: Effects = { changes: [], moves: [], reads: [] };
const PATHS = [
  'file_path',
  'filePath',
  'path',
  'notebook_path',
  'target_notebook',
  'target_file',
  'absolute_path',
  'filename',
  'file',
  'relative_path',
];

const TEXTS = ['content', 'contents', 'file_text', 'text', 'new_content', 'data'];

export function readEffects(tool: ToolCall): Effects {
  switch (tool.kind) {
    case 'shell':
      return readCommand(tool.input);
    case 'edit':
    case 'write':
      return readWriting(tool);
    case 'read':
      return { ...NOTHING, reads: listPaths(tool.input) };
    case 'mcp':
      return readServer(tool);
    default:
      return NOTHING;
  }
}

function readCommand(input: Fields): Effects {
  const command = readText(input, 'command', 'cmd', 'script') ?? joinWords(input['command']);
  if (command === undefined) return { ...NOTHING, problem: 'it names no command' };
  const directory = readText(input, 'working_directory', 'workdir', 'directory', 'dir_path', 'cwd');
  const patch = findPatch(command);
  const patched = patch === undefined ? NOTHING : fromPatch(patch);
  return { ...patched, command, ...(directory ? { directory } : {}) };
}

/** An argument list as one would type it. */
function joinWords(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string')) return undefined;
  return value.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}

function fromPatch(text: string): Effects {
  const patch = readPatch(text);
  return patch.ok
    ? { ...NOTHING, changes: patch.changes, moves: patch.moves }
    : { ...NOTHING, problem: `its patch cannot be read: ${patch.reason}` };
}

function readWriting(tool: ToolCall): Effects {
  const { input, name } = tool;
  const patch = readText(input, 'command', 'input', 'patch');
  if (name === 'apply_patch' || (patch !== undefined && listPaths(input).length === 0))
    return fromPatch(patch ?? '');
  const file = readText(input, ...PATHS);
  if (file === undefined || file === '') return { ...NOTHING, problem: 'it names no file' };
  return { ...NOTHING, changes: [toChange(tool, file)] };
}

const DELETING = /delete|remove|unlink|trash/i;

function toChange({ name, input }: ToolCall, file: string): FileChange {
  if (/notebook/i.test(name)) return editNotebook(file, input);
  const replacements = readReplacements(input);
  if (replacements.length > 0) return replaceIn(file, replacements);
  const text = readText(input, ...TEXTS);
  if (text !== undefined) return writeFile(file, text);
  return DELETING.test(name) ? deleteFile(file) : changeUnknown(file);
}

function readReplacements(input: Fields): Replacement[] {
  const edits: unknown = input['edits'];
  const list = Array.isArray(edits) ? edits.map(toFields) : [input];
  return list.flatMap((one) => {
    const oldText = readText(one, 'old_string', 'oldText', 'old_str', 'old_text');
    const newText = readText(one, 'new_string', 'newText', 'new_str', 'new_text') ?? '';
    const any =
      readFlag(one, 'replace_all', 'allow_multiple') || Number(one['expected_replacements'] ?? 1) > 1;
    return oldText === undefined ? [] : [{ oldText, newText, times: any ? 'any' : 'once' }];
  });
}

/** A server's tool, or one nobody has heard of: what its name and its input say it would do. */
function readServer(tool: ToolCall): Effects {
  const { name, input } = tool;
  const command = saysRunning(name) ? readText(input, 'command', 'cmd', 'script', 'code') : undefined;
  if (command !== undefined) return readCommand({ ...input, command });
  const files = listPaths(input);
  const isServer = /^mcp_|__|^MCP:/.test(name);
  const hasText = readText(input, ...TEXTS) !== undefined;
  if (saysReading(name) || (isServer && !saysWriting(name) && !hasText)) return { ...NOTHING, reads: files };
  const move = readMove(input);
  if (move)
    return {
      ...NOTHING,
      ...move,
      ...(/copy/i.test(name) ? { changes: [changeUnknown(move.to)], moves: [] } : {}),
    };
  return { ...NOTHING, changes: files.map((file) => toChange(tool, file)) };
}

function readMove(input: Fields): { to: string; moves: Move[] } | undefined {
  const from = readText(input, 'source', 'from', 'old_path', 'oldPath', 'src', 'source_path');
  const to = readText(
    input,
    'destination',
    'to',
    'new_path',
    'newPath',
    'dest',
    'dst',
    'destination_path',
    'target',
  );
  if (from === undefined || to === undefined) return undefined;
  return { to, moves: [{ from, to, apply: (before) => before ?? undefined }] };
}

const MAX_PATHS = 100;

function listPaths(input: Fields): string[] {
  const single = PATHS.flatMap((key) => readText(input, key) ?? []);
  const lists = [input['paths'], input['file_paths'], input['files']].flatMap((value) =>
    Array.isArray(value)
      ? value.map((one) => (typeof one === 'string' ? one : readText(toFields(one), ...PATHS)))
      : [],
  );
  const all = [...single, ...lists].filter((file) => file !== undefined && file !== '');
  return [...new Set(all)].slice(0, MAX_PATHS) as string[];
}
