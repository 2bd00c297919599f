// The statements that take the place of the moved code.
import { renderBraces } from './brace-habit.js';
import type { FileStyle } from './style.js';
import type { Protocol, RecordProtocol, Way } from './protocol.js';
import type { Variable } from './variable.js';

export interface CallSite {
  readonly style: FileStyle;
  /** `name(a, b)`, with `await` where needed. */
  readonly call: string;
  readonly protocol: Protocol;
  readonly outputs: readonly CallOutput[];
  /** Variables whose declaration would be lost. */
  readonly stranded: readonly Variable[];
  /** `break`, `continue` or `return` when the code never just goes on. */
  readonly afterwards: string | undefined;
  /** A name for what the call returns. */
  readonly holder: string;
}

export interface CallOutput {
  readonly variable: Variable;
  /** How it is declared here; undefined when it is declared already. */
  readonly declare: 'const' | 'let' | 'var' | undefined;
  /** `: Type` where the declaration needs one. */
  readonly annotation: string;
  /** What comes back is added to it. */
  readonly grows: boolean;
}

/** Each entry is one statement; lines inside it are parted by \n and indented from its beginning. */
export function renderCall(site: CallSite): string[] {
  const { style, stranded, afterwards } = site;
  const end = style.semicolon;
  const lines = stranded.map(({ name, kind }) => `${kind === 'var' ? 'var' : 'let'} ${name}${end}`);
  lines.push(...renderProtocol(site));
  if (afterwards !== undefined) lines.push(afterwards + end);
  return lines;
}

function renderProtocol(site: CallSite): string[] {
  const { call, protocol, style, holder } = site;
  switch (protocol.kind) {
    case 'plain':
      return renderOutputs(site);
    case 'tail':
      return [`return ${call}${style.semicolon}`];
    case 'flag':
      return [renderIf(site, protocol.leaves ? call : negateCall(call), protocol.leave)];
    case 'value':
      return [hold(site), renderIf(site, `${holder} !== undefined`, `return ${holder}`)];
    case 'signal':
      return [
        hold(site),
        ...protocol.ways.map(({ leave }) => renderIf(site, `${holder} === ${quote(style, leave)}`, leave)),
      ];
    case 'record':
      return renderWithRecord(site, protocol);
  }
}

function negateCall(call: string): string {
  return call.startsWith('await ') ? `!(${call})` : `!${call}`;
}

function hold(site: CallSite): string {
  return `${keyword(site)} ${site.holder} = ${site.call}${site.style.semicolon}`;
}

function keyword({ style }: CallSite): FileStyle['constant'] {
  return style.constant;
}

function renderWithRecord(site: CallSite, protocol: RecordProtocol): string[] {
  const early = site.outputs.filter(({ variable }) => protocol.early.includes(variable));
  const late = site.outputs.filter((output) => !early.includes(output));
  const leaves = protocol.ways.map((way) => {
    const question = `${site.holder}.${renderTag(site.style, protocol, way, ' === ')}`;
    const jump = way.group.kind === 'value' ? `return ${site.holder}.value` : way.leave;
    return renderIf(site, question, jump);
  });
  return [hold(site), ...renderFromHolder(site, early), ...leaves, ...renderFromHolder(site, late)];
}

/** `done` when there is one way to leave, else `exit` with the way; `link` stands between name and value. */
export function renderTag(
  style: FileStyle,
  { ways }: RecordProtocol,
  way: Way | undefined,
  link: string,
): string {
  if (ways.length > 1) return `exit${link}${quote(style, way?.leave ?? 'none')}`;
  return link === ': ' ? `done${link}${way !== undefined}` : 'done';
}

export function quote({ quote: mark }: FileStyle, text: string): string {
  return mark + text + mark;
}

function renderIf({ style }: CallSite, condition: string, leave: string): string {
  const statement = leave + style.semicolon;
  if (style.bareIf) return `if (${condition}) ${statement}`;
  return [`if (${condition}) {`, style.indent + statement, '}'].join('\n');
}

function renderOutputs(site: CallSite): string[] {
  const { call, outputs, style } = site;
  const end = style.semicolon;
  const [only, second] = outputs;
  if (only === undefined) return [call + end];
  if (second === undefined) return [renderStore(only, call) + end];
  const names = renderBraces(
    style.braces,
    outputs.map(({ variable }) => variable.name),
    style.indent,
  );
  const kinds = new Set(outputs.map(({ declare }) => declare));
  const [kind] = kinds;
  const isPlain = ({ annotation, grows }: CallOutput): boolean => annotation === '' && !grows;
  const plain = kinds.size === 1 && !style.es5 && outputs.every(isPlain);
  if (plain && kind !== undefined) return [`${kind} ${names} = ${call}${end}`];
  // Without semicolons the parenthesis would continue the line before it.
  if (plain && end === ';') return [`(${names} = ${call});`];
  return [hold(site), ...renderFromHolder(site, outputs)];
}

function renderFromHolder({ holder, style }: CallSite, outputs: readonly CallOutput[]): string[] {
  return outputs.map((output) => renderStore(output, `${holder}.${output.variable.name}`) + style.semicolon);
}

function renderStore({ variable, declare, annotation, grows }: CallOutput, value: string): string {
  if (declare !== undefined) return `${declare} ${variable.name}${annotation} = ${value}`;
  return `${variable.name} ${grows ? '+=' : '='} ${value}`;
}
