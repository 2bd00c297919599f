// Where a file leaves parameters alone, the new function copies those it changes into variables of its own.
import type { StatementPlan } from './plan.js';
import { isDeclaredInside } from './region.js';
import { readStyle } from './style.js';
import type { Variable } from './variable.js';

export interface OwnVariables {
  /** What is handed over, by the name it has in the new function. */
  readonly inputs: readonly Variable[];
  /** Declarations that stand at the top. */
  readonly lines: readonly string[];
}

/** More copies than this are harder to read than what they avoid. */
const MAX_COPIES = 2;

/** `returned` is not set any more. */
export function copyChanged(plan: StatementPlan, returned: Variable | undefined): OwnVariables {
  const { region } = plan;
  const style = readStyle(region.compiler, region.file);
  const changed = plan.inputs.filter(
    (variable) =>
      variable !== returned &&
      !isDeclaredInside(region, variable) &&
      variable.references.some(({ node, writes }) => writes && region.has(node)),
  );
  if (!style.keepsParameters || changed.length > MAX_COPIES) return { inputs: plan.inputs, lines: [] };
  const names = new Map(changed.map((variable) => [variable, nameGiven(plan, variable)]));
  return {
    inputs: plan.inputs.map((variable) => ({ ...variable, name: names.get(variable) ?? variable.name })),
    lines: [...names].map(([{ name }, given]) => `${style.variable} ${name} = ${given}${style.semicolon}`),
  };
}

/** Only the moved code sees the name. */
function nameGiven({ region, inputs }: StatementPlan, { name }: Variable): string {
  const { file, first, last } = region;
  const words = new Set(file.text.slice(first.pos, last.end).match(/[\w$]+/g));
  const plain = name.replace(/^[_$]+(?=.)/, '');
  const isSnake = /^[^A-Z]+_[^A-Z]+$/.test(plain);
  const capital = plain.charAt(0).toUpperCase() + plain.slice(1);
  let given = isSnake ? `initial_${plain}` : `initial${capital}`;
  while (words.has(given) || inputs.some((each) => each.name === given))
    given += isSnake ? '_value' : 'Value';
  return given;
}
