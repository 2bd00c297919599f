import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { DEFAULTS, loadSettings } from '../src/settings.js';

const folders = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function write(files) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'settings-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return (name) => path.join(folder, name);
}

test('has defaults where there is no file', async () => {
  const at = await write({});
  assert.deepEqual(await loadSettings([at('none.ini')]), DEFAULTS);
});

test('later files win', async () => {
  const at = await write({ 'a.ini': 'port = 1\nhost = a', 'b.ini': '; mine\nport = 2' });
  assert.deepEqual(await loadSettings([at('a.ini'), at('b.ini')]), { port: 2, host: 'a', verbose: false });
});

test('says in which file and line a mistake is', async () => {
  const at = await write({ 'a.ini': 'port = 1\nhost' });
  await assert.rejects(loadSettings([at('a.ini')]), { message: `${at('a.ini')}: line 2: expected name = value` });
});

test('refuses a value that cannot be', async () => {
  const at = await write({ 'a.ini': 'port = many' });
  await assert.rejects(loadSettings([at('a.ini')]), /a\.ini: port cannot be many/);
});

test('refuses a setting that does not exist', async () => {
  const at = await write({ 'a.ini': 'port = 1', 'b.ini': 'prot = 2' });
  await assert.rejects(loadSettings([at('a.ini'), at('b.ini')]), /b\.ini: there is no setting prot/);
});

test('a file that cannot be read is not the same as none', async () => {
  const at = await write({});
  await assert.rejects(loadSettings([at('.')]), { code: 'EISDIR' });
  await symlink('loop.ini', at('loop.ini'));
  await assert.rejects(loadSettings([at('loop.ini')]), { code: 'ELOOP' });
});
