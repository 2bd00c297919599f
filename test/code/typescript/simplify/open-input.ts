// A function of a source text, ready to be transformed, and texts with changes made to them.
import ts from 'typescript';
import type { Transformed } from '../../../../src/code/refactoring.js';
import { parseSource } from '../../../../src/code/javascript/load-typescript.js';
import { applyChanges } from '../../../../src/code/typescript/extract/moved-text.js';
import { listFunctions } from '../../../../src/code/typescript/measure/list-functions.js';
import type { TransformInput } from '../../../../src/code/typescript/transform-input.js';

const LIBRARY = ts.createSourceFile(
  '/lib.d.ts',
  `interface Array<T> { length: number; [index: number]: T }
   interface ReadonlyArray<T> { readonly length: number; readonly [index: number]: T }
   interface String { readonly length: number }
   interface Boolean {} interface Number {} interface Object {} interface RegExp {} interface IArguments {}
   interface Function {} interface CallableFunction {} interface NewableFunction {}
   declare function Boolean(value?: unknown): boolean;`,
  ts.ScriptTarget.ESNext,
  true,
);

/** The function by its name; the first one of the file when none is given. */
export function openInput(text: string, name?: string, path = '/sample.js'): TransformInput {
  const file = parseSource(ts, path, text, true);
  const program = ts.createProgram({
    rootNames: [path],
    options: { allowJs: true, strict: true, types: [], target: ts.ScriptTarget.ESNext },
    host: {
      getSourceFile: (each) => (each === path ? file : each === '/lib.d.ts' ? LIBRARY : undefined),
      getDefaultLibFileName: () => '/lib.d.ts',
      writeFile: () => undefined,
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (each) => each,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      fileExists: (each) => each === path || each === '/lib.d.ts',
      readFile: () => undefined,
    },
  });
  const found = listFunctions(ts, file).find((each) => name === undefined || each.name === name);
  if (found === undefined) throw new Error(`No function ${name ?? ''} in the sample.`);
  return { ts, file, checker: program.getTypeChecker(), target: found.node };
}

/** The changed text, or the reason of the refusal. */
export function show(input: TransformInput, transformed: Transformed): string {
  return transformed.ok ? applyChanges(input.file.text, transformed.changes) : transformed.reason;
}

/** Source text without the indentation it has inside a test, and without the line breaks at its ends. */
export function code(strings: TemplateStringsArray, ...values: readonly string[]): string {
  const lines = String.raw({ raw: strings }, ...values)
    .replace(/^\n|\n[ ]*$/g, '')
    .split('\n');
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const depth = Math.min(...depths);
  return lines.map((line) => line.slice(depth)).join('\n');
}
