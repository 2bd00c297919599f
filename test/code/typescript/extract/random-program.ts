// Small random functions with every kind of control flow, for comparing a program with its refactored self.
import fc from 'fast-check';

type Lines = string[];

interface Style {
  /** Only `var` and `function`. */
  readonly old: boolean;
  readonly semicolons: boolean;
  /** The function is async and awaits. */
  readonly waits: boolean;
  /** How often closures occur; they stop most extractions. */
  readonly closures: number;
  /** A text and some numbers are mostly added to. */
  readonly totals: boolean;
}

/** Where a statement is written: which names and jumps are legal there. */
interface Place {
  readonly names: readonly string[];
  readonly inLoop: boolean;
  readonly inSwitch: boolean;
  readonly labels: readonly Label[];
  readonly depth: number;
  readonly canWait: boolean;
}

interface Label {
  readonly name: string;
  readonly loop: boolean;
}

interface Author {
  readonly style: Style;
  /** A number from 0 up to, but not including, `limit`. */
  pick(limit: number): number;
  /** True once in `limit` times. */
  chance(limit: number): boolean;
  choose<T>(items: readonly T[]): T;
  count: number;
}

export interface RandomProgram {
  readonly text: string;
}

/** A function `subject(a, b)`, often inside a function that holds `shared`, together with a line that hands it out. */
export const randomProgram: fc.Arbitrary<RandomProgram> = fc
  .record({
    seed: fc.integer({ min: 1, max: 2147483646 }),
    size: fc.integer({ min: 1, max: 5 }),
    strict: fc.boolean(),
    home: fc.constantFrom<Home>('file', 'closure', 'method', 'wrapper'),
    old: fc.boolean(),
    semicolons: fc.boolean(),
    waits: fc.constantFrom(false, false, false, true),
    closures: fc.constantFrom(0, 0, 4, 1),
    totals: fc.boolean(),
  })
  .map(({ seed, size, strict, home, old, semicolons, waits, closures, totals }) => {
    const author = createAuthor(seed, {
      old: old && home !== 'method' && !waits,
      semicolons,
      waits,
      closures,
      totals,
    });
    const place: Place = {
      names: ['a', 'b'],
      inLoop: false,
      inSwitch: false,
      labels: [],
      depth: 0,
      canWait: waits,
    };
    const body = writeTotals(author, writeBlock(author, place, size, ['c', 'd']));
    const directive = strict ? ["'use strict';"] : [];
    const lines = [...directive, ...wrap(author, home, body), ''];
    return { text: lines.map((line) => finish(author, line)).join('\n') };
  });

const TOTALS = ['text', 'count', 'sum'];

function writeTotals({ style }: Author, body: Lines): Lines {
  if (!style.totals) return body;
  const keyword = style.old ? 'var' : 'let';
  const starts = [`${keyword} text = '';`, `${keyword} count = 0;`, `${keyword} sum = 0;`];
  return [...starts, ...body, ...TOTALS.map((name) => `log('t', ${name});`)];
}

type Home = 'file' | 'closure' | 'method' | 'wrapper';

function wrap(author: Author, home: Home, body: Lines): Lines {
  const wait = author.style.waits ? 'async ' : '';
  const subject = [`${wait}function subject(a, b) {`, ...indent(body), '}'];
  const held = `${author.style.old ? 'var' : 'let'} shared = 1;`;
  switch (home) {
    case 'file':
      return [...subject, 'result = subject;'];
    case 'closure':
      return ['function make() {', ...indent([held, ...subject, 'return subject;']), '}', 'result = make();'];
    case 'method':
      return [
        'var Thing = class {',
        ...indent([`${wait}subject(a, b) {`, ...indent(body), '}']),
        '};',
        'result = new Thing().subject;',
      ];
    case 'wrapper':
      return ['(function () {', ...indent([held, ...subject, 'result = subject;']), '})();'];
  }
}

