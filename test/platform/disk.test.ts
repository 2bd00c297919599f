// The file operations everything durable is made of.
import {
  existsSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createFile,
  ensureDirectory,
  isDiskError,
  nodeDisk,
  readText,
  replaceFile,
  type Disk,
} from '../../src/platform/index.js';
import { AgentForgeError } from '../../src/schema/index.js';
import { makeFolder, removeFolders } from '../store/folders.js';

afterAll(removeFolders);

describe('the disk', () => {
  let folder: string;
  const at = (name: string): string => path.join(folder, name);

  beforeEach(() => {
    folder = makeFolder('disk');
  });

  test('creates a file with just the mode that was asked for, whatever the umask', () => {
    const before = process.umask(0o027);
    try {
      nodeDisk.create(at('exact'), 'x', 0o664);
      nodeDisk.create(at('usual'), 'x', 'usual');
      nodeDisk.create(at('private'), 'x');
    } finally {
      process.umask(before);
    }
    expect(
      ['exact', 'usual', 'private'].map((name) => (statSync(at(name)).mode & 0o777).toString(8)),
    ).toEqual(['664', '640', '600']);
  });

  test('never creates over a file or through a link', () => {
    writeFileSync(at('there'), 'old');
    symlinkSync(at('nowhere'), at('link'));
    for (const name of ['there', 'link']) expect(() => nodeDisk.create(at(name), 'new')).toThrow(/EEXIST/);
    expect(readFileSync(at('there'), 'utf8')).toBe('old');
    expect(existsSync(at('nowhere'))).toBe(false);
  });

  test('appends only to a file that exists, and not through a link', () => {
    writeFileSync(at('log'), 'a');
    symlinkSync(at('log'), at('link'));
    nodeDisk.append(at('log'), 'b');
    expect(() => nodeDisk.append(at('none'), 'b')).toThrow(/ENOENT/);
    expect(() => nodeDisk.append(at('link'), 'c')).toThrow(/ELOOP/);
    expect(readFileSync(at('log'), 'utf8')).toBe('ab');
    expect(existsSync(at('none'))).toBe(false);
  });

  test('reads from an offset to the end, nothing beyond it', () => {
    writeFileSync(at('file'), 'abcdef');
    expect(nodeDisk.readFrom(at('file'), 4).toString()).toBe('ef');
    expect(nodeDisk.readFrom(at('file'), 9)).toHaveLength(0);
  });

  test('looks at a link, not at what it leads to', () => {
    symlinkSync(folder, at('link'));
    expect(nodeDisk.status(at('link'))?.kind).toBe('symlink');
    expect(nodeDisk.status(at('none'))).toBeUndefined();
    expect(nodeDisk.status(folder)?.kind).toBe('directory');
    expect(nodeDisk.status('/dev/null')?.kind).toBe('other');
  });

  test('there is nothing below a file', () => {
    writeFileSync(at('file'), '');
    expect(nodeDisk.status(at('file/below'))).toBeUndefined();
    expect(readText(nodeDisk, at('none'))).toBeUndefined();
  });

  test('pins a folder that its path no longer leads to, and no link', () => {
    mkdirSync(at('inside'));
    const pinned = nodeDisk.pin(at('inside'));
    nodeDisk.rename(at('inside'), at('moved'));
    mkdirSync(at('inside'));
    if (process.platform === 'linux') {
      nodeDisk.create(`${pinned.alias}/file`, 'x');
      expect(existsSync(at('moved/file'))).toBe(true);
    }
    pinned.release();
    symlinkSync(at('moved'), at('link'));
    expect(() => nodeDisk.pin(at('link'))).toThrow(/ELOOP|ENOTDIR/);
    expect(readlinkSync(at('link'))).toBe(at('moved'));
  });

  test('says in one sentence what failed and what to do', () => {
    const attempts: (() => unknown)[] = [
      () => nodeDisk.read(at('none')),
      () => nodeDisk.list(at('none')),
      () => nodeDisk.makeDirectory(at('none/below')),
    ];
    for (const attempt of attempts) {
      expect(attempt).toThrow(
        expect.objectContaining({
          code: 'disk_failed',
          message: expect.stringMatching(/^Could not .*\(ENOENT\): the path does not exist\.$/) as string,
        }) as Error,
      );
    }
  });

  test('knows the code of an error that it has wrapped', () => {
    try {
      nodeDisk.read(at('none'));
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(AgentForgeError);
      expect(isDiskError(error, 'EIO', 'ENOENT')).toBe(true);
      expect(isDiskError(error, 'EIO')).toBe(false);
    }
  });

  describe('replacing a file', () => {
    test('writes the whole new content and leaves nothing else', () => {
      writeFileSync(at('file'), 'old');
      replaceFile(nodeDisk, at('file'), 'new', { durable: true });
      replaceFile(nodeDisk, at('other'), Buffer.from('new'), { durable: false, mode: 0o640 });
      expect(nodeDisk.list(folder)).toEqual(['file', 'other']);
      expect(readFileSync(at('file'), 'utf8')).toBe('new');
      expect(statSync(at('other')).mode & 0o777).toBe(0o640);
    });

    test.each(['create', 'sync', 'rename'] as const)(
      'keeps the old content and cleans up when %s fails',
      (name) => {
        writeFileSync(at('file'), 'old');
        const failing: Disk = { ...nodeDisk, [name]: refuse };
        expect(() => replaceFile(failing, at('file'), 'new', { durable: true })).toThrow('The disk says no.');
        expect(nodeDisk.list(folder)).toEqual(['file']);
        expect(readFileSync(at('file'), 'utf8')).toBe('old');
      },
    );
  });

  describe('creating a file', () => {
    test('is done by whoever is first', () => {
      expect(createFile(nodeDisk, at('file'), 'first')).toBe(true);
      expect(createFile(nodeDisk, at('file'), 'second')).toBe(false);
      expect(readFileSync(at('file'), 'utf8')).toBe('first');
      expect(nodeDisk.list(folder)).toEqual(['file']);
    });

    test('fails when the disk does', () => {
      expect(() => createFile({ ...nodeDisk, sync: refuse }, at('file'), 'x')).toThrow('The disk says no.');
      expect(nodeDisk.list(folder)).toEqual([]);
    });
  });

  test('makes a folder and what is missing above it, once', () => {
    ensureDirectory(nodeDisk, at('a/b/c'));
    ensureDirectory(nodeDisk, at('a/b/c'));
    const racing: Disk = {
      ...nodeDisk,
      status: (one) => (one === at('a/b/c') ? undefined : nodeDisk.status(one)),
    };
    ensureDirectory(racing, at('a/b/c'));
    expect(statSync(at('a/b/c')).isDirectory()).toBe(true);
  });
});

function refuse(): never {
  throw new AgentForgeError('disk_failed', 'The disk says no.');
}
