import { describe, expect, it } from 'vitest';
import { addExemption, loadExemptions, saveExemption } from '../../../src/check/index.js';
import type { Exemption } from '../../../src/schema/index.js';
import { readProjectFile } from '../../support/project-file.js';
import { makeProject } from '../../support/temp-project.js';

const first: Exemption = {
  violation: 'V-1',
  reason: 'legacy: see ADR 7',
  owner: 'ann',
  expires: '2030-05-01',
};
const second: Exemption = {
  check: 'complexity',
  path: 'src/old/**',
  reason: 'moves out',
  owner: 'bob',
  expires: '2030-06-01',
};

describe('exemptions', () => {
  it('are none without a file', () => {
    expect(loadExemptions(makeProject({}))).toEqual([]);
  });

  it('are written so that they read back, in a file that explains itself', () => {
    const root = makeProject({});
    saveExemption(root, first);
    saveExemption(root, second);
    expect(loadExemptions(root)).toEqual([first, second]);
    expect(readProjectFile(root, '.agentforge/exemptions.yaml')).toMatch(
      /^# Violations that are allowed for a while/,
    );
  });

  it('keep comments and order of what is there', () => {
    const text = [
      '# ours',
      'exemptions:',
      '  # agreed on Monday',
      '  - violation: V-9 # the big one',
      '    reason: "quoted"',
      '    owner: eve',
      "    expires: '2030-01-01'",
      '',
    ].join('\n');
    const added = addExemption(text, first);
    expect(added.startsWith(text.trimEnd())).toBe(true);
    expect(added).toContain('violation: V-1');
  });

  it('replace the one for the same thing', () => {
    const text = addExemption(addExemption(undefined, first), second);
    const renewed = addExemption(text, { ...first, expires: '2031-01-01' });
    expect(renewed.match(/violation: V-1/g)).toHaveLength(1);
    expect(renewed).toContain('2031-01-01');
  });

  it.each<[string, string, RegExp]>([
    [
      'no owner',
      'exemptions:\n  - violation: V-1\n    reason: x\n    expires: 2030-01-01\n',
      /exemptions\.yaml:2: `exemptions\.0\.owner` is missing/,
    ],
    [
      'no day',
      'exemptions:\n  - {violation: V-1, reason: x, owner: y, expires: soon}\n',
      /exemptions\.yaml:2: .*write the day as/,
    ],
    [
      'no target',
      'exemptions:\n  - {reason: x, owner: y, expires: 2030-01-01}\n',
      /exemptions\.yaml:2: .*give either violation/,
    ],
    [
      'a path beside a violation',
      'exemptions: [{violation: V-1, path: a, reason: x, owner: y, expires: 2030-01-01}]',
      /path goes with check/,
    ],
    ['broken YAML', 'exemptions: [', /exemptions\.yaml is not valid YAML/],
  ])('are refused with file and line when there is %s', (_, text, message) => {
    expect(() => loadExemptions(makeProject({ '.agentforge/exemptions.yaml': text }))).toThrow(message);
    expect(() => addExemption(text, first)).toThrow(message);
  });

  it('need a reason and a day that exists when they are added', () => {
    expect(() => addExemption(undefined, { ...first, reason: '' })).toThrow(/The exemption: `reason`/);
    expect(() => addExemption(undefined, { ...first, expires: '2030-02-31' })).toThrow(/write the day as/);
  });
});
