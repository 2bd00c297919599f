// Judges an action: every guard is asked, all objections are reported, deny wins, and a guard that fails denies.
import type { Guard, GuardedAction, GuardView, Objection, Verdict } from './contract.js';

export interface Judgement {
  readonly verdict: Verdict;
  readonly objections: readonly Objection[];
}

const WEIGHTS: readonly Objection['decision'][] = ['deny', 'ask', 'warn'];

export function evaluate(action: GuardedAction, view: GuardView, guards: readonly Guard[]): Judgement {
  const objections = guards.flatMap((guard) => askGuard(guard, action, view));
  const heaviest = WEIGHTS.map((weight) => objections.find(({ decision }) => decision === weight));
  return { verdict: heaviest.find((one) => one !== undefined) ?? { decision: 'allow' }, objections };
}

function askGuard(guard: Guard, action: GuardedAction, view: GuardView): readonly Objection[] {
  try {
    return guard.judge(action, view);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [
      {
        decision: 'deny',
        guard: guard.name,
        reason: `the guard ${guard.name} could not be evaluated (${why.slice(0, 200)})`,
        hint: 'This is a failure of the guard, not a judgement of the action; try another action or escalate.',
      },
    ];
  }
}
