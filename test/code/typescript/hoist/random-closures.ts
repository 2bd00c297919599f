// Small random programs with functions inside functions that share variables with what is around them.
import fc from 'fast-check';

/** A function `f(a, b, c)`, inside which functions named `g1`, `g2` … are declared and called. */
export const closures: fc.Arbitrary<string> = fc
  .array(fc.nat(9_999), { minLength: 20, maxLength: 160, size: 'max' })
  .map((numbers) => new Writer(numbers).write());

interface Visible {
  readonly variables: readonly string[];
  readonly functions: readonly string[];
  readonly depth: number;
}

class Writer {
  private position = 0;
  private count = 0;

  constructor(private readonly numbers: readonly number[]) {}

  write(): string {
    const strict = this.chance(3) ? `'use strict';\n` : '';
    const body = this.list({ variables: ['a', 'b', 'c'], functions: [], depth: 0 }, 8);
    return `var p = 'outer';\nfunction f(a, b, c) {\n  ${strict}${body.join('\n  ')}\n}\n`;
  }

  private choose(count: number): number {
    return (this.numbers[this.position++] ?? 0) % count;
  }

  private chance(oneIn: number): boolean {
    return this.choose(oneIn) === 1;
  }

  private pick<T>(values: readonly T[]): T {
    const value = values[this.choose(values.length)];
    if (value === undefined) throw new Error('Nothing to pick.');
    return value;
  }

  private list(around: Visible, most: number): string[] {
    let visible = around;
    const lines: string[] = [];
    for (let count = 2 + this.choose(most); count > 0; count--) {
      const [line, added] = this.statement(visible);
      lines.push(line);
      visible = { ...visible, ...added };
    }
    return lines;
  }

  private statement(visible: Visible): [string, Partial<Visible>] {
    const kind = this.choose(12);
    if (kind > 2 && kind < 6 && visible.depth < 2) return this.declareFunction(visible);
    if (kind < 2) return this.declareVariable(visible);
    return [kind < 8 ? `log(${this.value(visible)});` : this.act(kind, visible), {}];
  }

  private act(kind: number, visible: Visible): string {
    if (kind === 8) return `${this.pick(visible.variables)} = ${this.value(visible)};`;
    if (kind === 9 && visible.depth < 2) return this.nest(visible);
    if (kind === 10) return `later(() => [${visible.variables.join(', ')}]);`;
    return this.chance(3) ? `return ${this.value(visible)};` : `log(${this.call(visible)});`;
  }

  private declareVariable(visible: Visible): [string, Partial<Visible>] {
    const isNew = !this.chance(4);
    const name = isNew ? `v${++this.count}` : 'p';
    const keyword = this.pick(['const', 'let', 'var']);
    const value = keyword === 'let' && this.chance(4) ? '' : ` = ${this.value(visible)}`;
    return [`${keyword} ${name}${value};`, { variables: [...visible.variables, name] }];
  }

  private declareFunction(visible: Visible): [string, Partial<Visible>] {
    const name = `g${++this.count}`;
    const parameter = this.pick(['x', 'x', 'a', 'p']);
    const inner = {
      variables: [...visible.variables, parameter],
      functions: this.chance(3) ? [...visible.functions, name] : visible.functions,
      depth: visible.depth + 1,
    };
    const body = this.chance(3) ? this.value(inner) : this.list(inner, 3).join('\n  ');
    const functions = [...visible.functions, name];
    const isValue = !/[;{]/.test(body);
    const text = this.pick([
      `function ${name}(${parameter}${this.chance(6) ? `, d = ${this.pick(visible.variables)}` : ''}) { ${isValue ? `return ${body};` : body} }`,
      `const ${name} = (${parameter}) => ${isValue ? body : `{ ${body} }`};`,
      `var ${name} = function own(${parameter}) { ${isValue ? `return ${body};` : body} };`,
    ]);
    return [`// about ${name}\n  ${text}`, { functions }];
  }

  private nest(visible: Visible): string {
    const inner = { ...visible, depth: visible.depth + 1 };
    const head = this.pick([
      'if (a)',
      `for (let i${++this.count} = 0; i${this.count} < 2; i${this.count}++)`,
      'if (ask(1))',
    ]);
    return `${head} { ${this.list(inner, 2).join('\n  ')} }`;
  }

  private call(visible: Visible): string {
    if (visible.functions.length === 0 || visible.depth > 3) return `ask(${this.choose(5)})`;
    // Now and then one that comes later, or never.
    const name = this.chance(12) ? `g${this.count + 1 + this.choose(2)}` : this.pick(visible.functions);
    const argument = this.pick(['', this.pick(visible.variables), '1', `ask(${this.choose(4)})`]);
    return this.chance(9) ? name : `${name}(${argument})`;
  }

  private value(visible: Visible): string {
    return this.pick([
      () => String(this.choose(3)),
      () => this.pick(visible.variables),
      () => this.call(visible),
      () => `[${this.pick(visible.variables)}, ${this.pick(visible.variables)}]`,
      () => 'p',
      () => `ask(${this.choose(5)})`,
      () => `${this.pick(visible.variables)}++`,
    ])();
  }
}
