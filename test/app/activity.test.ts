// What the gates did lately, from the spool of the hooks and from journals.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listActivity } from '../../src/app/index.js';
import { runScript } from '../support/run-script.js';

const SINCE = new Date('2020-01-01T00:00:00Z');

function writeSpool(root: string, day: string, lines: readonly (object | string)[]): void {
  const folder = path.join(root, '.agentforge', 'spool');
  mkdirSync(folder, { recursive: true });
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  writeFileSync(path.join(folder, `${day}.jsonl`), `${text}\n`);
}

const CALL = { dialect: 'claude', event: 'pre-tool', session: 's', tool: 'shell', name: 'Bash', paths: [] };

describe('activity', () => {
  it('counts what hooks judged and lists what they did not let pass, the newest first', async () => {
    const { harness, root } = await runScript({ script: [] });
    const denied = { verdict: 'deny', guard: 'destructive-git', reason: 'it throws work away' };
    writeSpool(root, '2026-05-01', [
      { ...CALL, at: '2026-05-01T10:00:00.000Z', verdict: 'allow' },
      { ...CALL, at: '2026-05-01T11:00:00.000Z', command: 'git reset --hard', ...denied },
      '{"at": "2026-05-01T11:30:00.000Z", "verd',
      '[]',
    ]);
    writeSpool(root, '2026-05-02', [
      { ...CALL, at: '2026-05-02T09:00:00.000Z', command: 'git clean -fd', ...denied },
      {
        ...CALL,
        at: '2026-05-02T10:00:00.000Z',
        verdict: 'bypass',
        guard: 'no-secrets',
        reason: 'a test key',
      },
    ]);
    const { calls, counts, guards, records } = await listActivity(harness.runtime, root, SINCE);
    expect(calls).toBe(4);
    expect(counts).toMatchObject({ blocked: 2, bypassed: 1, undone: 0 });
    expect(guards).toEqual([
      { guard: 'destructive-git', count: 2 },
      { guard: 'no-secrets', count: 1 },
    ]);
    expect(records.map(({ what }) => what)).toEqual(['Bash', 'Bash git clean -fd', 'Bash git reset --hard']);
    const late = await listActivity(harness.runtime, root, new Date('2026-05-02T00:00:00Z'));
    expect(late).toMatchObject({ calls: 2, counts: { blocked: 1, bypassed: 1 } });
  });

  it('knows what guards blocked and what was undone in our own tasks', async () => {
    const { harness, root, task } = await runScript({
      spec: { inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] } },
      script: [
        { action: 'write_file', parameters: { path: '.git/config', text: '' } },
        { action: 'edit_file', parameters: { path: 'work.txt', old: 'one', new: 'one\nTODO two' } },
      ],
    });
    const { counts, records } = await listActivity(harness.runtime, root, new Date(0));
    expect(counts).toMatchObject({ blocked: 1, undone: 1 });
    expect(records.find(({ kind }) => kind === 'blocked')).toMatchObject({ who: task, guard: 'confinement' });
    expect(records.find(({ kind }) => kind === 'undone')).toMatchObject({ what: 'work.txt' });
  });

  it('is empty where nothing was ever recorded', async () => {
    const { harness, root } = await runScript({ script: [] });
    const { calls, records, guards } = await listActivity(harness.runtime, root, SINCE);
    expect({ calls, records, guards }).toEqual({ calls: 0, records: [], guards: [] });
  });
});
