// Simplifies a condition of a sample and shows what became of it.
import ts from 'typescript';
import { listFunctions } from '../../../../src/code/typescript/measure/list-functions.js';
import { simplifyConditional } from '../../../../src/code/typescript/simplify/simplify-conditional.js';
import { openInput, show } from './open-input.js';

/** The new text, or the reason of the refusal. The condition is on the second line unless said otherwise. */
export function simplify(text: string, line = 2, path = '/sample.js'): string {
  const input = openInput(text, undefined, path);
  const { file } = input;
  const isAround = ({ pos, end }: ts.Node): boolean =>
    file.getLineAndCharacterOfPosition(pos).line < line &&
    file.getLineAndCharacterOfPosition(end).line >= line - 1;
  const innermost = listFunctions(ts, file).findLast(({ node }) => isAround(node));
  const target = innermost?.node ?? input.target;
  return show(input, simplifyConditional({ ...input, target }, line));
}
