// Whether one of the simple commands in an action is of a certain kind.
import type { GuardedAction, ShellSegment } from '../contract.js';
import type { CompiledCommand } from './compiled.js';
import { hasMatch } from './line-matches.js';

export function findCommand(
  action: GuardedAction,
  commands: readonly CompiledCommand[],
): ShellSegment | undefined {
  return listSegments(action).find((segment) => commands.some((command) => isCommand(segment, command)));
}

/** What runs: typed into a shell, or a list of arguments from trusted configuration. */
export function listSegments({ shell, argv }: GuardedAction): readonly ShellSegment[] {
  const [program, ...args] = argv ?? [];
  const own =
    program === undefined
      ? []
      : [
          {
            program: program.replace(/^.*[/\\]/, ''),
            args,
            assignments: {},
            cwd: null,
            text: [program, ...args].join(' '),
          },
        ];
  return [...(shell?.segments ?? []), ...own];
}

function isCommand(segment: ShellSegment, command: CompiledCommand): boolean {
  const words = segment.args.filter((word) => word !== null);
  const { program, args = [], anyArgs, flags, notFlags = [], pattern, sets } = command;
  return (
    hasSome(program, (name) => name === nameProgram(segment)) &&
    args.every((arg) => words.includes(arg)) &&
    hasSome(anyArgs, (arg) => words.includes(arg)) &&
    hasSome(flags, (flag) => hasFlag(words, flag)) &&
    !notFlags.some((flag) => hasFlag(words, flag)) &&
    hasSome(sets, (name) => Object.hasOwn(segment.assignments, name)) &&
    (pattern === undefined || hasMatch(segment.text, pattern))
  );
}

/** What is not asked for holds. */
function hasSome(asked: readonly string[] | undefined, holds: (one: string) => boolean): boolean {
  return asked === undefined || asked.some(holds);
}

/** `GIT.EXE` is git to some file systems. */
function nameProgram({ program }: ShellSegment): string {
  return program.toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '');
}

const MAX_CLUSTER_CHARS = 6;

/** As it is, with a value, shortened as far as git allows it, or among other letters: `-uf` has `-f`. */
function hasFlag(words: readonly string[], flag: string): boolean {
  if (/^-[A-Za-z]$/.test(flag)) {
    const letter = flag.slice(1);
    return words.some(
      (word) =>
        /^-[A-Za-z]+$/.test(word) && word.length <= MAX_CLUSTER_CHARS && word.slice(1).includes(letter),
    );
  }
  return words.some(
    (word) =>
      word === flag ||
      word.startsWith(`${flag}=`) ||
      (word.length >= 5 && word.startsWith('--') && flag.startsWith(word)),
  );
}
