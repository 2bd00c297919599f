// Small random programs full of conditions, in every style, that say in a log what they do.
import fc from 'fast-check';

interface Style {
  readonly es5: boolean;
  readonly semicolon: string;
  readonly newline: string;
  readonly indent: string;
  readonly braces: boolean;
  /** Several statements on one line. */
  readonly dense: boolean;
}

interface Scope {
  readonly depth: number;
  readonly loop: boolean;
  readonly breaks: boolean;
  readonly label: boolean;
}

/** A function `f(a, b, c)` with what it needs around it. Numbers become decisions; when they run out, the simplest is taken, so that failures shrink to small programs. */
export const program: fc.Arbitrary<string> = fc
  .array(fc.nat(9_999), { minLength: 20, maxLength: 260, size: 'max' })
  .map((numbers) => new Writer(numbers).write());

class Writer {
  private position = 0;
  private comments = 0;
  private counter = 0;
  private readonly style: Style;

  constructor(private readonly numbers: readonly number[]) {
    this.style = {
      es5: this.chance(3),
      semicolon: this.chance(4) ? '' : ';',
      newline: this.chance(5) ? '\r\n' : '\n',
      indent: this.pick(['  ', '    ', '\t']),
      braces: !this.chance(3),
      dense: this.chance(8),
    };
  }

  write(): string {
    const { newline, es5, semicolon } = this.style;
    const scope = { depth: 0, loop: false, breaks: false, label: false };
    const strict = this.chance(4) ? [`'use strict'${semicolon}`] : [];
    const lines = [
      ...strict,
      `var p = 'outer p', q = 'outer q'${semicolon}`,
      `${this.chance(6) ? 'var f = function' : 'function f'}(a, b, c) {`,
      ...this.deepen([
        `${es5 ? 'var' : 'let'} x = 'x', y = 0, n = 0${semicolon}`,
        ...this.list(scope, 5),
        ...(this.choose(3) === 0 ? [] : [`return x${semicolon}`]),
      ]),
      '}',
      '',
    ];
    return lines.join(newline);
  }

  private choose(count: number): number {
    const number = this.numbers[this.position++] ?? 0;
    return number % count;
  }

  private chance(oneIn: number): boolean {
    return this.choose(oneIn) === 1;
  }

  private pick<T>(values: readonly T[]): T {
    const value = values[this.choose(values.length)];
    if (value === undefined) throw new Error('Nothing to pick.');
    return value;
  }

  private deepen(lines: readonly string[]): string[] {
    return lines.map((line) => (line === '' ? '' : this.style.indent + line));
  }

  private comment(): string[] {
    if (!this.chance(9)) return [];
    const text = `remark ${++this.comments}`;
    return [this.chance(2) ? `/* ${text} */` : `// ${text}`];
  }

  private list(scope: Scope, most: number): string[] {
    const statements: string[][] = [];
    for (let count = 1 + this.choose(most); count > 0; count--) {
      statements.push(this.comment(), this.statement(scope));
    }
    const lines = statements.flat().concat(this.comment());
    if (!this.style.dense || this.style.semicolon === '') return lines;
    return lines.some((line) => line.includes('//')) ? lines : [lines.join(' ')];
  }

  private statement(scope: Scope): string[] {
    if (scope.depth > 3) return [this.simple(scope)];
    const { es5 } = this.style;
    const writers: (() => string[])[] = [
      () => [this.simple(scope)],
      () => [this.simple(scope)],
      () => this.conditional(scope),
      () => this.conditional(scope),
      () => this.conditional(scope),
      () => this.guards(scope),
      () => this.chain(scope),
      () => this.select(scope),
      () => this.loop(scope),
      () => this.declare(),
      () => this.attempt(scope),
      () => (es5 ? this.hoisted() : this.closure()),
      () => this.booleans(scope),
      () => this.choices(),
    ];
    return this.pick(writers)();
  }

