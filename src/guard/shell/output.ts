// What a command prints, where that follows from its words: the text that a pipe or a substitution hands on.
import type { Call } from './call.js';
import { joinFields } from './field.js';
import type { Input } from './input.js';
import { UNKNOWN_INPUT } from './input.js';
import { isDecoder } from './interpreters.js';

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  '\\': '\\',
  '"': '"',
  "'": "'",
};
const ESCAPE = /\\(x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|u[0-9a-fA-F]{1,4}|c|.)/gs;

export function findOutput(call: Call): Input {
  const text = printText(call);
  if (text !== null) return { kind: 'text', text };
  const encoded = isDecoder(call.program) || (call.input.kind === 'unknown' && call.input.encoded);
  return encoded ? { kind: 'unknown', encoded: true } : UNKNOWN_INPUT;
}

/** The escapes of `echo -e`, `printf` and `$'…'`. */
export function decodeEscapes(text: string): string {
  return text.replace(ESCAPE, (whole, code: string) => {
    const hex = /^[xu]([0-9a-fA-F]+)$/.exec(code)?.[1];
    if (hex !== undefined) return String.fromCodePoint(parseInt(hex, 16));
    if (/^[0-7]+$/.test(code)) return String.fromCodePoint(parseInt(code, 8) & 0xff);
    return ESCAPES[code] ?? whole;
  });
}

const PRINTERS: Readonly<Record<string, (call: Call) => string | null>> = {
  echo: printEcho,
  printf: ({ args }) => printFormat(args.map(({ value }) => value)),
  pwd: ({ state }) => (state.cwds?.length === 1 ? `${state.cwds[0] ?? ''}\n` : null),
  true: () => '',
  ':': () => '',
  cat: passInput,
  tee: passInput,
};

function printText(call: Call): string | null {
  return Object.hasOwn(PRINTERS, call.program) ? (PRINTERS[call.program]?.(call) ?? null) : null;
}

function printEcho({ args }: Call): string | null {
  const text = joinFields(args);
  if (text === null) return null;
  const [, options = '', words = ''] = /^((?:-[neE]+(?: |$))*)([\s\S]*)$/.exec(text) ?? [];
  return (options.includes('e') ? decodeEscapes(words) : words) + (options.includes('n') ? '' : '\n');
}

function printFormat([format, ...args]: readonly (string | null)[]): string | null {
  if (format == null || args.includes(null) || format.startsWith('-')) return null;
  if (/%(?![sb%])/.test(format)) return null;
  let rest = args;
  let text = '';
  do {
    const before = rest.length;
    text += decodeEscapes(format).replace(/%([sb%])/g, (_, kind: string) => {
      if (kind === '%') return '%';
      const [word = '', ...others] = rest;
      rest = others;
      return kind === 'b' ? decodeEscapes(word ?? '') : (word ?? '');
    });
    if (rest.length === before) break;
  } while (rest.length > 0);
  return text;
}

function passInput({ program, args, input, reader, state }: Call): string | null {
  const [file] = args;
  if (program === 'tee' || file === undefined || file.value === '-')
    return input.kind === 'text' ? input.text : null;
  const [path = null] = args.length === 1 ? reader.findings.resolve(state, file) : [];
  return path === null ? null : (reader.findings.findContent(path) ?? null);
}
