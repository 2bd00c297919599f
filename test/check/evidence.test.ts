import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createEvidenceStore,
  nameMeasurement,
  type Evidence,
  type EvidenceStore,
} from '../../src/check/index.js';
import { nodeDisk } from '../../src/platform/index.js';
import { makeTempProject } from '../support/walled-project.js';

function makeEvidence(workspace: string, measured: string, complete = true): Evidence {
  return {
    workspace,
    measured,
    at: '2026-01-01T00:00:00.000Z',
    verification: { workspace, reached: 'full', failedAt: null, syntax: [], checks: [], complete },
  };
}

describe('evidence', () => {
  const project = makeTempProject();
  const open = (): EvidenceStore => createEvidenceStore(nodeDisk, path.join(project.root, 'evidence'));
  const store = open();
  const find = (from: EvidenceStore, ...[hash, name]: [string, string]): Evidence | undefined =>
    from.find(hash, name, { trustDisk: true });
  const workspace = 'a'.repeat(64);
  const measured = nameMeasurement({ checks: ['x'] });

  it('is found for the workspace and the measurement it was stored for, and for no other', () => {
    expect(find(store, workspace, measured)).toBeUndefined();
    store.save(makeEvidence(workspace, measured), { durable: true });
    expect(find(store, workspace, measured)).toEqual(makeEvidence(workspace, measured));
    expect(find(store, workspace, nameMeasurement({ checks: ['y'] }))).toBeUndefined();
    expect(find(store, 'b'.repeat(64), measured)).toBeUndefined();
    // The file name holds only the beginning of both.
    expect(find(store, `${'a'.repeat(63)}b`, measured)).toBeUndefined();
  });

  it('is replaced by a newer one', () => {
    store.save(makeEvidence(workspace, measured, false), { durable: true });
    expect(find(store, workspace, measured)?.verification.complete).toBe(false);
  });

  it.each(['', '{', '[]', '{"workspace":"x"}'])('that is damaged (%j) is none', (text) => {
    project.write(`evidence/${workspace.slice(0, 32)}-${measured.slice(0, 16)}.json`, text);
    expect(find(open(), workspace, measured)).toBeUndefined();
    // What this process saved itself does not depend on the file.
    expect(find(store, workspace, measured)).toBeDefined();
  });

  it('on disk counts only where nobody else could have written it', () => {
    store.save(makeEvidence('c'.repeat(64), measured), { durable: false });
    expect(open().find('c'.repeat(64), measured, { trustDisk: false })).toBeUndefined();
    expect(open().find('c'.repeat(64), measured, { trustDisk: true })).toBeDefined();
    expect(store.find('c'.repeat(64), measured, { trustDisk: false })).toBeDefined();
  });

  it('of a measurement is named by content, not by the order of keys', () => {
    expect(nameMeasurement({ a: 1, b: 2 })).toBe(nameMeasurement({ b: 2, a: 1 }));
    expect(nameMeasurement({ a: 1 })).not.toBe(nameMeasurement({ a: 2 }));
  });
});
