// The actions of a task as a model is offered them, and whether it can be offered them natively.
import { z } from 'zod';
import { CALL_FORMAT, countTokens, countTools, type ActionSchema } from '../../model/index.js';
import type { SectionName } from '../../schema/index.js';
import { chooseModel } from '../choose-model.js';
import type { TaskSession } from '../session.js';
import { taskActions } from './brief.js';
import type { Brief } from './inputs.js';

/** Headings, separators, and a window of some use. */
const LEAST_ROOM = 500;
/** What else is constant: it takes what it needs, up to its cap. */
const CONSTANT = ['system', 'task', 'domain', 'example', 'hints', 'analysis'] as const;

/** Constant for the task type. */
export function listActions(session: TaskSession): ActionSchema[] {
  return taskActions(session).map(({ name, description, when, parameters }) => ({
    name,
    description: `${description} Use when ${when}.`,
    parameters: z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' }),
  }));
}

/**
 * What the list takes as native tools; undefined when the model writes text, or when the list would leave its context no room.
 * Rests on nothing that changes within a task.
 */
export function countNative(
  session: TaskSession,
  brief: Brief,
  actions: readonly ActionSchema[],
): number | undefined {
  if (chooseModel(session).calls !== true) return undefined;
  const { sections, ceiling } = session.type;
  const toolTokens = countTools(actions);
  const capOf = (section: SectionName): number => sections[section] ?? 0;
  const constant = CONSTANT.map((part) =>
    Math.min(countTokens(brief[part]), capOf(part === 'example' ? 'domain' : part)),
  );
  const varying = Object.entries(sections)
    .filter(([section]) => !['windows', 'actions', ...CONSTANT].includes(section))
    .map(([, cap]) => cap);
  const rest = [...constant, ...varying, countTokens(CALL_FORMAT), LEAST_ROOM];
  return rest.reduce((sum, tokens) => sum + tokens, toolTokens) <= ceiling ? toolTokens : undefined;
}
