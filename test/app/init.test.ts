import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHarness, initProject, loadDefinitions } from '../../src/app/index.js';
import { detectRunnerIn } from '../../src/check/index.js';
import { makeTempProject } from '../support/walled-project.js';

const read = (root: string, file: string): string =>
  readFileSync(path.join(root, '.agentforge', file), 'utf8');

describe('init', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ["node's own runner", { 'package.json': '{"scripts": {"test": "node --test"}}', 'a.test.js': '' }, true],
    ['nothing', { 'main.c': '' }, false],
    ['nothing in a manifest that does not parse', { 'package.json': '{' }, false],
    ['nothing in a manifest that is no object', { 'package.json': '[]' }, false],
  ])('finds %s and writes a configuration that loads', (_, files, isFound) => {
    const { root } = makeTempProject(files);
    const { written, tests } = initProject(root);
    const detected = detectRunnerIn(root);
    expect(written.every((file) => existsSync(path.join(root, file)))).toBe(true);
    expect('spec' in detected).toBe(isFound);
    expect(createHarness({ project: root }).runtime.config.tests).toEqual(
      'spec' in detected ? detected.spec : undefined,
    );
    expect(tests !== undefined).toBe(isFound);
  });

  it('writes the test command a word a line, as the rest of the file is written', () => {
    const { root } = makeTempProject({
      'package.json': '{"scripts": {"test": "node --test"}}',
      'a.test.js': '',
    });
    initProject(root);
    const config = read(root, 'config.yaml');
    expect(config).toMatch(/\ntests:\n {2}command:\n {4}- node\n {4}- --test\n/);
    expect(config).not.toContain('tests: {"');
  });

  it('proposes checks that load, and a workflow when asked to', () => {
    const { root } = makeTempProject({ 'src/a.ts': 'export const a = 1;\n' });
    const { written, checks } = initProject(root, { ci: 'github' });
    expect(written).toContain('.agentforge/checks/project.yaml');
    expect(written).toContain('.github/workflows/agentforge.yml');
    expect(checks.join('\n')).toContain('typescript');
    expect(loadDefinitions(root).map(({ id }) => id)).toContain('complexity');
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
