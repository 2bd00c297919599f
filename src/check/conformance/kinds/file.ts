// Files that must or must not be there, their size, and their companions.
import path from 'node:path';
import type { CheckContext, DefinitionOf, Finding, RunKind } from '../finding.js';
import { createGlobFilter, createPathFilter } from '../path-filter.js';

export const runFile: RunKind<'file'> = async (context, definition) => {
  const covers = createPathFilter(definition);
  const files = context.files.filter(covers);
  const wanted = files.filter(context.isWanted);
  return {
    findings: [
      ...reportMissing(files, definition),
      ...reportForbidden(wanted, definition),
      ...reportLarge(wanted, context, definition),
      ...reportLonely(wanted, context, definition),
    ],
  };
};

type FileDefinition = DefinitionOf<'file'>;

function reportMissing(files: readonly string[], { config }: FileDefinition): Finding[] {
  return (config.require ?? [])
    .filter((glob) => !files.some(createGlobFilter([glob])))
    .map((glob) => ({
      path: glob,
      message: 'is required and does not exist',
      rule: 'require',
      anchor: '',
      // Missing is nobody's file: it is reported whatever part of the project is asked about.
      involves: ['.'],
    }));
}

function reportForbidden(files: readonly string[], { config }: FileDefinition): Finding[] {
  const isForbidden = createGlobFilter(config.forbid ?? []);
  return files
    .filter(isForbidden)
    .map((file) => ({ path: file, message: 'does not belong here', rule: 'forbid', anchor: '' }));
}

function reportLarge(
  files: readonly string[],
  { sizeOf }: CheckContext,
  { config }: FileDefinition,
): Finding[] {
  const { maxBytes } = config;
  if (maxBytes === undefined) return [];
  return files.flatMap((file) => {
    const size = sizeOf(file);
    const message = `has ${size} bytes, the limit is ${maxBytes}`;
    return size > maxBytes
      ? [{ path: file, message, rule: 'maxBytes', value: size, limit: maxBytes, anchor: '' }]
      : [];
  });
}

function reportLonely(
  files: readonly string[],
  { files: all }: CheckContext,
  { config }: FileDefinition,
): Finding[] {
  const { companion } = config;
  if (companion === undefined) return [];
  const known = new Set(all);
  return files.flatMap((file) => {
    const expected = nameCompanion(companion, file);
    return known.has(expected) || expected === file
      ? []
      : [{ path: file, message: `has no ${expected} beside it`, rule: 'companion', anchor: '' }];
  });
}

/** `{dir}` is the folder, `{subdir}` the folder below the first one, `{name}` the name without its ending, `{ext}` that. */
function nameCompanion(template: string, file: string): string {
  const { dir, name, ext } = path.posix.parse(file);
  const parts: Readonly<Record<string, string>> = {
    dir,
    subdir: dir.split('/').slice(1).join('/'),
    name,
    ext: ext.slice(1),
  };
  return path.posix.normalize(
    template.replace(/\{(dir|subdir|name|ext)\}/g, (_, key: string) => parts[key] ?? ''),
  );
}
