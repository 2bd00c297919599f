// What a shape cannot say about a check: whether its patterns and globs mean anything.
import type { CheckDefinition, Expectation } from '../../schema/index.js';
import { compileExpression } from './kinds/regex.js';
import { findGlobProblem } from './path-filter.js';

/** The end of a sentence that begins with the check's name. */
export function findProblem(definition: CheckDefinition): string | undefined {
  return findBadExpression(definition) ?? findBadGlob(definition);
}

function findBadExpression(definition: CheckDefinition): string | undefined {
  if (definition.kind === 'regex') {
    return explain('pattern', () => {
      if (compileExpression(definition).test('') && definition.config.forbid !== undefined)
        throw new Error('it matches an empty text, so it would be everywhere');
    });
  }
  const expect: Expectation = definition.kind === 'command' ? definition.config.expect : 'exit0';
  return expect === 'exit0' ? undefined : explain('pattern', () => new RegExp(expect.regex, 'm'));
}

function explain(what: string, attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : '';
    return `has a ${what} that cannot be used: ${why}`;
  }
}

function findBadGlob(definition: CheckDefinition): string | undefined {
  for (const glob of listGlobs(definition)) {
    const problem = findGlobProblem(glob);
    if (problem !== undefined) return `has a glob that cannot be used: ${JSON.stringify(glob)} ${problem}`;
  }
  return undefined;
}

function listGlobs(definition: CheckDefinition): string[] {
  const own = [...definition.files, ...definition.exclude];
  if (definition.kind === 'file')
    return [...own, ...(definition.config.require ?? []), ...(definition.config.forbid ?? [])];
  if (definition.kind !== 'dependency') return own;
  const { layers = [], forbid = [] } = definition.config;
  return [
    ...own,
    ...layers.flatMap(({ files }) => files),
    ...forbid.flatMap(({ from, to }) => [...from, ...to]),
  ];
}
