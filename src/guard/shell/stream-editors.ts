// `sed`, `perl -i` and `awk`: programs whose text, and an option, decide what they write.
import type { Call } from './call.js';
import type { Field } from './field.js';
import { joinFields, literalField, unknownField } from './field.js';
import { shorten } from './findings.js';
import type { Options } from './options.js';
import { splitOptions, takeValues } from './options.js';
import { readSedScript } from './sed-script.js';

const SED = {
  valued: ['e', 'f', 'l', 'expression', 'file', 'line-length'],
  known: ['in-place', 'quiet', 'silent', 'regexp-extended', 'separate', 'null-data', 'posix', 'debug'],
};
const AWK = { valued: ['F', 'v', 'f', 'i', 'e', 'file', 'include', 'source', 'assign'], known: ['sandbox'] };
const AWK_EFFECTS =
  /\bsystem\s*\(|\bprintf?\b[^;}\n]*>|\|\s*(["&]|getline|[a-zA-Z_]\w*\s*([;}\n]|$))|@(load|include|\w+\s*\()/;
const AWK_FILE = /\bprintf?\b[^;}\n]*?(>>?)\s*"([^"\\]+)"/g;

export function readSed(call: Call): void {
  const { args, inPlace } = takeInPlace(call.args);
  const options = splitOptions(args, SED);
  const scripts = [...(options.values.get('e') ?? []), ...(options.values.get('expression') ?? [])];
  const hasFile = options.flags.has('f') || options.flags.has('file');
  const isFirstScript = scripts.length === 0 && !hasFile;
  const files = isFirstScript ? dropEmpty(options.rest).slice(1) : dropEmpty(options.rest);
  if (isFirstScript) scripts.push(...dropEmpty(options.rest).slice(0, 1));
  readScripts(call, scripts, hasFile);
  if (inPlace || options.flags.has('in-place')) {
    for (const file of files) call.reader.findings.addWrite(call.state, file, 'write', 'sed');
  }
}

/** `-i.bak` and `-ni` hold letters that are not options. */
export function takeInPlace(args: readonly Field[]): { args: readonly Field[]; inPlace: boolean } {
  const end = args.findIndex(({ value }) => value === '--');
  const isInPlace = ({ value }: Field, index: number): boolean =>
    (end === -1 || index < end) && value !== null && /^-[nrEsuzpalw0]*i/.test(value);
  return { args: args.filter((field, index) => !isInPlace(field, index)), inPlace: args.some(isInPlace) };
}

/** On macOS `-i` is followed by an empty word. */
function dropEmpty(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ value }) => value !== '');
}

function readScripts(call: Call, scripts: readonly Field[], hasFile: boolean): void {
  const { findings } = call.reader;
  const text = joinFields(scripts, '\n');
  if (text === null || hasFile) {
    findings.addDoubt('inline-code', `What the sed script does is not known: ${describe(scripts)}`);
  }
  if (text === null) return;
  const { files, runs, understood } = readSedScript(text);
  for (const file of files) findings.addWrite(call.state, literalField(file), 'write', 'sed');
  if (runs || !understood)
    findings.addDoubt('inline-code', `A sed script may run programs: ${shorten(text)}`);
}

export function readAwk(call: Call): void {
  const options = splitOptions(call.args, { ...AWK, stops: true });
  const { values, rest } = options;
  const includes = [...(values.get('i') ?? []), ...(values.get('include') ?? [])];
  if (includes.some(({ value }) => value === null || value.includes('inplace'))) writeInPlace(call, options);
  const files = takeValues(options, 'f file');
  const script = takeValues(options, 'e source')[0] ?? (files.length > 0 ? undefined : rest[0]);
  if (script !== undefined) readAwkScript(call, script);
  for (const file of files.filter(isFed)) readAwkScript(call, unknownField(file.raw));
}

/** Its program comes on the standard input, or from where nobody knows. */
function isFed({ value }: Field): boolean {
  return value === null || /^(-|\/dev\/(stdin|fd\/\d+))$/.test(value);
}

function readAwkScript({ reader, state }: Call, { value, raw }: Field): void {
  if (value !== null && !AWK_EFFECTS.test(value)) return;
  reader.findings.addDoubt(
    'inline-code',
    `An awk program may write or run anything: ${shorten(value ?? raw)}`,
  );
  for (const [, arrow, file = ''] of (value ?? '').matchAll(AWK_FILE)) {
    reader.findings.addWrite(state, literalField(file), arrow === '>>' ? 'append' : 'write', 'awk');
  }
}

function writeInPlace(call: Call, { rest }: Options): void {
  for (const file of rest.slice(1)) call.reader.findings.addWrite(call.state, file, 'write', call.program);
}

function describe(scripts: readonly Field[]): string {
  return shorten(scripts.map(({ raw }) => raw).join(' ')) || 'it is in a file';
}
