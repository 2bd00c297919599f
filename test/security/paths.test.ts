import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptLine } from '../../src/model/index.js';
import type { EventOf } from '../../src/schema/index.js';
import { createCountCheck } from '../support/count-check.js';
import { runScript } from '../support/run-script.js';
import { readTree, type TempProject } from '../support/walled-project.js';
import { CANARY, makeTrappedProject } from './hostile-reply.js';

const never = createCountCheck('never', () => ['still wrong']);

const OUTSIDE = [
  '/etc/passwd',
  '../canary/secret.txt',
  '../project-evil/x.js',
  'src/../../canary/new.txt',
  'link/secret.txt',
  'link/new.txt',
  'linkfile',
  'dangling',
  'src/inner/new.txt',
  '~/x',
  'C:\\x',
];
const CONTROL = [
  '.git/config',
  '.git/hooks/pre-commit',
  '.GIT/hooks/x',
  '.g\u200bit/x',
  '．git/x',
  '.git./x',
  'git~1/x',
  'loop/.git/config',
  '.agentforge/config.yaml',
  '.AGENTFORGE/x',
  'sub/.agentforge/x',
  '.claude/settings.json',
  'deep/er/.mcp.json',
  '.vscode/tasks.json',
  '.husky/pre-commit',
  '.npmrc',
  '.envrc',
];

let project: TempProject;
let before: ReadonlyMap<string, string>;

beforeAll(() => {
  project = makeTrappedProject();
  before = readAll();
});

/** What the harness keeps for itself is its own. */
function readAll(): Map<string, string> {
  return readTree(project.outside, (file) =>
    /^project\/\.agentforge\/(?:cache|evidence|tasks|\.gitignore)/.test(file),
  );
}

async function act(...script: ScriptLine[]): Promise<EventOf<'step-finished'>[]> {
  const run = await runScript({ root: project.root, checks: [never], script });
  return run.eventsOf('step-finished');
}

function writesTo(file: string): ScriptLine[] {
  const edits = [
    { action: 'write_file', path: 'app.js', text: 'harmless' },
    { action: 'write_file', path: file, text: 'owned' },
  ];
  return [
    { action: 'write_file', parameters: { path: file, text: 'owned' } },
    { action: 'insert_lines', parameters: { path: file, after: 0, text: 'owned' } },
    { action: 'apply_edits', parameters: { edits } },
  ];
}

describe.each([...OUTSIDE, ...CONTROL])('a reply that writes %j', (file) => {
  it('is refused and leaves everything as it was', async () => {
    const steps = await act(
      { action: 'read', parameters: { items: [{ path: 'app.js' }] } },
      ...writesTo(file),
    );
    expect(steps.slice(1).map(({ result }) => result)).toHaveLength(3);
    for (const { result, summary } of steps.slice(1)) {
      expect(['failure', 'blocked', 'rejected']).toContain(result);
      expect(summary).not.toContain(CANARY);
    }
    expect(readAll()).toEqual(before);
  });
});

describe.each(OUTSIDE)('a reply that looks at %j', (file) => {
  it('sees nothing of it', async () => {
    const run = await runScript({
      root: project.root,
      checks: [never],
      script: [
        { action: 'read', parameters: { items: [{ path: file }] } },
        { action: 'load_context', parameters: { item: `full_file:${file}` } },
        { action: 'search_code', parameters: { pattern: 'canary', glob: file } },
      ],
    });
    const steps = await run.eventsOf('step-finished');
    expect(steps.slice(0, 2).map(({ result }) => result)).toEqual(['failure', 'failure']);
    expect(JSON.stringify(run.asked.map(({ messages }) => messages))).not.toContain(CANARY);
  });
});

describe('what the harness keeps for itself', () => {
  it.each([
    '.agentforge/tasks/x/actions.yaml',
    '.AgentForge/tasks/x/actions.yaml',
    'loop/.agentforge/evidence/x.json',
  ])('is not for an agent to read: %s', async (file) => {
    project.write('.agentforge/tasks/x/actions.yaml', 'kept\n');
    project.write('.agentforge/evidence/x.json', '{}');
    const [step] = await act({ action: 'read', parameters: { items: [{ path: file }] } });
    expect(step).toMatchObject({ result: 'failure' });
    expect(step?.summary).toMatch(/kept by the harness|There is no file/);
  });
});

describe('a link inside the project', () => {
  it('is followed to the file it means, which is the one that is recorded', async () => {
    const run = await runScript({
      root: project.root,
      checks: [createCountCheck('todo', (read) => (read('app.js').includes('a + b') ? [] : ['wrong']))],
      script: [{ action: 'edit_file', parameters: { path: 'loop/loop/app.js', old: 'a - b', new: 'a + b' } }],
      spec: { inputs: { target_files: [{ path: 'app.js', status: 'to_modify' }] } },
    });
    const state = await run.state();
    expect(Object.keys(state.files)).toEqual(['app.js']);
    expect(state.status).toBe('completed');
    expect(existsSync(path.join(project.outside, 'app.js'))).toBe(false);
  });
});
