import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLinkedModules } from '../../src/platform/linked-modules.js';

function makeFolders(...names: string[]): string {
  const base = realpathSync(mkdtempSync('/tmp/linked-modules-'));
  for (const name of names) mkdirSync(path.join(base, name), { recursive: true });
  return base;
}

describe('what installed packages are linked from', () => {
  it('is named once, as the folder that the packages lie in', () => {
    const base = makeFolders('app/node_modules/@own', 'tool/node_modules/a', 'tool/node_modules/b', 'mine');
    const link = (to: string, from: string): void =>
      symlinkSync(path.join(base, to), path.join(base, 'app/node_modules', from));
    link('tool/node_modules/a', 'a');
    link('tool/node_modules/b', '@own/b');
    link('mine', 'mine');
    link('nowhere', 'gone');
    expect(findLinkedModules(path.join(base, 'app'))).toEqual([
      path.join(base, 'tool/node_modules'),
      path.join(base, 'mine'),
    ]);
  });

  it('is nothing for packages that were installed where they are used', () => {
    const base = makeFolders('app/node_modules/a', 'app/packages/b');
    symlinkSync(path.join(base, 'app/packages/b'), path.join(base, 'app/node_modules/b'));
    expect(findLinkedModules(path.join(base, 'app'))).toEqual([]);
    expect(findLinkedModules(path.join(base, 'nowhere'))).toEqual([]);
  });
});
