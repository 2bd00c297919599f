// Where a piece begins and ends: at the edges a person would have chosen.
import { describe, expect, it } from 'vitest';
import { openProject, replay, requestFor } from './code-service.js';

const SETTINGS = `
export class Shop {
  constructor(options) {
    this.started = false;
    this.name = options.name || 'shop';
    this.city = options.city || 'Bern';
    this.rows = options.rows || 3;
    this.size = options.size || 4;
    this.mode = options.mode || options.kind || 'plain';
    if (options.keys) this.keys = options.keys;
    this.items = [];
    if (this.size > 9) {
      for (const row of this.rows) this.items.push(row ? row.name : '');
    }
    if (this.rows > 8 && this.mode) this.started = true;
  }
}
`;

const ANSWERS = `
export function answer(request, reply) {
  const text = request.text;

  // nothing to say
  if (text === null || text === undefined) {
    if (request.silent) {
      reply.drop('type');
      return reply.end();
    }
    reply.kind = request.modern ? 'short' : 'long';
    if (!reply.open) reply.size = 0;
    return reply.end('-');
  }

  if (request.head) {
    if (!reply.open && !reply.sized) {
      if (text.length > 3) reply.size = text.length;
    }
    return reply.end();
  }

  if (text.large) return reply.pipe(text);
  return reply.end(text);
}
`;

const PAIR = `
export function score(input, limit) {
  let total = 0;
  for (const part of input) {
    if (part.a && part.b) total += 1;
  }
  const wide = input.length > limit;

  // grow what is too small
  if (total < 3 && !wide) log('small');
  if (total < 2 && wide) log('tiny');

  if (total > 100 || limit > 50) log('large');
  if (limit === 0) return undefined;
  return total > limit && wide ? total : limit;
}
`;

describe('a cut', () => {
  it('takes the whole row of statements that are alike', async () => {
    const project = await openProject({ 'a.js': SETTINGS });
    const [best] = project.service.advise(requestFor('Shop.constructor', 'a.js')).recipes;
    const after = (best && replay(project, 'a.js', best).at(-1)) ?? '';
    expect(after).toContain('applyOptions');
    const created = after.slice(after.indexOf('applyOptions'));
    for (const name of ['name', 'city', 'rows', 'size', 'mode', 'keys'])
      expect(created).toContain(`this.${name} = options.${name}`);
  });

  it('is a branch that returns for itself rather than a piece whose caller has to ask', async () => {
    const project = await openProject({ 'a.js': ANSWERS });
    const [best] = project.service.advise({ ...requestFor('answer', 'a.js'), limit: 7 }).recipes;
    const after = (best && replay(project, 'a.js', best).at(-1)) ?? '';
    expect(after).toMatch(/ return \w+\(request, reply/);
    expect(after).not.toContain('done:');
  });

  it('does not part what stands under one comment', async () => {
    const { service } = await openProject({ 'a.js': PAIR });
    const { recipes } = service.advise({ ...requestFor('score', 'a.js'), limit: 9 });
    expect(recipes.length).toBeGreaterThan(0);
    const ranges = recipes.flatMap(({ steps }) =>
      steps.map(({ parameters }) => parameters as { start: number; end: number; expression?: string }),
    );
    const parted = ranges.filter(
      ({ start, end, expression }) => expression === undefined && (end === 10 || start === 11),
    );
    expect(parted).toEqual([]);
  });
});
