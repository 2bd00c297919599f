import { describe, expect, it } from 'vitest';
import { listBuiltinSets, loadBuiltinChecks, loadProjectChecks } from '../../../src/check/index.js';
import { makeProject } from '../../support/temp-project.js';

function load(text: string, other?: string): string[] {
  const files = {
    '.agentforge/checks/own.yaml': text,
    ...(other ? { '.agentforge/checks/two.yaml': other } : {}),
  };
  return loadProjectChecks(makeProject(files)).map(({ id }) => id);
}

describe('loading checks', () => {
  it('knows the built-in sets, which run no code of a project', () => {
    expect(listBuiltinSets()).toEqual(['hygiene', 'secrets', 'typescript']);
    const checks = loadBuiltinChecks();
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    expect(checks.map(({ kind }) => kind)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/eslint|sarif|command|custom/)]),
    );
    expect(checks.every(({ hint, name }) => hint !== undefined && name !== undefined)).toBe(true);
  });

  it('finds nothing in a project that has no checks', () => {
    expect(loadProjectChecks(makeProject({}))).toEqual([]);
  });

  it('joins sets and own checks of all files, without those that are not wanted', () => {
    const ids = load(
      'use: [secrets]\nwithout: [env-file]\nchecks:\n  - {id: a, kind: regex, config: {forbid: x}}\n',
      'use: [secrets]\nwithout: [env-file]\nchecks: [{id: env-file, kind: regex, config: {forbid: x}}]\n',
    );
    expect(ids).toEqual(['secret', 'secret-in-test', 'key-file', 'a', 'env-file']);
  });

  it.each<[string, string, RegExp]>([
    ['broken YAML', 'checks:\n  - {id: a', /own\.yaml is not valid YAML: .*line 2/],
    [
      'an unknown key',
      'checks:\n  - id: a\n    kind: regex\n    fiels: []\n    config: {forbid: x}\n',
      /own\.yaml:4: `fiels` is no key of `checks\.0`/,
    ],
    [
      'a missing part',
      'checks:\n  - id: a\n    kind: regex\n',
      /own\.yaml:2: `checks\.0\.config` is missing/,
    ],
    [
      'an unknown kind',
      'checks:\n  - id: a\n    kind: rgex\n',
      /own\.yaml:3: .*use one of regex, secret, metric/,
    ],
    [
      'two patterns',
      'checks:\n  - id: a\n    kind: regex\n    config: {forbid: x, require: y}\n',
      /own\.yaml:4: .*give either forbid or require/,
    ],
    [
      'an unknown severity',
      'checks:\n\n  - {id: a, kind: regex, severity: fatal, config: {forbid: x}}\n',
      /own\.yaml:3: .*"error"\|"warning"\|"info"/,
    ],
    [
      'an unknown metric',
      'checks:\n  - {id: a, kind: metric, config: {metric: cyclo, max: 3}}\n',
      /own\.yaml:2: .*cyclomatic/,
    ],
    ['a text instead of a list', 'checks: none\n', /own\.yaml:1: `checks` must be a list/],
    [
      'a mistyped pattern',
      'checks:\n  - id: a\n    kind: regex\n    config: {forbid: "(x"}\n',
      /own\.yaml:2: the check a has a pattern that cannot be used: .*Unterminated group/,
    ],
    [
      'a pattern that is everywhere',
      'checks: [{id: a, kind: regex, config: {forbid: "x*"}}]',
      /the check a .*matches an empty text/,
    ],
    [
      'a mistyped pattern of a command',
      'checks: [{id: a, kind: command, config: {command: [ls], expect: {regex: "[", compare: lt, value: 1}}}]',
      /the check a has a pattern/,
    ],
    [
      'a mistyped glob',
      'checks: [{id: a, kind: regex, files: ["src/{a,b"], config: {forbid: x}}]',
      /the check a has a glob that cannot be used: "src\/\{a,b" has no closing }/,
    ],
    ['a glob from the root', 'checks: [{id: a, kind: file, config: {forbid: ["/src"]}}]', /begins with \//],
    [
      'a negated glob',
      'checks: [{id: a, kind: regex, files: ["!src"], config: {forbid: x}}]',
      /put what it names under exclude/,
    ],
    [
      'a glob of a layer',
      'checks: [{id: a, kind: dependency, config: {layers: [{name: l, files: ["../x"]}]}}]',
      /begins with a dot segment/,
    ],
    [
      'an unknown set',
      'use:\n  - hygiene\n  - hygeine\n',
      /own\.yaml:3: there is no built-in set "hygeine"; there are hygiene, secrets, typescript/,
    ],
    [
      'two of one id',
      'checks:\n  - {id: a, kind: regex, config: {forbid: x}}\n  - {id: a, kind: regex, config: {forbid: y}}\n',
      /own\.yaml:3: there is a check a already \(.*own\.yaml:2\); give one of them another id/,
    ],
    [
      'an id of a set',
      'use: [secrets]\nchecks:\n  - {id: secret, kind: regex, config: {forbid: y}}\n',
      /own\.yaml:3: there is a check secret already \(set secrets\); name it under `without`/,
    ],
    [
      'an unknown name under without',
      'use: [secrets]\nwithout: [scret]\n',
      /own\.yaml:2: no check of the sets used here is called scret; there are secret,/,
    ],
  ])('says file, line and expectation for %s', (_, text, message) => {
    expect(() => load(text)).toThrow(message);
  });

  it('names both files when an id is in two of them', () => {
    const check = 'checks: [{id: a, kind: regex, config: {forbid: x}}]';
    expect(() => load(check, check)).toThrow(/two\.yaml:1: there is a check a already \(.*own\.yaml:1\)/);
  });
});
