import { describe, expect, it } from 'vitest';
import { foldFinished } from '../../src/engine/fold-step.js';
import { createState } from '../../src/engine/initial-state.js';
import type { EventOf, Fact, TaskState } from '../../src/schema/index.js';

function makeFact(id: string, category: Fact['category'], statement = id): Fact {
  const source = 'test';
  return { id, category, subject: id, statement, confidence: 1, source, scope: id, step: 1, data: {} };
}

const CREATED: EventOf<'task-created'> = {
  ...{ seq: 1, at: '2026-01-01T00:00:00.000Z', prev: '', epoch: 1 },
  ...{ type: 'task-created', schema: 1, task: 't', taskType: 'custom', specHash: '', nonce: 'x' },
  ...{ firstPhase: 'init', limits: {}, pins: {} },
} as EventOf<'task-created'>;

const FINISHED = {
  ...{ type: 'step-finished', step: 3, action: 'edit_file', result: 'reverted', summary: 'undone' },
  ...{ facts: [], retire: [], contents: [], points: 0, durationMs: 1 },
  record: { progress: false },
} as unknown as EventOf<'step-finished'>;

/** In the middle of taking back, or of making, a change set that began when two facts were known. */
function inChangeSet(kind: 'apply' | 'unwind'): TaskState {
  const known = [makeFact('failing', 'error'), makeFact('habit', 'pattern')];
  return {
    ...createState(CREATED),
    facts: [
      makeFact('failing', 'error', 'failing in another way'),
      makeFact('habit', 'pattern', 'habit, seen again'),
      makeFact('new-error', 'error'),
      makeFact('tried', 'pattern'),
    ],
    changeSet: { facts: known, files: {} } as unknown as TaskState['changeSet'],
    open: { step: 3, attempt: 0, context: '', boundUsd: 0, act: { kind, edits: [] } },
  } as unknown as TaskState;
}

const statements = ({ facts }: TaskState): string[] => facts.map(({ statement }) => statement).sort();

describe('a change set that is taken back', () => {
  it('takes along what was learned in it, save what was tried', () => {
    expect(statements(foldFinished(inChangeSet('unwind'), FINISHED))).toEqual(['failing', 'habit', 'tried']);
  });

  it('leaves what is known alone while it is made', () => {
    expect(foldFinished(inChangeSet('apply'), FINISHED).facts).toHaveLength(4);
  });
});
