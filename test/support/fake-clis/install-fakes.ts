// Stand-ins for the coding CLIs on a PATH of their own, told by files how to behave.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface FakeCall {
  readonly args: readonly string[];
  readonly folder: string;
  readonly files: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly input: string;
  readonly system?: string;
  readonly settings?: unknown;
}

export interface FakeClis {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** One for each call; the last one stays. */
  setModes(...modes: string[]): void;
  setAnswer(text: string): void;
  calls(): FakeCall[];
  /** The process that a hanging CLI started. */
  grandchild(): number | undefined;
  remove(): void;
}

export function installFakes(names: readonly string[] = ['claude', 'codex', 'gemini']): FakeClis {
  const folder = mkdtempSync(path.join(tmpdir(), 'fake-clis-'));
  const bin = path.join(folder, 'bin');
  const file = (name: string): string => path.join(folder, name);
  mkdirSync(bin);
  mkdirSync(file('home'));
  for (const name of names) writeProgram(path.join(bin, name), folder, name);
  return {
    folder,
    environment: {
      PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
      HOME: file('home'),
      SECRET_OF_THE_USER: 'no',
    },
    setModes: (...modes) => writeFileSync(file('modes'), modes.join('\n')),
    setAnswer: (text) => writeFileSync(file('answer'), text),
    calls: () => readLines(file('calls')).map((line) => JSON.parse(line) as FakeCall),
    grandchild: () =>
      existsSync(file('grandchild')) ? Number(readFileSync(file('grandchild'), 'utf8')) : undefined,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function writeProgram(program: string, folder: string, name: string): void {
  const script = path.join(import.meta.dirname, `${name}.js`);
  writeFileSync(
    program,
    `#!/bin/sh\nFAKE_CLI_FOLDER='${folder}' exec '${process.execPath}' '${script}' "$@"\n`,
  );
  chmodSync(program, 0o755);
}

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}
