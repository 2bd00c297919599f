// Secrets in files: found by the shapes the redactor knows. No message and no anchor ever holds a part of one.
import { findSecrets, holdsSecrets } from '../../../platform/index.js';
import type { Finding, InspectFile } from '../finding.js';
import { toAnchor, type SourceText } from '../source-text.js';

const MAX_FINDINGS = 100;

export const inspectSecrets: InspectFile<'secret'> = async (source, definitions) => {
  const findings = listSecrets(source);
  const cut = findings.slice(0, MAX_FINDINGS);
  const note = findings.length > cut.length ? { note: `has more than ${MAX_FINDINGS} secrets` } : {};
  return definitions.map(() => ({ findings: cut, ...note }));
};

const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|php|swift|c|h|cc|cpp|hpp|scala|vue|svelte|ex|exs)$/i;

interface Span {
  readonly start: number;
  readonly end: number;
}

function listSecrets(source: SourceText): Finding[] {
  // Code assigns what it reads elsewhere to names like `token`; only shapes count there.
  const place = CODE.test(source.path) ? undefined : source.path;
  const spans = mergeSpans(findSecrets(source.text, place)).filter(
    (span) => !isPlaceholder(source.text, span),
  );
  return spans.map((span) => {
    const line = source.lineAt(span.start);
    const what = nameSecret(source.text, span, source.path);
    return {
      path: source.path,
      line,
      message: `holds ${what} (${span.end - span.start} characters)`,
      rule: what.replace(/^an? /, '').replaceAll(' ', '-'),
      anchor: hideSecrets(source, line, spans),
    };
  });
}

/** Overlapping spans are one secret. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && span.start < last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else merged.push(span);
  }
  return merged;
}

const PLACEHOLDER =
  /^(?:x+|\*+|\.+|-+|0+|1234\w*|(?:my|your|the|some|a)[-_ ].*|.*(?:example|changeme|change[-_]me|placeholder|dummy|fake|redacted|sample|insert|replace).*|(?:user|username|pass|passwd|password|passw0rd|secret|token|admin|root|postgres|mysql|mongo|redis|guest|test|foo|bar|hunter2|p@ss.*)\d{0,4})$/i;
/** One's own machine, examples, and addresses whose key is meant to be public. */
const HARMLESS_PLACE =
  /^@(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|[\w.-]*example\.\w+|host(?:name)?|[\w.-]*sentry\.io)\b/i;

/** What documentation and tests write in the place of a secret, and what opens nothing but one's own machine. */
function isPlaceholder(text: string, { start, end }: Span): boolean {
  const value = text.slice(start, end);
  if (PLACEHOLDER.test(value) || new Set(value).size <= 4 || /[<>{}]|\$[A-Z_(]/.test(value)) return true;
  return HARMLESS_PLACE.test(text.slice(end, end + 60)) || /EXAMPLE/.test(value);
}

const NAMES: readonly [RegExp, string][] = [
  [/PRIVATE KEY/, 'a private key'],
  [/^(?:AKIA|ASIA)/, 'an AWS access key'],
  [/^(?:gh[opsur]_|github_pat_)/, 'a GitHub token'],
  [/^gl(?:pat|ptt|dt|rt|cbt|soat)-/, 'a GitLab token'],
  [/^sk-ant-/, 'an Anthropic key'],
  [/^sk-/, 'an API key'],
  [/^(?:AIza|ya29\.)/, 'a Google key'],
  [/^(?:xox|xapp)/, 'a Slack token'],
  [/^npm_/, 'an npm token'],
  [/^pypi-/, 'a PyPI token'],
  [/^(?:[a-z]{2}_(?:live|test)_|whsec_)/, 'a payment key'],
  [/^hf_/, 'a Hugging Face token'],
  [/^eyJ/, 'a signed token'],
];

function nameSecret(text: string, { start, end }: Span, path: string): string {
  const value = text.slice(start, Math.min(end, start + 80));
  // The key itself may follow its header, which is then no part of the span.
  const before = text.slice(Math.max(0, start - 60), start);
  if (/PRIVATE KEY(?: BLOCK)?-----\s*$/.test(before)) return 'a private key';
  const known = NAMES.find(([shape]) => shape.test(value))?.[1];
  if (known !== undefined) return known;
  if (text[end] === '@') return 'a password in an address';
  return holdsSecrets(path) ? 'a secret setting' : 'a secret';
}

/** The line with every secret in it taken out: a new value in the same place is the same finding. */
function hideSecrets(source: SourceText, line: number, spans: readonly Span[]): string {
  const [from, to] = [source.lineStart(line), source.lineStart(line + 1)];
  let shown = '';
  let at = from;
  for (const { start, end } of spans) {
    if (end <= from || start >= to) continue;
    shown += `${source.text.slice(at, Math.max(at, start))}…`;
    at = Math.max(at, end);
  }
  return toAnchor(shown + source.text.slice(at, Math.max(at, to)));
}
