// Types without a name, written by way of where they come from: `Options['paths']`, `ReturnType<typeof read>`.
import type ts from 'typescript';
import type { Region } from './region.js';
import type { Variable } from './variable.js';

interface Origin {
  /** A type as it stands in the file, that the text begins with; undefined when it is `typeof` a value of the module. */
  readonly root: ts.TypeNode | undefined;
  readonly text: string;
  readonly type: ts.Type;
}

/** So many steps from a name are as far as anybody follows. */
const MAX_STEPS = 4;

/** Undefined when there is no way, or when it does not lead to exactly this type. */
export function findOrigin(region: Region, variable: Variable, type: ts.Type): Origin | undefined {
  const [name] = variable.declarations;
  const origin = name === undefined ? undefined : traceName(region, name, MAX_STEPS);
  if (origin === undefined || origin.type === type) return origin;
  if (region.checker.getNonNullableType(origin.type) !== type) return undefined;
  return { ...origin, text: `NonNullable<${origin.text}>`, type };
}

function traceName(region: Region, name: ts.Identifier, steps: number): Origin | undefined {
  const { compiler } = region;
  const { parent } = name;
  if (steps === 0) return undefined;
  if (compiler.isParameter(parent) || compiler.isVariableDeclaration(parent)) {
    if (parent.type !== undefined) return fromNode(region, parent.type);
    if (compiler.isForOfStatement(parent.parent.parent)) {
      const all = traceValue(region, parent.parent.parent.expression, steps - 1);
      return all === undefined ? undefined : takeElement(region, all);
    }
    return traceValue(region, parent.initializer, steps - 1);
  }
  if (!compiler.isBindingElement(parent) || parent.dotDotDotToken !== undefined) return undefined;
  return parent.initializer === undefined ? traceElement(region, parent, steps) : undefined;
}

/** `a` in `const { a } = value` or `({ a }: Type)`. */
function traceElement(region: Region, element: ts.BindingElement, steps: number): Origin | undefined {
  const { compiler } = region;
  const { parent: pattern, propertyName = element.name } = element;
  if (!compiler.isObjectBindingPattern(pattern) || !compiler.isIdentifier(propertyName)) return undefined;
  const holder = pattern.parent;
  if (compiler.isBindingElement(holder)) return undefined;
  const whole =
    holder.type === undefined
      ? traceValue(region, holder.initializer, steps - 1)
      : fromNode(region, holder.type);
  return takeProperty(region, whole, propertyName.text);
}

function traceValue(region: Region, node: ts.Expression | undefined, steps: number): Origin | undefined {
  const { compiler } = region;
  if (node === undefined || steps === 0) return undefined;
  if (compiler.isIdentifier(node)) return traceIdentifier(region, node, steps);
  if (compiler.isPropertyAccessExpression(node) && node.questionDotToken === undefined)
    return takeProperty(region, traceValue(region, node.expression, steps - 1), node.name.text);
  // With a value only sometimes: the other one may be what the function gives as well.
  if (compiler.isConditionalExpression(node)) return traceValue(region, node.whenTrue, steps - 1);
  if (compiler.isAwaitExpression(node))
    return takeAwaited(region, traceValue(region, node.expression, steps - 1));
  return compiler.isCallExpression(node)
    ? takeResult(region, traceValue(region, node.expression, steps - 1))
    : undefined;
}

function traceIdentifier(region: Region, node: ts.Identifier, steps: number): Origin | undefined {
  const local = region.variables.find(node)?.variable;
  const [name] = local?.declarations ?? [];
  if (name !== undefined) return traceName(region, name, steps - 1);
  const type = region.checker.getTypeAtLocation(node);
  return { root: undefined, text: `typeof ${node.text}`, type };
}

function fromNode({ checker, file }: Region, node: ts.TypeNode): Origin {
  return { root: node, text: node.getText(file), type: checker.getTypeFromTypeNode(node) };
}

function takeProperty(
  { checker, first }: Region,
  whole: Origin | undefined,
  name: string,
): Origin | undefined {
  const property = whole === undefined ? undefined : checker.getPropertyOfType(whole.type, name);
  if (whole === undefined || property === undefined) return undefined;
  const type = checker.getTypeOfSymbolAtLocation(property, first);
  return { root: whole.root, text: `${wrap(whole.text)}['${name}']`, type };
}

function takeElement({ compiler, checker }: Region, whole: Origin): Origin | undefined {
  const type = checker
    .getIndexInfosOfType(whole.type)
    .find(({ keyType }) => (keyType.flags & compiler.TypeFlags.Number) !== 0)?.type;
  return type === undefined ? undefined : { root: whole.root, text: `${wrap(whole.text)}[number]`, type };
}

function takeAwaited({ checker }: Region, whole: Origin | undefined): Origin | undefined {
  const type = whole === undefined ? undefined : checker.getAwaitedType(whole.type);
  if (whole === undefined || type === undefined) return undefined;
  return { root: whole.root, text: `Awaited<${whole.text}>`, type };
}

/** Of a function with one signature, without type parameters. */
function takeResult({ checker }: Region, whole: Origin | undefined): Origin | undefined {
  const [signature, second] = whole?.type.getCallSignatures() ?? [];
  if (whole === undefined || signature === undefined || second !== undefined) return undefined;
  if (signature.typeParameters !== undefined) return undefined;
  const type = checker.getReturnTypeOfSignature(signature);
  return { root: whole.root, text: `ReturnType<${whole.text}>`, type };
}

function wrap(text: string): string {
  return /^(?:typeof|readonly|keyof) |[|&]|=>/.test(text) ? `(${text})` : text;
}
