// Whether the text of a test asserts anything that is not settled beforehand.
import type ts from 'typescript';
import { countTests } from './count-tests.js';
import { loadCompiler, parseScript, SCRIPT, type Compiler } from './script-syntax.js';

/** Undefined when the test is not found in the file: its name may be put together as it runs. */
export async function hasAssertion(name: string, text: string, test: string): Promise<boolean | undefined> {
  const body = name.endsWith('.py') ? findPythonTest(text, test) : await findScriptTest(name, text, test);
  return body === undefined
    ? undefined
    : countTests(name, dropSettled(body)).assertions > 0 || HELPER.test(body);
}

/** Assertions that live in a function of their own are usually called so. */
const HELPER = /\b(?:check|expect|assert|verify|ensure|should|must)[A-Z_]\w*\s*\(/;

const LITERAL = String.raw`(?:true|false|null|undefined|None|True|False|-?\d+(?:\.\d+)?|'[^'\n]*'|"[^"\n]*"|\`[^\`$]*\`)`;
const SETTLED = new RegExp(
  [
    String.raw`\b(?:assert|t)(?:\.\w+)*\(\s*${LITERAL}(?:\s*(?:,|[=!]==?)\s*${LITERAL})*\s*,?\s*\)`,
    String.raw`\bexpect\(\s*${LITERAL}\s*\)(?:\.\w+)+\(\s*(?:${LITERAL})?\s*\)`,
    String.raw`\bself\.assert\w+\(\s*${LITERAL}(?:\s*,\s*${LITERAL})*\s*\)`,
    String.raw`\bassert\s+${LITERAL}(?:\s*(?:[=!]=|is)\s*${LITERAL})?\s*$`,
  ].join('|'),
  'gm',
);

function dropSettled(body: string): string {
  return body.replace(SETTLED, '');
}

async function findScriptTest(name: string, text: string, test: string): Promise<string | undefined> {
  if (!SCRIPT.test(name)) return undefined;
  const compiler = await loadCompiler();
  const source = parseScript(compiler, name, text);
  let found: string | undefined;
  const visit = (node: ts.Node): void => {
    const title = readTitle(compiler, node);
    // The innermost call of that name: a group around it may be called the same.
    if (title !== undefined && test.endsWith(title) && isTitleEnd(test, title)) found = node.getText(source);
    compiler.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function readTitle(compiler: Compiler, node: ts.Node): string | undefined {
  if (!compiler.isCallExpression(node)) return undefined;
  const [title] = node.arguments;
  const takesFunction = node.arguments.some((one) => compiler.isFunctionLike(one));
  return title && compiler.isStringLiteralLike(title) && takesFunction ? title.text : undefined;
}

/** What comes before it in the full name are the groups it is in. */
function isTitleEnd(test: string, title: string): boolean {
  return test.length === title.length || /[\s>:›]$/.test(test.slice(0, -title.length));
}

function findPythonTest(text: string, test: string): string | undefined {
  const name = /(\w+)(?:\[.*\])?$/.exec(test)?.[1] ?? '';
  const lines = text.split('\n');
  const start = lines.findIndex((line) => new RegExp(`^\\s*(?:async\\s+)?def\\s+${name}\\b`).test(line));
  if (name === '' || start === -1) return undefined;
  const indent = /^\s*/.exec(lines[start] ?? '')?.[0].length ?? 0;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.trim() !== '' && (/^\s*/.exec(line)?.[0].length ?? 0) <= indent);
  return rest.slice(0, end === -1 ? undefined : end).join('\n');
}
