import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHarness, initProject } from '../../src/app/index.js';
import { makeTempProject } from '../support/walled-project.js';

const read = (root: string, file: string): string =>
  readFileSync(path.join(root, '.agentforge', file), 'utf8');

describe('init', () => {
  it.each<[string, Record<string, string>, readonly string[] | undefined]>([
    [
      'vitest',
      { 'package.json': '{"devDependencies": {"vitest": "4"}}' },
      ['npx', 'vitest', 'run', '--reporter=json', '--outputFile={report}'],
    ],
    [
      'jest',
      { 'package.json': '{"devDependencies": {"jest": "30"}}' },
      ['npx', 'jest', '--json', '--outputFile={report}'],
    ],
    [
      "node's own runner",
      { 'package.json': '{"scripts": {"test": "node --test test/"}}' },
      ['node', '--test', '--test-reporter=tap'],
    ],
    ['pytest', { 'pyproject.toml': '[project]\n' }, ['python3', '-m', 'pytest', '-q', '--junitxml={report}']],
    [
      'pytest beside a package.json without tests',
      { 'package.json': '{}', 'conftest.py': '' },
      ['python3', '-m', 'pytest', '-q', '--junitxml={report}'],
    ],
    ['nothing', { 'main.c': '' }, undefined],
    ['nothing in a manifest that does not parse', { 'package.json': '{' }, undefined],
    ['nothing in a manifest that is no object', { 'package.json': '[]' }, undefined],
  ])('finds %s and writes a configuration that loads', (_, files, command) => {
    const { root } = makeTempProject(files);
    const { written, tests } = initProject(root);
    expect(written.every((file) => existsSync(path.join(root, file)))).toBe(true);
    expect(createHarness({ project: root }).runtime.config.tests?.command).toEqual(command);
    expect(tests === undefined).toBe(command === undefined);
  });

  it('writes comments for people and keeps task state out of git', () => {
    const { root } = makeTempProject();
    initProject(root);
    expect(read(root, 'config.yaml')).toMatch(/^# AgentForge configuration/);
    for (const ignored of ['tasks/', 'graph.db', 'evidence/', 'cache/'])
      expect(read(root, '.gitignore')).toContain(ignored);
  });

  it('does not overwrite a configuration', () => {
    const project = makeTempProject({ '.agentforge/config.yaml': '# mine\n' });
    expect(() => initProject(project.root)).toThrow(/config\.yaml exists already/);
    expect(project.read('.agentforge/config.yaml')).toBe('# mine\n');
  });

  it('suggests only examples that are valid once their comment sign is gone', () => {
    const project = makeTempProject();
    initProject(project.root);
    const uncommented = project
      .read('.agentforge/config.yaml')
      .split('\n')
      .map((line) =>
        /^# (?:(?:model|tests|checks|commands|environment|retention):| {2})/.test(line)
          ? line.slice(2)
          : line,
      )
      .join('\n');
    project.write('.agentforge/config.yaml', uncommented);
    const { config } = createHarness({ project: project.root, model: 'inbox' }).runtime;
    expect(config.checks.map(({ id }) => id)).toEqual(['types', 'bundle-size']);
    expect(Object.keys(config.commands)).toEqual(['format']);
  });
});
