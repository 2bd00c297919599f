// JavaScript whose types are checked has them in comments; the new function must have them too.
import { findCommentType } from './comment-types.js';
import type { FunctionPlan } from './plan.js';
import type { ReturnType as Returned } from './return-type.js';
import { describeType } from './types.js';
import { describeVariable } from './variable-types.js';

export function describeInComment(plan: FunctionPlan, returned: Returned | undefined): string[] {
  const { region, placement, receiver, uses, inputs } = plan;
  const tags: string[] = [];
  const [self] = uses.this;
  if (receiver.kind === 'call' && self !== undefined) {
    const type = region.checker.getTypeAtLocation(self);
    tags.push(`@this {${toText(describeType(region, 'this', type, placement.beside))}}`);
  }
  for (const variable of inputs) {
    const described = describeVariable(region, variable, placement.beside);
    const type =
      described.ok && described.text !== 'any' ? described.text : findCommentType(region, variable);
    tags.push(`@param {${type ?? 'any'}} ${variable.name}`);
  }
  if (returned !== undefined) tags.push(`@returns {${returned.text}}`);
  return tags.length === 0 ? [] : ['/**', ...tags.map((tag) => ` * ${tag}`), ' */'];
}

/** What cannot be named is anything: that is how such files say it themselves. */
function toText(described: ReturnType<typeof describeVariable>): string {
  return described.ok ? described.text : 'any';
}
