// How a file writes its functions, and where it puts those that others call.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';

export interface FunctionHabit {
  /** `function f() {}`, `var f = function f() {};`, `const f = function () {};` or `const f = () => {};` */
  readonly form: 'declaration' | 'named expression' | 'expression' | 'arrow';
  /** Whether functions mostly stand above the code that calls them, or below. */
  readonly helpersFirst: boolean;
  readonly helpersLast: boolean;
}

export function readFunctionHabit(compiler: TypeScript, file: ts.SourceFile): FunctionHabit {
  const declared = new Map<string, ts.Node>();
  const forms: FunctionHabit['form'][] = [];
  for (const statement of file.statements) {
    if (compiler.isFunctionDeclaration(statement) && statement.name !== undefined) {
      declared.set(statement.name.text, statement);
      forms.push('declaration');
    }
    if (compiler.isVariableStatement(statement)) {
      for (const { initializer } of statement.declarationList.declarations)
        forms.push(...readForm(compiler, initializer));
    }
  }
  // One that is not hoisted must stand above its callers: only a file that has no other kind surely wants it.
  if (forms.length > 1 && !forms.includes('declaration'))
    return { form: findMostFrequent(forms), helpersFirst: true, helpersLast: false };
  const balance = countHelpersAbove(compiler, file, declared);
  return { form: 'declaration', helpersFirst: balance > 0, helpersLast: balance < 0 };
}

function findMostFrequent(forms: readonly FunctionHabit['form'][]): FunctionHabit['form'] {
  const count = (form: FunctionHabit['form']): number => forms.filter((each) => each === form).length;
  return [...forms].sort((a, b) => count(b) - count(a))[0] ?? 'declaration';
}

function readForm(compiler: TypeScript, value: ts.Expression | undefined): FunctionHabit['form'][] {
  if (value === undefined) return [];
  if (compiler.isArrowFunction(value)) return ['arrow'];
  if (!compiler.isFunctionExpression(value)) return [];
  return [value.name === undefined ? 'expression' : 'named expression'];
}

/** Calls of functions that stand above the call, less those that stand below. */
function countHelpersAbove(
  compiler: TypeScript,
  file: ts.SourceFile,
  declared: ReadonlyMap<string, ts.Node>,
): number {
  let balance = 0;
  const visit = (node: ts.Node): void => {
    if (compiler.isCallExpression(node) && compiler.isIdentifier(node.expression)) {
      const helper = declared.get(node.expression.text);
      const apart = helper !== undefined && (node.end <= helper.pos || node.pos >= helper.end);
      if (apart) balance += helper.pos < node.pos ? 1 : -1;
    }
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return balance;
}
