// The actions that measure: checks, tests, affected tests, and named commands from trusted configuration.
import { z } from 'zod';
import { defineAction, type Action } from './contract.js';

const noTests = 'this task has no test command';

export const measureActions: readonly Action[] = [
  defineAction({
    name: 'run_check',
    description: 'Run one check by id, or all of them.',
    when: 'you want to see where the checks stand; they also run by themselves after each change',
    priority: 3,
    parameters: z.strictObject({ id: z.string().optional() }),
    mutates: false,
    repeatable: true,
    useless: (means) => (means.checks.length === 0 ? 'this task has no checks' : undefined),
    plan: ({ id }, view) =>
      id !== undefined && !view.checks.includes(id)
        ? {
            kind: 'fail',
            message: `There is no check ${JSON.stringify(id)}.`,
            hint: `Checks: ${view.checks.join(', ')}.`,
          }
        : { kind: 'measure', what: 'checks', ...(id === undefined ? {} : { id }) },
  }),
  defineAction({
    name: 'run_tests',
    description: 'Run the test suite, or one test file.',
    when: 'you want fresh test results; they also run by themselves after each change',
    priority: 3,
    parameters: z.strictObject({ path: z.string().min(1).optional() }),
    mutates: false,
    repeatable: true,
    useless: (means) => (means.hasTests ? undefined : noTests),
    plan: ({ path }, view) => {
      if (path === undefined) return { kind: 'measure', what: 'tests' };
      const file = view.readFile(path);
      return file.ok
        ? { kind: 'measure', what: 'tests', path: file.path }
        : { kind: 'fail', message: file.message };
    },
  }),
  defineAction({
    name: 'run_affected_tests',
    description: 'Run only the tests that reach the changed files (or `path`) through imports.',
    when: 'the suite is slow and you want to know about your change',
    priority: 2,
    parameters: z.strictObject({ path: z.string().min(1).optional() }),
    mutates: false,
    repeatable: true,
    useless: (means) => (means.hasTests ? undefined : noTests),
    plan: ({ path }, view) => {
      if (path === undefined) return { kind: 'measure', what: 'affected' };
      const file = view.readFile(path);
      return file.ok
        ? { kind: 'measure', what: 'affected', path: file.path }
        : { kind: 'fail', message: file.message };
    },
  }),
  defineAction({
    name: 'run_command',
    description: 'Run a command that the project configuration names.',
    when: 'the project offers one that helps',
    priority: 1,
    parameters: z.strictObject({ name: z.string().min(1) }),
    mutates: false,
    repeatable: true,
    useless: (means) => (means.commands.length === 0 ? 'the project configures no commands' : undefined),
    plan: ({ name }, view) =>
      view.commands.includes(name)
        ? { kind: 'command', name }
        : {
            kind: 'fail',
            message: `There is no command ${JSON.stringify(name)}.`,
            hint: `Commands: ${view.commands.join(', ')}.`,
          },
  }),
];
