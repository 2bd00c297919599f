// Moves a function out of the function it is declared in; what it used from there is handed to it.
import type { Transformed } from '../../refactoring.js';
import { refuse } from '../extract/refusal.js';
import { readFunctionName } from '../simplify/names.js';
import { openSource } from '../simplify/source.js';
import type { FunctionNode, TransformInput } from '../transform-input.js';
import { listCaptured } from './captured.js';
import { findInner } from './inner.js';
import { findObstacle } from './obstacle.js';
import { changeCalls, removeInner, writeHoisted } from './write-hoisted.js';

/** `inner` is declared directly in the target: as a function, or as the value of a variable of its own. */
export function hoistFunction(input: TransformInput, inner: FunctionNode, name: string): Transformed {
  const source = openSource(input);
  const found = findInner(source, inner);
  if (found === undefined) {
    return refuse(
      'unsupported',
      'Only a function that the function declares by name can be moved out of it.',
    );
  }
  const obstacle = findObstacle(source, found, name);
  if (obstacle !== undefined) return obstacle;
  const captured = listCaptured(source, found);
  if ('ok' in captured) return captured;
  const move = { inner: found, name, captured };
  const created = writeHoisted(source, move);
  if ('ok' in created) return created;
  const from = readFunctionName(source, source.target);
  return {
    ok: true,
    changes: [removeInner(source, found), ...changeCalls(source, move), created],
    created: [name],
    summary: `moved ${name} out of ${from === '' ? 'the function around it' : from}`,
  };
}
