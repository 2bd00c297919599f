// Applying an edit set: each file once, never over someone else's change, never outside the root whatever is planted meanwhile.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  applyEditSet,
  fileHash,
  invertEdits,
  nodeDisk,
  sha256,
  type ApplyOutcome,
  type Disk,
} from '../../src/platform/index.js';
import { AgentForgeError, type RecordedEdit } from '../../src/schema/index.js';
import { makeFolder, removeFolders } from '../store/folders.js';
import { interceptDisk } from '../store/intercept-disk.js';

afterAll(removeFolders);

describe('an edit set', () => {
  let root: string;
  let outside: string;
  const images = new Map<string, Uint8Array>();
  const hash = (text: string | null): string | null => {
    if (text !== null) images.set(sha256(text), Buffer.from(text));
    return text === null ? null : sha256(text);
  };
  const edit = (file: string, before: string | null, after: string | null): RecordedEdit => ({
    path: file,
    before: hash(before),
    after: hash(after),
  });
  const apply = (
    edits: readonly RecordedEdit[],
    options: { disk?: Disk; assertHeld?: () => void } = {},
  ): ApplyOutcome =>
    applyEditSet({
      disk: nodeDisk,
      root,
      edits,
      image: (one) => images.get(one) ?? Buffer.alloc(0),
      assertHeld: () => undefined,
      ...options,
    });
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const everything = (folder: string): string[] =>
    readdirSync(folder, { recursive: true }).map(String).sort();

  beforeEach(() => {
    const base = makeFolder('edit-set');
    root = path.join(base, 'proj');
    outside = path.join(base, 'proj-evil');
    mkdirSync(root);
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'b.txt'), 'b');
    write('a.txt', 'a');
    write('src/b.txt', 'b');
  });

  describe('rolled forward', () => {
    test('changes, creates and removes files, and says which', () => {
      const edits = [
        edit('a.txt', 'a', 'A'),
        edit('new/deep/c.txt', null, 'c'),
        edit('src/b.txt', 'b', null),
      ];
      expect(apply(edits)).toEqual({ ok: true, written: ['a.txt', 'new/deep/c.txt', 'src/b.txt'] });
      expect([read('a.txt'), read('new/deep/c.txt')]).toEqual(['A', 'c']);
      expect(everything(root)).toEqual(['a.txt', 'new', 'new/deep', 'new/deep/c.txt', 'src']);
      expect(apply(edits)).toEqual({ ok: true, written: [] });
      expect(apply(invertEdits(edits))).toEqual({
        ok: true,
        written: ['src/b.txt', 'new/deep/c.txt', 'a.txt'],
      });
      expect([read('a.txt'), read('src/b.txt'), existsSync(path.join(root, 'new/deep/c.txt'))]).toEqual([
        'a',
        'b',
        false,
      ]);
    });

    test('writes only what is still missing', () => {
      write('a.txt', 'A');
      expect(apply([edit('a.txt', 'a', 'A'), edit('src/b.txt', 'b', 'B')])).toEqual({
        ok: true,
        written: ['src/b.txt'],
      });
    });

    test('keeps the permissions of a file, and gives a new one the usual ones', () => {
      nodeDisk.create(path.join(root, 'tool.sh'), 'x', 0o775);
      apply([edit('tool.sh', 'x', 'y'), edit('new.txt', null, 'n')]);
      expect(statSync(path.join(root, 'tool.sh')).mode & 0o777).toBe(0o775);
      expect(statSync(path.join(root, 'new.txt')).mode & 0o777).toBe(0o666 & ~process.umask());
    });

    test('removes what a killed attempt left, and writes names that leave no room for a longer one', () => {
      const long = `${'n'.repeat(250)}.txt`;
      const crashing: Disk = { ...nodeDisk, rename: () => fail('killed'), remove: () => undefined };
      expect(() => apply([edit(long, null, 'x')], { disk: crashing })).toThrow('killed');
      expect(everything(root).filter((name) => name.endsWith('.tmp'))).toHaveLength(1);
      expect(apply([edit(long, null, 'x')])).toEqual({ ok: true, written: [long] });
      expect(everything(root)).toEqual(['a.txt', long, 'src', 'src/b.txt']);
    });

    test('removes what a killed attempt left also when someone else has changed the file', () => {
      const crashing: Disk = { ...nodeDisk, rename: () => fail('killed'), remove: () => undefined };
      expect(() => apply([edit('a.txt', 'a', 'A')], { disk: crashing })).toThrow('killed');
      write('a.txt', 'theirs');
      expect(apply([edit('a.txt', 'a', 'A')])).toMatchObject({ ok: false });
      expect(everything(root)).toEqual(['a.txt', 'src', 'src/b.txt']);
    });

    test('asks for the lease before each file', () => {
      let asked = 0;
      const assertHeld = (): void => {
        if (++asked === 2) throw new AgentForgeError('lease_lost', 'Lost.');
      };
      expect(() => apply([edit('a.txt', 'a', 'A'), edit('src/b.txt', 'b', 'B')], { assertHeld })).toThrow(
        'Lost.',
      );
      expect([read('a.txt'), read('src/b.txt')]).toEqual(['A', 'b']);
    });
  });

  describe('over what someone else did', () => {
    test.each([
      ['changed', () => write('src/b.txt', 'theirs')],
      ['removed', () => rmSync(path.join(root, 'src/b.txt'))],
      [
        'replaced by a folder',
        () => (rmSync(path.join(root, 'src/b.txt')), mkdirSync(path.join(root, 'src/b.txt'))),
      ],
      [
        'replaced by a link',
        () => (rmSync(path.join(root, 'src/b.txt')), symlinkSync('../a.txt', path.join(root, 'src/b.txt'))),
      ],
      [
        'replaced by a dangling link',
        () => (rmSync(path.join(root, 'src/b.txt')), symlinkSync('nowhere', path.join(root, 'src/b.txt'))),
      ],
      [
        'moved below a file',
        () => (
          rmSync(path.join(root, 'src'), { recursive: true }),
          writeFileSync(path.join(root, 'src'), '')
        ),
      ],
    ])('a file that was %s stops the whole set before a byte is written', (_, change) => {
      change();
      const before = everything(root);
      expect(apply([edit('a.txt', 'a', 'A'), edit('src/b.txt', 'b', 'B')])).toEqual({
        ok: false,
        path: 'src/b.txt',
        message:
          'src/b.txt was changed by someone else since this edit was planned; it has been left as it is.',
      });
      expect(read('a.txt')).toBe('a');
      expect(everything(root)).toEqual(before);
    });

    test('a file that appeared where one was to be created is left', () => {
      write('new.txt', 'theirs');
      expect(apply([edit('new.txt', null, 'mine')])).toMatchObject({ ok: false, path: 'new.txt' });
      expect(read('new.txt')).toBe('theirs');
    });

    test('a change between the first look and the write is a conflict, and what was done before it stays', () => {
      const changing: Disk = {
        ...nodeDisk,
        rename: (from, to) => {
          nodeDisk.rename(from, to);
          if (to.endsWith('/a.txt')) write('src/b.txt', 'theirs');
        },
      };
      expect(apply([edit('a.txt', 'a', 'A'), edit('src/b.txt', 'b', 'B')], { disk: changing })).toMatchObject(
        { ok: false, path: 'src/b.txt' },
      );
      expect([read('a.txt'), read('src/b.txt')]).toEqual(['A', 'theirs']);
    });
  });

  describe('through links', () => {
    /** Puts a link to the folder outside in place of `src`, right before the n-th call of an operation. */
    function plantBefore(
      name: 'pin' | 'create' | 'rename' | 'status' | 'remove' | 'syncDirectory',
      count: number,
    ): Disk {
      let calls = 0;
      return interceptDisk(nodeDisk, (call) => {
        if (call.name === name && ++calls === count) {
          renameSync(path.join(root, 'src'), path.join(root, 'src-before'));
          symlinkSync(outside, path.join(root, 'src'));
        }
        return call.proceed();
      });
    }
    const cases = (['pin', 'create', 'rename', 'status', 'remove', 'syncDirectory'] as const).flatMap(
      (name) => [1, 2, 3].map((count) => [name, count] as const),
    );

    test.each(cases)(
      'planted right before %s number %d, nothing outside the root is created, changed or removed',
      (name, count) => {
        for (const one of [
          edit('src/b.txt', 'b', 'B'),
          edit('src/new.txt', null, 'n'),
          edit('src/sub/new.txt', null, 'n'),
          edit('src/b.txt', 'b', null),
        ]) {
          const outcome = apply([one], { disk: plantBefore(name, count) });
          expect(outcome.ok || outcome.path === one.path).toBe(true);
          expect(everything(outside)).toEqual(['b.txt']);
          expect(readFileSync(path.join(outside, 'b.txt'), 'utf8')).toBe('b');
          rmSync(root, { recursive: true });
          mkdirSync(root);
          write('src/b.txt', 'b');
        }
      },
    );

    test('that were there before lead nowhere either', () => {
      symlinkSync(outside, path.join(root, 'out'));
      symlinkSync(path.join(outside, 'b.txt'), path.join(root, 'link.txt'));
      symlinkSync(path.join(outside, 'new.txt'), path.join(root, 'dangling.txt'));
      for (const one of [
        edit('out/b.txt', 'b', 'B'),
        edit('out/new.txt', null, 'n'),
        edit('link.txt', 'b', 'B'),
        edit('dangling.txt', null, 'n'),
        edit('../proj-evil/b.txt', 'b', 'B'),
        edit(path.join(outside, 'b.txt'), 'b', 'B'),
        edit('link.txt', 'b', null),
      ]) {
        expect(apply([one]), one.path).toMatchObject({ ok: false, path: one.path });
      }
      expect(everything(outside)).toEqual(['b.txt']);
      expect(readFileSync(path.join(outside, 'b.txt'), 'utf8')).toBe('b');
      expect(readlinkSync(path.join(root, 'link.txt'))).toBe(path.join(outside, 'b.txt'));
    });

    test('are refused even inside the root: the plan named another file', () => {
      symlinkSync('src', path.join(root, 'alias'));
      expect(apply([edit('alias/b.txt', 'b', 'B')])).toMatchObject({ ok: false });
      expect(read('src/b.txt')).toBe('b');
    });
  });

  test.each(['.git/config', '.GIT/config', 'src/.agentforge/x', '.ｇit/config'])(
    'refuses the control file %j',
    (file) => {
      expect(() => apply([edit('a.txt', 'a', 'A'), edit(file, null, 'x')])).toThrow(
        expect.objectContaining({ code: 'control_file' }) as Error,
      );
      expect(read('a.txt')).toBe('a');
      expect(everything(root)).toEqual(['a.txt', 'src', 'src/b.txt']);
    },
  );

  test('gives no hash for what is no file of the project', () => {
    symlinkSync(path.join(outside, 'b.txt'), path.join(root, 'link.txt'));
    expect(fileHash(nodeDisk, root, 'a.txt')).toBe(sha256('a'));
    expect(fileHash(nodeDisk, root, 'none.txt')).toBeNull();
    for (const file of ['src', 'link.txt', '../proj-evil/b.txt', 'a.txt/below', 'n'.repeat(300)]) {
      expect(fileHash(nodeDisk, root, file), file).toBe('not a file');
    }
  });
});

function fail(message: string): never {
  throw new AgentForgeError('disk_failed', message);
}
