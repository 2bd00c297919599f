// The real CLIs, from AGENTFORGE_CLIS (a folder with node_modules): do they take the files that were written, and run the hook?
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { installHook } from '../../../src/app/install/install.js';
import type { HookDialect } from '../../../src/guard/hook/call.js';
import { startLocalProvider, type LocalProvider } from '../../support/fake-clis/local-provider.js';
import { makeProject } from '../../support/temp-project.js';

const CLIS = process.env['AGENTFORGE_CLIS'];
const bin = path.join(CLIS ?? '/nowhere', 'node_modules/.bin');
let provider: LocalProvider;

beforeAll(async () => {
  provider = await startLocalProvider();
});

afterAll(() => provider.close());

interface RealCall {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Installs, asks the real CLI for one answer of a local provider, and lists the events of which the hook was told. */
async function listHooked(context: TestContext, dialect: HookDialect, call: RealCall): Promise<string[]> {
  context.skip(!existsSync(path.join(bin, dialect)), 'AGENTFORGE_CLIS names no such CLI');
  const project = makeProject({ 'README.md': 'x' }, { git: true });
  const home = path.join(project, '../home');
  mkdirSync(path.join(home, '.gemini'), { recursive: true });
  writeFileSync(
    path.join(home, '.gemini/settings.json'),
    '{"security":{"auth":{"selectedType":"gemini-api-key"}}}',
  );
  writeFileSync(
    path.join(home, '.gemini/trustedFolders.json'),
    JSON.stringify({ [project]: 'TRUST_FOLDER' }),
  );
  mkdirSync(path.join(home, '.codex'));
  writeFileSync(path.join(home, '.codex/config.toml'), `[projects."${project}"]\ntrust_level = "trusted"\n`);
  const PATH = `${bin}:${path.dirname(process.execPath)}:/usr/bin:/bin`;
  installHook({
    dialect,
    scope: 'project',
    profile: 'standard',
    project,
    environment: { HOME: home, PATH },
    now: Date.now,
  });
  const env = { PATH, HOME: home, LANG: 'C.UTF-8', TERM: 'dumb', CI: '1', ...call.environment };
  const said = await run(path.join(bin, dialect), call.args, { cwd: project, env });
  const spool = path.join(project, '.agentforge/spool');
  const text = readdirSync(spool)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(path.join(spool, name), 'utf8'));
  const records = text
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; session: string });
  const events = records.filter(({ session }) => session !== 'agentforge-canary').map(({ event }) => event);
  return events.length > 0 ? [...new Set(events)] : [said];
}

function run(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: 90_000 });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('close', () => resolve(said));
  });
}

test('claude runs the hook at the start, at the prompt and at the stop', async (context) => {
  const environment = { ANTHROPIC_API_KEY: 'sk-ant-local', ANTHROPIC_BASE_URL: provider.url };
  const args = ['-p', 'Say PONG', '--max-turns', '1'];
  const events = await listHooked(context, 'claude', { args, environment });
  expect(events).toEqual(expect.arrayContaining(['session-start', 'prompt', 'stop']));
}, 120_000);

test('codex runs the hook once it is trusted', async (context) => {
  const settings = `model_providers.local={name="local",base_url="${provider.url}/v1",wire_api="responses",env_key="CODEX_API_KEY"}`;
  const args = [
    'exec',
    '--dangerously-bypass-hook-trust',
    '-c',
    'model_provider="local"',
    '-c',
    settings,
    'Say PONG',
  ];
  const events = await listHooked(context, 'codex', { args, environment: { CODEX_API_KEY: 'sk-local' } });
  expect(events).toEqual(expect.arrayContaining(['session-start', 'prompt', 'stop']));
}, 120_000);

test('gemini runs the hook at the start and around the agent', async (context) => {
  const environment = { GEMINI_API_KEY: 'local', GOOGLE_GEMINI_BASE_URL: provider.url };
  const args = ['-m', 'gemini-2.5-flash', '-p', 'Say PONG'];
  const events = await listHooked(context, 'gemini', { args, environment });
  expect(events).toEqual(expect.arrayContaining(['session-start', 'prompt', 'stop']));
}, 120_000);
