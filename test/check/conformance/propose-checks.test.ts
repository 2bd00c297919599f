import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadProjectChecks, proposeChecks, renderGithubWorkflow } from '../../../src/check/index.js';
import { makeProject } from '../../support/temp-project.js';

describe('proposed checks', () => {
  it('fit the project and load as they are', () => {
    const { sets, reasons, yaml } = proposeChecks(['src/a.ts', 'eslint.config.js', 'tsconfig.json']);
    expect(sets).toEqual(['hygiene', 'secrets', 'typescript']);
    expect(reasons).toHaveLength(4);
    const ids = loadProjectChecks(makeProject({ '.agentforge/checks/project.yaml': yaml })).map(
      ({ id }) => id,
    );
    expect(ids).toEqual(expect.arrayContaining(['complexity', 'secret', 'eslint']));
  });

  it.each([[['src/a.ts', 'tsconfig.json', '.eslintrc.json']], [['src/a.ts', 'tsconfig.json']]])(
    'load with every example uncommented (%j)',
    (files) => {
      const { yaml } = proposeChecks(files);
      const all = yaml.replace(/^# (?=without:|checks:| {2}- )/gm, '');
      const ids = loadProjectChecks(makeProject({ '.agentforge/checks/project.yaml': all })).map(
        ({ id }) => id,
      );
      const own = ['types', 'layers', 'header', 'no-moment', 'has-test', 'semgrep', 'own'];
      expect(ids).toEqual(expect.arrayContaining(own));
      expect(ids).not.toContain('file-length');
    },
  );

  it('leave out what there is no code for', () => {
    const { sets, yaml } = proposeChecks(['main.py']);
    expect(sets).toEqual(['hygiene', 'secrets']);
    expect(yaml).not.toContain('kind: eslint\n');
    expect(
      loadProjectChecks(makeProject({ '.agentforge/checks/project.yaml': yaml })).length,
    ).toBeGreaterThan(5);
  });
});

describe('the workflow for GitHub', () => {
  it.each([
    [['package.json', 'package-lock.json'], 'npm ci'],
    [['pnpm-lock.yaml', 'package.json'], 'corepack enable && pnpm install --frozen-lockfile'],
    [['main.py'], undefined],
  ])('is valid YAML that installs and checks (%j)', (files, install) => {
    const workflow = parse(renderGithubWorkflow(files)) as {
      jobs: { check: { steps: { run?: string; uses?: string }[] } };
    };
    const commands = workflow.jobs.check.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(commands).toEqual([
      ...(install === undefined ? [] : [install]),
      expect.stringContaining('agentforge check'),
    ]);
  });
});
