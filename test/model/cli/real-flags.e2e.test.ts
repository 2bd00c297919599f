// The real CLIs, from AGENTFORGE_CLIS (a folder with node_modules) or from npm: do they know our flags, and do they only answer?
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, type TestContext } from 'vitest';
import { claude } from '../../../src/model/cli/claude.js';
import { createCliModel } from '../../../src/model/cli/cli-model.js';
import { codex } from '../../../src/model/cli/codex.js';
import type { CodingCli } from '../../../src/model/cli/contract.js';
import { findClis } from '../../../src/model/cli/find-clis.js';
import { gemini } from '../../../src/model/cli/gemini.js';
import type { Model } from '../../../src/model/contract.js';
import { systemClock } from '../../../src/platform/clock.js';
import { systemPause } from '../../../src/platform/pause.js';
import { startLocalProvider, type LocalProvider } from '../../support/fake-clis/local-provider.js';
import { makeRequest, NEVER } from '../request.js';

const CLIS = [claude, codex, gemini];
const INSTALL_MS = 240_000;
/** Known to it, and not said in its help. */
const UNSAID = new Set(['--max-turns', '--system-prompt-file']);

let root: string;
let home: string;
let bin: string;
let missing: string | undefined;
let provider: LocalProvider;

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'real-clis-'));
  provider = await startLocalProvider();
  const given = process.env['AGENTFORGE_CLIS'];
  bin = path.join(given ?? root, 'node_modules/.bin');
  missing = given === undefined ? install(root) : undefined;
  if (missing !== undefined) console.log(`The real CLIs are not tested: ${missing}`);
}, INSTALL_MS + 60_000);

afterAll(() => {
  provider.close();
  rmSync(root, { recursive: true, force: true, maxRetries: 3 });
});

beforeEach(() => {
  home = mkdtempSync(path.join(root, 'home-'));
});

function install(folder: string): string | undefined {
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  const packages = CLIS.map(({ packageName }) => packageName);
  try {
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages];
    execFileSync('npm', args, { cwd: folder, timeout: INSTALL_MS, stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `npm cannot deliver them (${String(error).split('\n', 1)[0] ?? ''})`;
  }
}

function needs(context: TestContext, cli: CodingCli): void {
  context.skip(missing !== undefined, missing);
  const program = path.join(bin, cli.name);
  context.skip(!existsSync(program), `npm delivered no ${cli.name}`);
}

function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { PATH = '/usr/bin:/bin' } = process.env;
  return { PATH: `${bin}:${path.dirname(process.execPath)}:${PATH}`, HOME: home, LANG: 'C.UTF-8', ...more };
}

function makeModel(cli: CodingCli, more: Readonly<Record<string, string>> = {}, command?: string): Model {
  return createCliModel(cli, {
    timeoutMs: 50_000,
    environment: environment(more),
    clock: systemClock,
    pause: systemPause,
    command,
    model: cli === gemini ? 'gemini-2.5-flash' : undefined,
  });
}

function writeHome(files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(home, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** A hook of the user that leaves a trace. */
function hook(): unknown[] {
  return [{ hooks: [{ type: 'command', command: `touch ${path.join(home, 'hooked')}` }] }];
}

async function expectPong(model: Model): Promise<void> {
  provider.bodies.length = 0;
  const reply = await model.decide(makeRequest(), NEVER);
  expect(reply.text).toBe('PONG');
  expect(reply.usage).toMatchObject({ inputTokens: 24, outputTokens: 3, cachedTokens: 7 });
  expect(existsSync(path.join(home, 'hooked'))).toBe(false);
}

describe.each(CLIS)('$name', (cli) => {
  test('says in its help every flag that it is called with', (context) => {
    needs(context, cli);
    const { args } = cli.plan({ system: 's', user: 'u', model: 'm', folder: '/f' });
    const [first = ''] = args;
    const asked = [...(first.startsWith('-') ? [] : [first]), '--help'];
    const options = { env: environment(), cwd: home, encoding: 'utf8', stdio: 'pipe' } as const;
    const help = execFileSync(path.join(bin, cli.name), asked, options);
    const flags = args.filter((word) => /^--?[a-z]/.test(word) && !UNSAID.has(word));
    expect(flags.filter((flag) => !new RegExp(`(?:^|[\\s,])${flag}(?=[\\s,=<]|$)`, 'm').test(help))).toEqual(
      [],
    );
  });
});

test('those that are installed are found, and say their version unless the machine is slow', async (context) => {
  for (const cli of CLIS) needs(context, cli);
  for (const { name, path: program, version, problem } of await findClis(environment())) {
    expect(program).toBe(path.join(bin, name));
    expect(version ?? problem).toMatch(/^\d+\.\d+\.\d+|within 5 seconds/);
  }
});

describe('claude', () => {
  test('without a login says so', async (context) => {
    needs(context, claude);
    await expect(makeModel(claude).decide(makeRequest(), NEVER)).rejects.toThrow('claude is not logged in');
  });

  test('sends both messages, no tool, nothing that the user wrote for other work, and runs no hook', async (context) => {
    needs(context, claude);
    writeHome({
      '.claude/CLAUDE.md': 'MEMORY OF THE USER',
      '.claude/settings.json': { hooks: { UserPromptSubmit: hook() } },
    });
    await expectPong(
      makeModel(claude, { ANTHROPIC_API_KEY: 'sk-ant-local', ANTHROPIC_BASE_URL: provider.url }),
    );
    const sent = provider.bodies.at(-1) ?? '';
    for (const { content } of makeRequest().messages) expect(sent).toContain(content);
    expect(sent).not.toContain('MEMORY OF THE USER');
    expect((JSON.parse(sent) as { tools?: unknown[] }).tools ?? []).toEqual([]);
  });
});

describe('codex', () => {
  test('sends both messages and offers no shell', async (context) => {
    needs(context, codex);
    const local = path.join(home, 'codex-local');
    const settings = `model_providers.local={name="local",base_url="${provider.url}/v1",wire_api="responses",env_key="CODEX_API_KEY"}`;
    const start = `exec '${path.join(bin, 'codex')}' exec -c 'model_provider="local"' -c '${settings}'`;
    writeFileSync(local, `#!/bin/sh\nshift\n${start} "$@"\n`, { mode: 0o755 });
    writeHome({ '.codex/hooks.json': { hooks: { UserPromptSubmit: hook() } } });
    await expectPong(makeModel(codex, { CODEX_API_KEY: 'sk-local' }, local));
    const sent = provider.bodies.at(-1) ?? '';
    for (const { content } of makeRequest().messages) expect(sent).toContain(content);
    expect(sent).not.toContain('tools: { exec_command');
  });
});

describe('gemini', () => {
  const LOGIN = { security: { auth: { selectedType: 'gemini-api-key' } } };

  test('without a login says so', async (context) => {
    needs(context, gemini);
    await expect(makeModel(gemini).decide(makeRequest(), NEVER)).rejects.toThrow('gemini is not logged in');
  });

  test('sends both messages, offers no tool and runs no hook', async (context) => {
    needs(context, gemini);
    writeHome({ '.gemini/settings.json': { ...LOGIN, hooks: { BeforeAgent: hook() } } });
    await expectPong(makeModel(gemini, { GEMINI_API_KEY: 'local', GOOGLE_GEMINI_BASE_URL: provider.url }));
    const sent = provider.bodies.at(-1) ?? '';
    for (const { content } of makeRequest().messages) expect(sent).toContain(content);
    expect(sent).not.toContain('functionDeclarations":[{');
  });
});
