// What ESLint's own rules report about every function of a file: the judge of our numbers.
import type { Rule } from 'eslint';
import { Linter } from 'eslint';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import tseslint from 'typescript-eslint';

export interface EslintNumbers {
  cyclomatic: number;
  lines: number;
  nesting: number;
  parameters: number;
}

export interface EslintMeasure {
  readonly lines: number;
  /** By where the body of the function begins and ends: `12:40`. */
  readonly functions: ReadonlyMap<string, EslintNumbers>;
}

/** Each rule with the limit that makes it report everything. */
const LIMITS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['complexity', 0],
  ['max-lines-per-function', { max: 0 }],
  ['max-depth', 0],
  ['max-params', 0],
  ['max-lines', 0],
]);

interface FoundNode {
  readonly type: string;
  readonly range: readonly [number, number];
  readonly parent: FoundNode | null;
  readonly body?: FoundNode;
  readonly value?: FoundNode;
}

const linter = new Linter();

export function measureWithEslint(path: string, text: string): EslintMeasure {
  const functions = new Map<string, EslintNumbers>();
  let lines = 0;
  const record = (rule: string, node: FoundNode | undefined, data: ReadonlyMap<string, number>): void => {
    lines = data.get('actual') ?? lines;
    const found = node === undefined ? undefined : findFunction(node, rule === 'max-depth');
    if (found?.body === undefined) return;
    const key = found.body.range.join(':');
    const numbers = functions.get(key) ?? { cyclomatic: 0, lines: 0, nesting: 0, parameters: 0 };
    functions.set(key, {
      cyclomatic: numbers.cyclomatic || (data.get('complexity') ?? 0),
      lines: data.get('lineCount') ?? numbers.lines,
      nesting: Math.max(numbers.nesting, data.get('depth') ?? 0),
      parameters: data.get('count') ?? numbers.parameters,
    });
  };
  const rules = Object.fromEntries([...LIMITS.keys()].map((name) => [name, wrapRule(name, record)]));
  const messages = linter.verify(
    text,
    {
      files: ['**/*.{js,cjs,mjs,jsx,ts,tsx}'],
      plugins: { judge: { rules } },
      rules: Object.fromEntries([...LIMITS.keys()].map((name) => [`judge/${name}`, 'error'] as const)),
      linterOptions: { noInlineConfig: true },
      languageOptions: {
        parser: tseslint.parser,
        sourceType: path.endsWith('.cjs') ? 'commonjs' : 'module',
        parserOptions: { ecmaFeatures: { jsx: !path.endsWith('.ts') } },
      },
    },
    { filename: path },
  );
  const fatal = messages.find((message) => message.fatal);
  if (fatal !== undefined) throw new Error(`${path}:${fatal.line}: ${fatal.message}`);
  return { lines, functions };
}

type Record = (rule: string, node: FoundNode | undefined, data: ReadonlyMap<string, number>) => void;

/** The same rule, reporting to us instead. */
function wrapRule(name: string, record: Record): Rule.RuleModule {
  const rule = builtinRules.get(name);
  if (rule === undefined) throw new Error(`ESLint has no rule ${name}`);
  return {
    create: (context) => {
      const report = (descriptor: { node?: unknown; data?: object }): void =>
        record(name, isFoundNode(descriptor.node) ? descriptor.node : undefined, readData(descriptor.data));
      const own: unknown = Object.create(context, {
        options: { value: [LIMITS.get(name)] },
        report: { value: report },
      });
      return isRuleContext(own) ? rule.create(own) : {};
    },
  };
}

function isRuleContext(value: unknown): value is Rule.RuleContext {
  return typeof value === 'object' && value !== null && 'sourceCode' in value;
}

function isFoundNode(value: unknown): value is FoundNode {
  return typeof value === 'object' && value !== null && 'range' in value;
}

function readData(data: object | undefined): ReadonlyMap<string, number> {
  return new Map(Object.entries(data ?? {}).map(([key, value]) => [key, Number(value)]));
}

/** The function itself, the one a method holds, or the one around a block. */
function findFunction(node: FoundNode, isBlock: boolean): FoundNode | undefined {
  if (!isBlock) return isFunction(node) ? node : node.value;
  let around: FoundNode | null = node;
  while (around !== null && !isFunction(around) && around.type !== 'StaticBlock') around = around.parent;
  return around !== null && isFunction(around) ? around : undefined;
}

function isFunction({ type }: FoundNode): boolean {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
}
