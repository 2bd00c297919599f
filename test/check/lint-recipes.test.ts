import { describe, expect, it } from 'vitest';
import { adviseViolation, createTextLinter, STRICT } from '../../src/check/index.js';
import { createTypeScriptService } from '../../src/code/index.js';
import { sha256 } from '../../src/platform/index.js';
import type { Advice, Violation } from '../../src/schema/index.js';
import { FARE } from '../support/fix-project.js';
import { makeProject } from '../support/temp-project.js';
import { createRun, define, linkModule } from './conformance/check-project.js';

const SMALL = define({ id: 'small', kind: 'metric', config: { metric: 'cyclomatic', max: 4 } });
const FOUND: Violation = {
  id: 'V-1',
  check: 'small',
  severity: 'warning',
  path: 'fare.js',
  symbol: 'fare',
  message: 'too much',
  status: 'open',
};

/** Recipes for `fare`, as a project with these rules gets them. */
async function adviseWith(rules?: Readonly<Record<string, unknown>>): Promise<Advice> {
  const files = {
    'package.json': '{"type":"module"}',
    'fare.js': FARE,
    'node_modules/README.md': '',
    ...(rules && { 'eslint.config.js': `export default [{ rules: ${JSON.stringify(rules)} }];\n` }),
  };
  const root = makeProject(files);
  linkModule(root, 'eslint');
  const read = (path: string): string | undefined => (path === 'fare.js' ? FARE : undefined);
  return adviseViolation({
    definitions: [SMALL],
    violation: FOUND,
    found: [FOUND],
    text: FARE,
    quality: STRICT,
    lintTexts: createTextLinter(root)(createRun(root), 'fare.js'),
    code: () => createTypeScriptService({ root, listFiles: () => ['fare.js'], read }),
    signal: new AbortController().signal,
  });
}

const namesIn = ({ recipes: [best] }: Advice): string[] => best?.created.map(({ name }) => name) ?? [];

describe("a recipe that the project's own linter would complain about", () => {
  it('is offered with other names where it is the names that are disliked', async () => {
    const free = await adviseWith();
    const longest = Math.max(...namesIn(free).map(({ length }) => length));
    const advice = await adviseWith({ 'id-length': ['error', { max: longest - 1, properties: 'never' }] });
    const [best] = advice.recipes;
    expect(namesIn(advice)).toHaveLength(namesIn(free).length);
    for (const { length } of namesIn(advice)) expect(length).toBeLessThan(longest);
    const [renamed = ''] = namesIn(advice).filter((name) => !namesIn(free).includes(name));
    expect(renamed).toMatch(/fare/i);
    expect(best?.steps.map(({ parameters }) => parameters['name'])).toContain(renamed);
    expect(best?.steps.map(({ why }) => why).join()).toContain(renamed);
    expect(best?.contents[0]).toBe(sha256(FARE));
    expect(best?.contents).toHaveLength((best?.steps.length ?? 0) + 1);
    expect(best?.contents).not.toEqual(free.recipes[0]?.contents);
  });

  it('is not offered at all where nothing helps, and the rule is named', async () => {
    expect(await adviseWith({ 'func-style': ['error', 'expression'] })).toEqual({
      recipes: [],
      none: expect.stringMatching(/makes the project's own linter complain \(func-style\)$/) as string,
    });
  });

  it('is offered as it is where the linter has nothing to say, complains as before, or cannot be asked', async () => {
    const free = await adviseWith();
    expect(free.recipes.length).toBeGreaterThan(0);
    expect(await adviseWith({ semi: 'error', 'no-magic-numbers': 'error' })).toEqual(free);
    expect(await adviseWith({ 'no-such-rule': 'error' })).toEqual(free);
  });
});
