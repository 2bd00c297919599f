// Text that must not, or must, stand in a file. Patterns are people's own, so each file has a time limit.
import type { TextChange } from '../../../schema/index.js';
import { runBounded } from '../bounded-run.js';
import type { DefinitionOf, FileOutcome, Finding, InspectFile } from '../finding.js';
import type { SourceText } from '../source-text.js';

type RegexDefinition = DefinitionOf<'regex'>;

const TIMEOUT_MS = 1_000;
const MAX_MATCHES = 500;
/** No person writes such lines; patterns that look for the end of a line take quadratic time on them. */
const MAX_LINE_CHARS = 20_000;

/** All patterns in one go, since setting a time limit costs more than most of them; one by one when that runs out. */
export const inspectRegex: InspectFile<'regex'> = async (source, definitions) => {
  if (hasEndlessLine(source)) return definitions.map(() => ({ skipped: 'is minified' }));
  const together = runBounded(TIMEOUT_MS, () => definitions.map((one) => inspectOne(source, one)));
  if (together !== 'timed_out') return together.value;
  return definitions.map((definition) => {
    const alone = runBounded(TIMEOUT_MS, () => inspectOne(source, definition));
    return alone === 'timed_out'
      ? { error: `its pattern takes longer than a second on ${source.path}; simplify it or exclude the file` }
      : alone.value;
  });
};

/** The expression of a definition; throws when it is none. */
export function compileExpression({ config }: Pick<RegexDefinition, 'config'>): RegExp {
  return new RegExp(config.forbid ?? config.require ?? '', `g${config.flags}`);
}

function hasEndlessLine({ text }: SourceText): boolean {
  if (text.length <= MAX_LINE_CHARS) return false;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    if (end - start > MAX_LINE_CHARS) return true;
    start = end + 1;
  }
  return text.length - start > MAX_LINE_CHARS;
}

function inspectOne(source: SourceText, definition: RegexDefinition): FileOutcome {
  const expression = compileExpression(definition);
  // A byte order mark is no part of the first line.
  const shift = source.text.startsWith('\uFEFF') ? 1 : 0;
  const text = source.text.slice(shift);
  const { require, message } = definition.config;
  if (require === undefined)
    return listMatches(source, text.matchAll(expression), toTelling(definition, shift));
  const missing = message ?? `does not contain /${require}/`;
  return { findings: expression.test(text) ? [] : [{ path: source.path, message: missing, anchor: '' }] };
}

function toTelling({ config, name }: RegexDefinition, shift: number): Telling {
  const message = config.message ?? name ?? `contains /${config.forbid ?? ''}/`;
  return { message, shift, replace: config.replace };
}

function listMatches(source: SourceText, matches: Iterable<RegExpExecArray>, telling: Telling): FileOutcome {
  const findings: Finding[] = [];
  for (const match of matches) {
    if (match[0] === '') continue;
    if (findings.length === MAX_MATCHES)
      return {
        findings,
        note: `has more than ${MAX_MATCHES} findings of one check; the others are left out`,
      };
    findings.push(toFinding(source, match, telling));
  }
  return { findings };
}

interface Telling {
  readonly message: string;
  readonly shift: number;
  readonly replace: string | undefined;
}

function toFinding(source: SourceText, match: RegExpExecArray, telling: Telling): Finding {
  const start = match.index + telling.shift;
  const end = start + match[0].length;
  const line = source.lineAt(start);
  const endLine = source.lineAt(end - 1);
  const fix: TextChange[] | undefined =
    telling.replace === undefined ? undefined : [{ start, end, text: expand(telling.replace, match) }];
  return {
    path: source.path,
    line,
    ...(endLine > line ? { endLine } : {}),
    message: telling.message,
    anchor: source.lineText(line),
    ...(fix ? { fix } : {}),
  };
}

/** `$1`, `$<name>`, `$&` and `$$`, as `String.replace` knows them. */
function expand(template: string, match: RegExpExecArray): string {
  return template.replace(/\$(?:(\$)|(&)|(\d{1,2})|<(\w+)>)/g, (...parts: (string | undefined)[]) => {
    const [, dollar, whole, index, name] = parts;
    if (dollar !== undefined) return '$';
    if (whole !== undefined) return match[0];
    return (index !== undefined ? match[Number(index)] : match.groups?.[name ?? '']) ?? '';
  });
}
