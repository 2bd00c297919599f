import { execFileSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTempProject } from '../support/walled-project.js';

const SCRIPT = new URL('../../scripts/prepare.js', import.meta.url).pathname;
const BUILD = `const fs = require('fs'); fs.mkdirSync('dist/bin', { recursive: true }); fs.writeFileSync('dist/bin/main.js', ''); fs.appendFileSync('builds', '.')`;

describe('what npm runs after an installation', () => {
  it('builds once, and again when a source has changed', () => {
    const project = makeTempProject({
      'package.json': '{"scripts":{"build":"node build.cjs"}}',
      'build.cjs': BUILD,
      'src/one.ts': '',
      'src/two.ts': '',
    });
    const prepare = (): number => {
      execFileSync(process.execPath, [SCRIPT], { cwd: project.root, stdio: 'ignore' });
      return project.read('builds').length;
    };
    const touch = (file: string): void => {
      const soon = Date.now() / 1000 + 60;
      utimesSync(path.join(project.root, file), soon, soon);
    };
    expect([prepare(), prepare()]).toEqual([1, 1]);
    touch('src/one.ts');
    expect(prepare()).toBe(2);
    touch('dist/bin/main.js');
    expect(prepare()).toBe(2);
  });
});
