// Checkstyle's XML, which many linters of other languages write too, and PMD's.
import type { Diagnostic } from '../../schema/index.js';
import { dropCode, toFinding, toSeverity } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import type { Format } from '../format.js';
import { readDocuments } from '../walk-xml.js';
import type { XmlReader } from '../walk-xml.js';

export const checkstyle: Format = {
  tool: 'checkstyle',
  signs: ['<checkstyle', '<pmd '],
  parse(output) {
    const documents = readDocuments(output, ROOT, createReader);
    if (documents.length === 0) return undefined;
    const found = documents.flatMap(({ value, range }) => value.map((one) => ({ ...one, ...range })));
    const clean = { kind: 'diagnostics' as const, tool: 'checkstyle', structured: true, items: [] };
    return toFinding(found, true) ?? { reports: [clean], understood: documents.map(({ range }) => range) };
  },
};

const ROOT = /<(?:checkstyle|pmd)[\s>/]/g;

type Found = Pick<FoundDiagnostic, 'tool' | 'item'>;

function createReader(): XmlReader<Found[]> {
  const found: Found[] = [];
  let file = '';
  let violation: { said: Readonly<Record<string, string>>; text: string } | undefined;
  return {
    open({ name, attributes }) {
      if (name === 'file') file = attributes['name'] ?? '';
      if (name === 'violation') violation = { said: attributes, text: '' };
      if (name === 'error')
        found.push({ tool: nameTool(attributes['source']), item: toDiagnostic(file, attributes) });
    },
    text(text) {
      if (violation && violation.text.length < MAX_TEXT_CHARS) violation.text += text;
    },
    close(name) {
      if (name !== 'violation' || !violation) return;
      found.push({ tool: 'pmd', item: toViolation(file, violation.said, violation.text.trim()) });
      violation = undefined;
    },
    finish: () => found,
  };
}

const MAX_TEXT_CHARS = 2_000;

/** TSLint writes what it says in place of the rule. */
function toViolation(file: string, said: Readonly<Record<string, string>>, text: string): Diagnostic {
  return {
    file,
    line: toNumber(said['beginline']),
    column: toNumber(said['begincolumn']),
    code: text === '' ? undefined : said['rule'],
    message: text === '' ? (said['rule'] ?? '') : text,
  };
}

function toDiagnostic(file: string, said: Readonly<Record<string, string>>): Diagnostic {
  return {
    file,
    line: toNumber(said['line']),
    column: toNumber(said['column']),
    code: said['source']?.split('.').at(-1),
    severity: toSeverity(said['severity']),
    message: dropCode(said['message'] ?? '', said['source']?.split('.').at(-1)),
  };
}

function toNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/** `eslint.rules.no-var`, `ShellCheck.SC2086`; Java's own checks are classes. */
function nameTool(source = ''): string {
  const first = source.split('.', 1)[0]?.toLowerCase() ?? '';
  return /^(?:com|org|net|)$/.test(first) || !source.includes('.') ? 'checkstyle' : first;
}
