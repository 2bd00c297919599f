// Every `sh` block in README and docs runs here; one that cannot says why in `<!-- not run: reason -->` above it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

interface Block {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly notRun: string | undefined;
}

const FILES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

function listBlocks(file: string): Block[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line !== '```sh') return [];
    const end = lines.indexOf('```', index + 1);
    const above = lines.slice(Math.max(0, index - 2), index).join('\n');
    return [
      {
        file,
        line: index + 1,
        text: lines.slice(index + 1, end).join('\n'),
        notRun: /<!-- not run: (.+?) -->/.exec(above)?.[1],
      },
    ];
  });
}

/** Installing is what got this test running; the gate itself would run this test again. */
const ALREADY_DONE: Readonly<Record<string, string>> = { 'npm ci && ': '', 'npm run check': 'true' };

/** `npx agentforge` without the registry: the built command line of this very checkout. */
function createPath(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agentforge-docs-'));
  const main = path.resolve('dist/bin/main.js');
  writeFileSync(
    path.join(folder, 'npx'),
    `#!/bin/sh\nwhile [ "$1" != agentforge ]; do shift; done; shift\nexec "${process.execPath}" "${main}" "$@"\n`,
    { mode: 0o755 },
  );
  symlinkSync(process.execPath, path.join(folder, 'node'));
  return `${folder}:${process.env['PATH'] ?? ''}`;
}

describe('command blocks', () => {
  const blocks = FILES.flatMap(listBlocks);
  const searchPath = createPath();

  it('exist in the README, which names the gate', () => {
    expect(blocks.filter(({ file }) => file === 'README.md').length).toBeGreaterThanOrEqual(4);
    expect(readFileSync('README.md', 'utf8')).toContain('npm ci && npm run check');
  });

  // Blocks of one file follow each other: later ones use what earlier ones made.
  it.each(FILES.filter((file) => blocks.some((block) => block.file === file)))(
    'of %s run',
    (file) => {
      const script = blocks
        .filter((block) => block.file === file && block.notRun === undefined)
        .map(({ text }) =>
          Object.entries(ALREADY_DONE).reduce((all, [from, to]) => all.replaceAll(from, to), text),
        )
        .join('\n');
      const environment = {
        ...process.env,
        PATH: searchPath,
        XDG_CONFIG_HOME: mkdtempSync(path.join(os.tmpdir(), 'agentforge-config-')),
      };
      const { status, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
        encoding: 'utf8',
        env: environment,
      });
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    },
    600_000,
  );
});
