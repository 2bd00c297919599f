import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { confine } from '../../../src/platform/index.js';
import { makeProject } from '../../support/temp-project.js';
import { change, judge, OPEN_VIEW, say, shell } from './judge-action.js';

const DOUBT = [{ kind: 'inline-code', reason: 'python runs code that is not read' }] as const;

describe('control files', () => {
  it.each([
    '.git/hooks/pre-commit',
    '.agentforge/config.yaml',
    '.agentforge/guards/own.yaml',
    '.claude/settings.json',
    '.claude/agents/coder.md',
    '.codex/config.toml',
    '.gemini/settings.json',
    '.cursor/hooks.json',
    '.vscode/tasks.json',
    '.mcp.json',
    'packages/a/.mcp.json',
    '.husky/pre-push',
    '/home/ann/.claude/settings.json',
    '/home/ann/.codex/hooks.json',
    'docs/../.claude/settings.json',
    '.claude/plans/../settings.json',
  ])('are not written by a tool: %s', (name) => {
    expect(say(change(name, null, '{}'))).toBe('deny control-files');
  });

  // Attack: a file system that takes other spellings for the same name.
  it.each([
    '.GIT/hooks/pre-commit',
    '.Claude/Settings.json',
    '.claude./settings.json',
    '.ＧＩＴ/config',
    'GIT~1/config',
  ])('are not written under another spelling: %s', (name) => {
    expect(say(change(name, null, 'x'))).toBe('deny control-files');
  });

  it.each([
    ['echo x > .claude/settings.json', 'write .claude/settings.json'],
    ['rm -rf .git', 'delete .git'],
    ['mv .agentforge old', 'move .agentforge'],
    ['cp x .git/hooks/pre-commit', 'write .git/hooks/pre-commit'],
    ['chmod -x .git/hooks/pre-commit', 'mode .git/hooks/pre-commit'],
    ['tee ~/.claude.json', 'write /home/ann/.claude.json'],
  ])('are not written by a shell: %s', (command, write) => {
    expect(say(shell(command, [write]))).toBe('deny control-files');
  });

  it('are not written by code that names them, which cannot be read beforehand', () => {
    const command = `python3 -c "open('.claude/settings.json','w').write('{}')"`;
    expect(say(shell(command, [], DOUBT))).toBe('deny control-files');
    expect(say(shell(`python3 -c "print(1)"`, [], DOUBT))).toBe('allow');
  });

  it.each([
    'src/git.ts',
    'claude/notes.md',
    '.gitignore',
    '.gitattributes',
    'docs/.claude.md',
    '.claude/plans/next.md',
    '/home/ann/.claude/projects/-srv-proj/memory/MEMORY.md',
  ])('are not everything with such a name: %s', (name) => {
    expect(say(change(name, null, 'x'))).toBe('allow');
  });

  it('may be read', () => {
    expect(
      say({ tool: 'read', name: 'Read', files: [], reads: ['.claude/settings.json'], dialect: 'claude' }),
    ).toBe('allow');
    expect(say(shell('cat .claude/settings.json'))).toBe('allow');
    expect(say(shell('git status && git log --oneline'))).toBe('allow');
  });

  // Attack: a deny rule by name, passed by through a link.
  it('are not written through a link, by real path', () => {
    const root = makeProject({ 'src/a.js': '1' }, { git: true });
    mkdirSync(path.join(root, 'docs'));
    symlinkSync(path.join(root, '.git', 'hooks'), path.join(root, 'docs', 'examples'));
    const view = {
      ...OPEN_VIEW,
      refuseWrite: (named: string) => {
        const confined = confine(root, named, { forWriting: true });
        return confined.ok ? undefined : confined.message;
      },
    };
    expect(say(change('docs/examples/pre-commit', null, 'x'), view)).toBe('deny control-files');
    expect(say(shell('touch docs/examples/pre-commit', ['write docs/examples/pre-commit']), view)).toBe(
      'deny control-files',
    );
    expect(say(change('src/a.js', '1', '2'), view)).toBe('allow');
  });

  it.each([
    '.github/workflows/ci.yml',
    '.GitHub/Workflows/ci.yml',
    '.ｇithub/workflows/ci.yml',
    '.gitlab-ci.yml',
    'Jenkinsfile',
    '.circleci/config.yml',
  ])('of servers need a person: %s', (name) => {
    expect(say(change(name, 'a', 'b'))).toBe('ask ci-files');
    expect(say(shell('sed', [`write ${name}`]))).toBe('ask ci-files');
  });

  it.each([
    'AGENTS.md',
    'CLAUDE.md',
    'packages/a/agents.md',
    '.cursorrules',
    '.github/copilot-instructions.md',
  ])('that instruct agents need a person: %s', (name) => {
    expect(say(change(name, 'a', 'b'))).toBe('ask agent-instructions');
  });
});