function createAuthor(seed: number, style: Style): Author {
  let state = seed;
  const pick = (limit: number): number => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
  return {
    style,
    pick,
    chance: (limit) => pick(limit) === 0,
    choose: (items) => {
      const item = items[pick(items.length)];
      if (item === undefined) throw new Error('nothing to choose from');
      return item;
    },
    count: 0,
  };
}

function indent(lines: readonly string[]): Lines {
  return lines.map((line) => `  ${line}`);
}

/** Without semicolons, a line that could continue the one before it begins with one. */
function finish({ style }: Author, line: string): string {
  if (style.semicolons) return line;
  return line
    .replace(/;$/, (end) => (/^\s*(?:for|if|while|else|\} while)\b.*\) ;$/.test(line) ? end : ''))
    .replace(/^(\s*)([([`])/, '$1;$2');
}

/** Statements, the names of which are visible to the ones after them. */
function writeBlock(author: Author, place: Place, size: number, declare: readonly string[] = []): Lines {
  const names = [...place.names];
  const lines: Lines = [];
  for (const name of declare) {
    lines.push(writeDeclaration(author, name, { ...place, names }));
    names.push(name);
  }
  const hoisted = author.style.closures > 0 && author.chance(8) ? nextName(author, 'f') : undefined;
  if (hoisted !== undefined) names.push(`${hoisted}()`);
  const count = 1 + author.pick(Math.max(1, Math.min(size, 4)));
  for (let index = 0; index < count; index += 1) {
    const here = { ...place, names };
    if (author.chance(4)) {
      const name = nextName(author, !author.style.old && author.chance(3) ? 'k' : 'v');
      lines.push(writeDeclaration(author, name, here));
      names.push(name);
    } else {
      lines.push(...writeStatement(author, here, size - 1));
    }
  }
  if (hoisted !== undefined) {
    lines.push(`function ${hoisted}() {`, ...indent(writeCallback(author, { ...place, names })), '}');
  }
  return lines;
}

function writeCallback(author: Author, place: Place): Lines {
  const names = variablesOf(place);
  const inner: Place = { ...place, inLoop: false, inSwitch: false, labels: [], names, canWait: false };
  return [`return ${writeValue(author, inner, 1)};`];
}

function nextName(author: Author, prefix: string): string {
  author.count += 1;
  return `${prefix}${author.count}`;
}

/** Names that begin with `k` are constants. */
function writeDeclaration(author: Author, name: string, place: Place): string {
  const value = writeValue(author, place, 2);
  if (name.startsWith('k')) return `const ${name} = ${value};`;
  const keyword = author.style.old || author.chance(4) ? 'var' : 'let';
  return author.chance(4) ? `${keyword} ${name};` : `${keyword} ${name} = ${value};`;
}

/** Names that can be assigned. */
function variablesOf({ names }: Place): readonly string[] {
  return names.filter((name) => !name.endsWith('()') && !name.startsWith('k'));
}

function chooseVariable(author: Author, place: Place): string {
  return author.choose(variablesOf(place));
}

/** The most recent names are the most interesting ones. */
function chooseName(author: Author, place: Place): string {
  const { names } = place;
  return author.chance(2) ? author.choose(names) : author.choose(names.slice(-3));
}

function writeValue(author: Author, place: Place, depth: number): string {
  if (depth <= 0 || author.chance(3)) return writeLeaf(author, place);
  if (place.canWait && author.chance(5)) return `(await ${writeValue(author, place, depth - 1)})`;
  if (author.chance(10)) {
    return writeClosure(author, place, writeValue(author, { ...place, canWait: false }, depth - 1));
  }
  const value = (): string => writeValue(author, place, depth - 1);
  const logged = `log('${author.pick(9)}', ${value()})`;
  return author.choose([
    `(${value()} + ${value()})`,
    `(${value()} && ${value()})`,
    `(${value()} || ${value()})`,
    `(${value()} < ${value()})`,
    `(${value()} ? ${value()} : ${value()})`,
    `(${chooseVariable(author, place)} = ${value()})`,
    `${chooseVariable(author, place)}++`,
    `!${value()}`,
    logged,
    logged,
    logged,
  ]);
}

function writeLeaf(author: Author, place: Place): string {
  if (!author.chance(3)) return chooseName(author, place);
  return author.choose([
    '0',
    '1',
    '2',
    'outer',
    'shared',
    'undefined',
    'fail()',
    'fail()',
    'this.size',
    "'s'",
  ]);
}

function writeClosure(author: Author, place: Place, value: string): string {
  const { closures, old } = author.style;
  if (closures === 0 || !author.chance(closures)) return value;
  const name = chooseVariable(author, place);
  const [open, close] = old ? ['function () {', '}'] : ['() => {', '}'];
  return author.choose([
    `run(${open} ${name} = ${value}; ${close})`,
    `keep(${open} return ${name}; ${close})`,
    `keep(${open} return ${name}++; ${close})`,
    `run(${open} return ${value}; ${close})`,
  ]);
}

function writeStatement(author: Author, place: Place, size: number): Lines {
  if (size <= 0 || place.depth > 4 || author.chance(3)) return writeSimple(author, place);
  const inner: Place = { ...place, depth: place.depth + 1 };
  switch (author.pick(9)) {
    case 0:
    case 1:
    case 2:
      return writeIf(author, inner, size);
    case 3:
    case 4:
    case 5:
      return writeLoop(author, inner, size);
    case 6:
      return writeSwitch(author, inner, size);
    case 7:
      return writeTry(author, inner, size);
    default:
      return writeLabel(author, inner, size);
  }
}

function writeAddition(author: Author, place: Place): string {
  const value = writeValue(author, place, 1);
  return author.choose([
    `text += ${value};`,
    `text += ${value};`,
    'count++;',
    'count += 2;',
    `sum += ${value} * 0.1;`,
    `sum += ${value} * 0.1;`,
    ...(author.chance(6) ? [`sum += ${value};`, 'count = 0;', `text = '-' + text;`, `log('t', text);`] : []),
    ...(author.chance(9) ? [`text = ${value};`, `count = ${value};`] : []),
  ]);
}

function writeSimple(author: Author, place: Place): Lines {
  if (author.style.totals && author.chance(2)) return [writeAddition(author, place)];
  const name = chooseVariable(author, place);
  const value = writeValue(author, place, 2);
  const line = author.choose([
    `${name} = ${value};`,
    `${name} = ${value};`,
    `${name} = ${value};`,
    `${name} += ${value};`,
    `shared += ${name};`,
    `log('s', ${value});`,
    `log('s', ${value});`,
    ...(author.chance(3) ? [`throw ${value};`] : []),
    ...(author.style.old ? [`${name}--;`, `shared = ${value};`] : writePatterns(author, place, name, value)),
    'return',
    'return',
    'jump',
    'jump',
  ]);
  if (line === 'return') return writeReturn(author, place);
  return line === 'jump' ? writeJump(author, place) : [line];
}

function writePatterns(author: Author, place: Place, name: string, value: string): Lines {
  return [
    `[${name}, ${chooseVariable(author, place)}] = [${value}, 1];`,
    `({ v: ${name} = ${value} } = maybe());`,
  ];
}

function writeReturn(author: Author, place: Place): Lines {
  if (author.chance(3)) return ['return;'];
  return [
    `return ${author.choose(['true', 'false', 'null', "'done'", '[1]', writeValue(author, place, 2)])};`,
  ];
}

function writeJump(author: Author, place: Place): Lines {
  const jumps: string[] = [];
  if (place.inLoop) jumps.push('continue;');
  if (place.inLoop || place.inSwitch) jumps.push('break;', 'break;');
  for (const { name, loop } of place.labels)
    jumps.push(`break ${name};`, ...(loop ? [`continue ${name};`] : []));
  return jumps.length === 0 ? writeReturn(author, place) : [author.choose(jumps)];
}

function writeIf(author: Author, place: Place, size: number): Lines {
  const condition = `if (${writeValue(author, place, 2)})`;
  if (author.chance(4)) return [`${condition} ${writeSimple(author, place).join(' ')}`];
  const lines = [`${condition} {`, ...indent(writeBlock(author, place, size)), '}'];
  if (author.chance(2)) return lines;
  if (author.chance(3))
    return [...lines.slice(0, -1), '} else {', ...indent(writeBlock(author, place, size)), '}'];
  const next = writeIf(author, place, size - 1);
  return [...lines.slice(0, -1), `} else ${next[0] ?? ';'}`, ...next.slice(1)];
}

function writeLoop(author: Author, place: Place, size: number, label?: Label): Lines {
  const keyword = author.style.old ? 'var' : author.choose(['let', 'let', 'const', 'var']);
  const name = nextName(author, keyword === 'const' ? 'k' : 'i');
  const known = variablesOf(place);
  const inside = (names: readonly string[]): Place => ({
    ...place,
    names: [...place.names, ...names],
    inLoop: true,
    inSwitch: false,
    labels: label === undefined ? place.labels : [...place.labels, label],
  });
  const body = (names: readonly string[]): Lines =>
    indent(['tick();', ...writeBlock(author, inside(names), size)]);
  switch (author.pick(6)) {
    case 0:
    case 1: {
      const counter = nextName(author, 'i');
      const loop = keyword === 'const' ? 'let' : keyword;
      return [`for (${loop} ${counter} = 0; ${counter} < 3; ${counter}++) {`, ...body([counter]), '}'];
    }
    case 2:
      if (author.style.old) return [`for (var ${name} in { x: 1, y: 2 }) {`, ...body([name]), '}'];
      return [`for (${keyword} ${name} of [1, 2]) {`, ...body([name]), '}'];
    case 3:
      return [`for (${author.choose(known)} in { x: 1, y: 2 }) {`, ...body([]), '}'];
    case 4:
      return [`while (${writeValue(author, place, 2)}) {`, ...body([]), '}'];
    default:
      return ['do {', ...body([]), `} while (${writeValue(author, place, 2)});`];
  }
}

function writeSwitch(author: Author, place: Place, size: number): Lines {
  const inner: Place = { ...place, inSwitch: true };
  const lines = [`switch (${writeValue(author, place, 2)}) {`];
  for (const test of ['case 0:', `case ${writeValue(author, place, 1)}:`, 'default:']) {
    lines.push(`  ${test}`, ...indent(indent(writeBlock(author, inner, size))));
    if (!author.chance(3)) lines.push(author.chance(5) ? '    return;' : '    break;');
  }
  return [...lines, '}'];
}

function writeTry(author: Author, place: Place, size: number): Lines {
  const lines = ['try {', ...indent(writeBlock(author, place, size)), '}'];
  const caught = author.chance(3) ? undefined : nextName(author, 'e');
  if (caught !== undefined) {
    const inner: Place = { ...place, names: [...place.names, caught] };
    lines.splice(-1, 1, `} catch (${caught}) {`, ...indent(writeBlock(author, inner, size)), '}');
  }
  if (caught === undefined || author.chance(3)) {
    lines.splice(-1, 1, '} finally {', ...indent(writeBlock(author, place, size)), '}');
  }
  return lines;
}

function writeLabel(author: Author, place: Place, size: number): Lines {
  const name = nextName(author, 'label');
  if (author.chance(2)) {
    const lines = writeLoop(author, place, size, { name, loop: true });
    return [`${name}: ${lines[0] ?? ';'}`, ...lines.slice(1)];
  }
  const inner: Place = { ...place, labels: [...place.labels, { name, loop: false }] };
  return [`${name}: {`, ...indent(writeBlock(author, inner, size)), '}'];
}