  private simple(scope: Scope): string {
    const { semicolon } = this.style;
    const texts = [
      () => `log(${++this.counter})`,
      () => `log('${this.pick(['s', 't'])}', ${this.value()})`,
      () => `x = ${this.value()}`,
      () => `y += 1`,
      () => `return ${this.value()}`,
      () => `return`,
      () => `throw new Error('${this.pick(['one', 'two'])}')`,
      () => (scope.loop ? 'continue' : `log(x)`),
      () => (scope.loop || scope.breaks ? 'break' : `log(y)`),
      () => (scope.label && scope.loop ? this.pick(['continue outer', 'break outer']) : `log(p)`),
      () => `(log)(${++this.counter})`,
      () => `[1, 2].forEach(log)`,
      () => `boom(${this.choose(4)})`,
    ];
    const text = this.pick(texts)();
    // Where semicolons are left out, some lines begin with one.
    const guard = semicolon === '' && /^[([]/.test(text) ? ';' : '';
    return guard + text + semicolon;
  }

  private value(): string {
    return this.pick([
      () => String(this.choose(3)),
      () => this.pick([`'a'`, `'b'`, 'true', 'false', 'null', 'undefined', '-1']),
      () => this.pick(['a', 'b', 'c', 'x', 'y', 'p', 'q']),
      () => `ask(${this.choose(6)})`,
      () => `(${this.condition()})`,
    ])();
  }

  private condition(): string {
    return this.pick([
      () => this.pick(['a', 'b', 'c', 'x']),
      () => `!${this.pick(['a', 'b', 'c'])}`,
      () => `ask(${this.choose(6)})`,
      () =>
        `${this.pick(['a', 'b', 'y'])} ${this.pick(['<', '>', '<=', '>='])} ${this.pick(['b', 'c', '1'])}`,
      () =>
        `${this.pick(['a', 'b', 'typeof a', 'x'])} ${this.pick(['===', '!==', '==', '!='])} ${this.key()}`,
      () => `${this.operand()} && ${this.operand()}`,
      () => `${this.operand()} || ${this.operand()}`,
      () => `!(${this.condition()})`,
      () => `a === ${this.key()} || a === ${this.key()} || a === ${this.key()}`,
      () => `b !== ${this.key()} && b !== ${this.key()} && b !== ${this.key()}`,
      () => `y++ > 1`,
      () => `(x = ${this.value()})`,
    ])();
  }

  private operand(): string {
    return this.chance(3)
      ? `(${this.condition()})`
      : this.pick(['a', '!b', 'ask(1)', `c === 'a'`, 'y > 0', 'ask(2)']);
  }

  private key(): string {
    return this.pick([
      `'a'`,
      `'b'`,
      `'c'`,
      '1',
      '0',
      `'1'`,
      `'toString'`,
      '-1',
      'true',
      'null',
      `'string'`,
      '2',
    ]);
  }

  /** A branch with or without braces, ready to stand behind `if (…)`. */
  private branch(lines: readonly string[]): string[] {
    const [only] = lines;
    const isBare =
      !this.style.braces &&
      lines.length === 1 &&
      only !== undefined &&
      !/^(?:;|let|const|function|\/)/.test(only);
    if (isBare && this.chance(2)) return [` ${only}`];
    const tail = this.chance(12) ? ` // remark ${++this.comments}` : '';
    return [` {${tail}`, ...this.deepen(lines), '}'];
  }

  private attach(head: string, branch: readonly string[]): string[] {
    const [first = '', ...rest] = branch;
    return [head + first, ...rest];
  }

  private conditional(scope: Scope): string[] {
    const inner = { ...scope, depth: scope.depth + 1 };
    const then = this.chance(12) ? [] : this.list(inner, 3);
    const lines = this.attach(`if (${this.condition()})`, this.branch(then));
    const kind = this.choose(4);
    if (kind < 2) return lines;
    const shared = kind === 3 && then.length > 0 ? then.slice(-1) : [];
    const isSafe = shared.every((line) => !/remark|^\s*(?:\}|let|const|function)/.test(line));
    const otherwise = [...this.list(inner, 2), ...(isSafe ? shared : [])];
    return this.otherwise(lines, otherwise);
  }

  private otherwise(lines: readonly string[], otherwise: readonly string[]): string[] {
    const last = lines.at(-1) ?? '';
    const branch = this.branch(otherwise);
    if (last === '}') return [...lines.slice(0, -1), ...this.attach('} else', branch)];
    return [...lines, ...this.attach('else', branch)];
  }

  private guards(scope: Scope): string[] {
    const jump = this.pick([
      'return 1',
      'return',
      `return log('g')`,
      `throw new Error('g')`,
      scope.loop ? 'continue' : 'return x',
    ]);
    const lines: string[] = [];
    for (let count = 2 + this.choose(2); count > 0; count--) {
      lines.push(...this.attach(`if (${this.condition()})`, this.branch([jump + this.style.semicolon])));
    }
    return lines;
  }

  private booleans(scope: Scope): string[] {
    const { semicolon } = this.style;
    const [yes, no] = this.chance(2) ? ['true', 'false'] : ['false', 'true'];
    const target = this.pick(['x', 'box.v']);
    const write = (value: string): string =>
      this.counter % 2 === 0 ? `return ${value}` : `${target} = ${value}`;
    this.counter++;
    const lines = this.attach(`if (${this.condition()})`, this.branch([write(yes) + semicolon]));
    if (scope.depth > 0 || this.chance(2)) return this.otherwise(lines, [write(no) + semicolon]);
    const more = this.attach(`if (${this.condition()})`, this.branch([write(no) + semicolon]));
    return [...lines, ...(this.chance(2) ? more : []), write(no) + semicolon];
  }

  private chain(scope: Scope): string[] {
    const subject = this.pick(['a', 'b', 'typeof a', 'c', 'x']);
    const body = this.bodies(scope);
    let lines: string[] = [];
    for (let count = 3 + this.choose(2); count > 0; count--) {
      const test = this.chance(3)
        ? `${subject} === ${this.key()} || ${subject} === ${this.key()}`
        : `${subject} === ${this.key()}`;
      const link = this.attach(`if (${test})`, this.branch(body()));
      const isSibling = lines.length > 0 && this.counter % 3 === 0;
      lines = lines.length === 0 ? link : isSibling ? [...lines, ...link] : this.continueChain(lines, link);
    }
    return this.chance(2) ? this.otherwise(lines, body()) : lines;
  }

  private continueChain(lines: readonly string[], link: readonly string[]): string[] {
    const last = lines.at(-1) ?? '';
    if (last === '}') return [...lines.slice(0, -1), ...this.attach('} else ', link)];
    return [...lines, ...this.attach('else ', link)];
  }

  /** Bodies of one kind: constants that are returned or assigned, or statements. */
  private bodies(scope: Scope): () => string[] {
    const { semicolon } = this.style;
    const inner = { ...scope, depth: scope.depth + 2, breaks: false };
    const constant = (): string => this.pick(['1', `'one'`, '-2', 'true', 'null', `'two'`]);
    return this.pick([
      () => [`return ${constant()}${semicolon}`],
      () => [`x = ${constant()}${semicolon}`],
      () => [`log(${++this.counter})${semicolon}`, `return a${semicolon}`],
      () => [`log(${++this.counter}, b)${semicolon}`],
      () => this.list(inner, 2),
    ]);
  }

  private select(scope: Scope): string[] {
    const body = this.bodies({ ...scope, breaks: true });
    const keys = [...new Set(Array.from({ length: 5 }, () => this.key()))];
    const lines = keys.flatMap((key) => this.clause(`case ${key}:`, body));
    const fallback = this.chance(3) ? [] : this.clause('default:', body);
    const all = this.chance(3) ? [...fallback, ...lines] : [...lines, ...fallback];
    return [`switch (${this.pick(['a', 'b', 'ask(3)', 'typeof a', 'x'])}) {`, ...this.deepen(all), '}'];
  }

  private clause(label: string, body: () => string[]): string[] {
    if (this.chance(5)) return [label];
    const lines = body();
    const isOver = /^(?:return|throw|continue)/.test(lines.at(-1) ?? '');
    const end = isOver || this.chance(9) ? [] : [`break${this.style.semicolon}`];
    const content = [...this.comment(), ...lines, ...end];
    return this.chance(4) ? [`${label} {`, ...this.deepen(content), '}'] : [label, ...this.deepen(content)];
  }

  private loop(scope: Scope): string[] {
    const label = this.chance(4) ? 'outer: ' : '';
    const inner = { depth: scope.depth + 1, loop: true, breaks: true, label: scope.label || label !== '' };
    const name = `i${++this.counter}`;
    const keyword = this.style.es5 ? 'var' : 'let';
    const head = this.pick([
      `for (${keyword} ${name} = 0; ${name} < 2; ${name}++)`,
      `while (n++ < 3)`,
      this.style.es5 ? `for (var ${name} in { k: 1, l: 2 })` : `for (const ${name} of [1, 2])`,
    ]);
    const isBare = this.chance(5) && !this.style.dense;
    const lines = isBare ? this.conditional({ ...inner, depth: inner.depth + 1 }) : this.list(inner, 3);
    if (isBare) return [label + head, ...this.deepen(lines)];
    return [`${label}${head} {`, ...this.deepen(lines), '}'];
  }

  /** Names that also exist further out. */
  private declare(): string[] {
    const { es5, semicolon } = this.style;
    const keyword = es5 ? 'var' : this.pick(['let', 'const', 'var']);
    // `var` and `let` of one name cannot share a scope; such programs do not compile and are skipped.
    return [`${keyword} ${this.pick(['p', 'q'])} = ${this.pick(['1', 'a', 'ask(4)'])}${semicolon}`];
  }

  private closure(): string[] {
    return this.pick([
      [`later(() => [p, q, x, y])${this.style.semicolon}`],
      [`function g() { return p }`, `later(g)${this.style.semicolon}`],
      [`later(() => { x = 'late' })${this.style.semicolon}`],
    ]);
  }

  private hoisted(): string[] {
    return [`function g() { return [p, x] }`, `later(g)${this.style.semicolon}`];
  }

  private attempt(scope: Scope): string[] {
    const inner = { ...scope, depth: scope.depth + 1 };
    const body = this.list(inner, 2);
    const rescue = this.chance(2) ? [`log('finally')${this.style.semicolon}`] : this.list(inner, 2);
    const head = this.chance(2) ? '} finally {' : '} catch (error) {';
    return ['try {', ...this.deepen(body), head, ...this.deepen(rescue), '}'];
  }

  private choices(): string[] {
    const { semicolon, es5 } = this.style;
    const leaf = (): string => this.pick([() => this.value(), () => 'true', () => 'false', () => '1'])();
    const write = (depth: number): string => {
      const test = this.chance(2) ? `a === ${this.key()}` : this.condition();
      const [then, otherwise] =
        depth === 0
          ? [leaf(), leaf()]
          : this.chance(3)
            ? [`(${write(depth - 1)})`, leaf()]
            : [leaf(), write(depth - 1)];
      return `${test.startsWith('(') ? test : `(${test})`} ? ${then} : ${otherwise}`;
    };
    const choice = write(this.choose(4));
    const name = `v${++this.counter}`;
    return this.pick([
      [`return ${choice}${semicolon}`],
      [`x = ${choice}${semicolon}`],
      [`${es5 ? 'var' : 'const'} ${name} = ${choice}${semicolon}`, `log(${name})${semicolon}`],
      [`log(${choice})${semicolon}`],
    ]);
  }
}