describe('commands that lift a gate', () => {
  it.each([
    'agentforge trust',
    'agentforge guard bypass control-files',
    './node_modules/.bin/agentforge exempt x',
    'agentforge --project /srv/proj uninstall claude',
    'agentforge --json answer t1 yes',
    'npx agentforge undo t1',
    'npx -y agentforge@latest guard list',
    'npm exec -- agentforge abort t1',
    'pnpm dlx agentforge install claude',
    'node node_modules/agentforge/dist/bin/main.js trust',
    'node /opt/agentforge/dist/bin/main.js guard enable x',
    'node dist/bin/main.js trust',
    'cd x && agentforge trust',
    'agentforge $COMMAND',
    'agentforge check --trust-project',
    'agentforge fix --all --trust-project',
    'agentforge check --baseline set',
    'agentforge resume t1 --usd 100',
    'agentforge tell t1 go-on',
    'agentforge task gc --days 0',
    'agentforge init',
  ])('are not run by an agent: %s', (command) => {
    expect(say(shell(command))).toBe('deny own-gates');
  });

  it('are not run by code that cannot be read', () => {
    expect(say(shell(`python3 -c "import os; os.system('agentforge trust')"`, [], DOUBT))).toBe(
      'deny own-gates',
    );
    expect(say(shell(`node -e "spawnSync('agentforge', ['trust'])"`, [], DOUBT))).toBe('deny own-gates');
  });

  it.each([
    'agentforge verify --tests',
    'npx agentforge check',
    'agentforge fix --rule guard',
    'agentforge task list',
    'agentforge resume t1',
    'npm install agentforge',
    'npm install',
    'grep -rn "agentforge trust" docs',
    'git commit -m "agentforge guard"',
    'node dist/bin/main.js check',
    'node scripts/install.js',
  ])('are told from others: %s', (command) => {
    expect(say(shell(command))).toBe('allow');
  });

  it.each(['claude', 'codex', 'gemini', 'cursor'] as const)('are denied in the dialect %s', (dialect) => {
    expect(say({ ...shell('agentforge trust'), dialect })).toBe('deny own-gates');
  });

  it('include an agent started without its gates, which is asked about', () => {
    expect(say(shell('claude -p hello --dangerously-skip-permissions'))).toBe('ask unhooked-agents');
    expect(say(shell('CODEX_HOME=/tmp/x codex exec hello'))).toBe('ask unhooked-agents');
    expect(say(shell('claude -p hello'))).toBe('allow');
  });
});

describe('places', () => {
  // Attack: a folder whose name begins like the project's.
  it('beside the project are outside it, however their names begin', () => {
    expect(say(change('/srv/proj-evil/a.js', null, 'x'))).toBe('ask outside-root');
    expect(say(shell('touch', ['write /srv/proj-evil/a.js']))).toBe('ask outside-root');
    expect(say(change('/srv/proj/../proj-evil/a.js', null, 'x'))).toBe('ask outside-root');
    expect(say(change('../proj-evil/a.js', null, 'x'))).toBe('ask outside-root');
    expect(say(change('/srv/proj/src/a.js', null, 'x'))).toBe('allow');
    expect(say(change('src/../a.js', null, 'x'))).toBe('allow');
  });

  it.each(['/tmp/a.txt', '/var/tmp/a', '/dev/null', '/private/var/folders/x/y', '/dev/stderr'])(
    'for passing things are free: %s',
    (name) => {
      expect(say(shell('echo', [`write ${name}`]))).toBe('allow');
    },
  );

  it.each(['/tmpfile', '/etc/passwd', '/home/ann/.bashrc', '/tmp/../etc/passwd'])(
    'that only look free are not: %s',
    (name) => {
      expect(say(shell('echo', [`write ${name}`]))).toBe('ask outside-root');
    },
  );

  it.each(['/', '/home/ann', '/srv', '/srv/proj', '.', '/etc', '/usr', '..', '/*', '/home/bob', '/home'])(
    'that are precious are not deleted: %s',
    (name) => {
      expect(say(shell('rm -rf', [`delete ${name}`]))).toBe('deny destructive-files');
    },
  );

  it.each(['node_modules', 'dist', 'src/old', '/tmp/work', './build', 'src/a.js'])(
    'may be deleted: %s',
    (name) => {
      expect(say(shell('rm -rf', [`delete ${name}`]))).toBe('allow');
    },
  );

  it('that are devices are not written', () => {
    expect(say(shell('dd of=/dev/sda', ['write /dev/sda']))).toBe('deny destructive-files');
  });
});

describe('commands that cannot be read', () => {
  it.each(['unparsable', 'dynamic-program', 'encoded'] as const)('are asked about when %s', (kind) => {
    const { verdict } = judge(shell('x', [], [{ kind, reason: 'it is not plain' }]));
    expect(verdict).toMatchObject({ decision: 'ask', guard: 'unclear-shell' });
    expect(verdict).toHaveProperty('reason', expect.stringContaining('it is not plain'));
  });

  it.each(['inline-code', 'dynamic-target'] as const)('are looked at afterwards when %s', (kind) => {
    expect(say(shell('x', [], [{ kind, reason: '' }]))).toBe('allow');
  });
});
