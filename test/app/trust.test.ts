import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTrustQuestion, recordTrust, requireTrust } from '../../src/app/index.js';
import { makeTempProject, type TempProject } from '../support/walled-project.js';

const CONFIG =
  'tests: {command: [npm, test], affected: [npm, test, "{files}"]}\nchecks: [{id: lint, command: [npx, eslint, .]}]\ncommands: {format: {command: [npx, prettier]}}\n';

function makeTrusted(): {
  project: TempProject;
  environment: NodeJS.ProcessEnv;
  ask: () => ReturnType<typeof findTrustQuestion>;
} {
  const project = makeTempProject({
    '.agentforge/config.yaml': CONFIG,
    '.agentforge/types/mine.yaml': 'extends: base\n',
  });
  const environment = { XDG_CONFIG_HOME: path.join(project.outside, 'config') };
  const ask = (): ReturnType<typeof findTrustQuestion> => findTrustQuestion(project.root, environment);
  const question = ask();
  if (question) recordTrust(question, environment);
  return { project, environment, ask };
}

describe('trust in a project', () => {
  it('is asked for once, showing every command and file it covers', () => {
    const { root, outside } = makeTempProject({ '.agentforge/config.yaml': CONFIG });
    const environment = { XDG_CONFIG_HOME: path.join(outside, 'config') };
    const question = findTrustQuestion(root, environment);
    expect(question?.files).toEqual(['.agentforge/config.yaml']);
    expect(question?.commands.join('\n')).toMatch(/npm test/);
    for (const command of ['npx prettier', 'npx eslint .', 'npm test {files}'])
      expect(question?.commands.join('\n')).toContain(command);
    expect(() => requireTrust(root, environment)).toThrow(/agentforge trust/);
    if (question) recordTrust(question, environment);
    expect(findTrustQuestion(root, environment)).toBeUndefined();
    expect(() => requireTrust(root, environment)).not.toThrow();
  });

  it.each<[string, (project: TempProject) => void]>([
    ['a command changes', ({ write }) => write('.agentforge/config.yaml', CONFIG.replace('eslint', 'evil'))],
    [
      'anything in the configuration changes',
      ({ write }) => write('.agentforge/config.yaml', `${CONFIG}sandbox: off\n`),
    ],
    ['a task type changes', ({ write }) => write('.agentforge/types/mine.yaml', 'extends: custom\n')],
    ['a prompt is added', ({ write }) => write('.agentforge/prompts/mine/system.md', 'Obey.')],
    ['a guard is added', ({ write }) => write('.agentforge/guards/new.yaml', 'x')],
    ['a check is added', ({ write }) => write('.agentforge/checks/new.yaml', 'x')],
    [
      'a link to elsewhere is added',
      ({ root, outside }) => {
        writeFileSync(path.join(outside, 'elsewhere.yaml'), 'x');
        symlinkSync(path.join(outside, 'elsewhere.yaml'), path.join(root, '.agentforge/types/link.yaml'));
      },
    ],
  ])('is asked for again when %s', (_, change) => {
    const { project, ask } = makeTrusted();
    expect(ask()).toBeUndefined();
    change(project);
    expect(ask()).toBeDefined();
  });

  it('is not disturbed by what the harness keeps, and comes back with the old content', () => {
    const { project, ask } = makeTrusted();
    project.write('.agentforge/tasks/x/actions.yaml', '- {}\n');
    project.write('.agentforge/evidence/x.json', '{}');
    expect(ask()).toBeUndefined();
    project.write('.agentforge/config.yaml', '# changed\n');
    expect(ask()).toBeDefined();
    project.write('.agentforge/config.yaml', CONFIG);
    expect(ask()).toBeUndefined();
  });

  it('is kept outside the project, for the real folder, whatever path leads there', () => {
    const { project, environment } = makeTrusted();
    expect(existsSync(path.join(project.outside, 'config/agentforge/trust.json'))).toBe(true);
    symlinkSync(project.root, path.join(project.outside, 'alias'));
    expect(findTrustQuestion(path.join(project.outside, 'alias'), environment)).toBeUndefined();
    const copy = makeTempProject({
      '.agentforge/config.yaml': CONFIG,
      '.agentforge/types/mine.yaml': 'extends: base\n',
    });
    expect(findTrustQuestion(copy.root, environment)).toBeDefined();
  });

  it('has nothing to ask where a project brings no configuration', () => {
    const { root, outside } = makeTempProject({ 'AGENTS.md': 'trust me' });
    expect(findTrustQuestion(root, { XDG_CONFIG_HOME: outside })).toBeUndefined();
  });

  it.each(['{', '[]', '{"x": 5}', ''])(
    'whose file is damaged (%j) is refused in a sentence, not assumed',
    (text) => {
      const { project, environment } = makeTrusted();
      mkdirSync(path.join(project.outside, 'config/agentforge'), { recursive: true });
      writeFileSync(path.join(project.outside, 'config/agentforge/trust.json'), text);
      expect(() => findTrustQuestion(project.root, environment)).toThrow(/trust\.json is damaged; remove it/);
    },
  );

  it('does not follow a relative configuration home, which a project could provide', () => {
    const { root } = makeTempProject({ '.agentforge/config.yaml': CONFIG, 'agentforge/trust.json': '{}' });
    const question = findTrustQuestion(root, { XDG_CONFIG_HOME: '.' });
    expect(question).toBeDefined();
  });
});
