// Git: status in its long and short form, changed files of a diff, and refusals.
import type { FailureReport, GitReport, Report } from '../../schema/index.js';
import { collectLines } from '../find-line.js';
import type { Finding, Format, LineRange, Output } from '../format.js';

export const git: Format = {
  tool: 'git',
  signs: [],
  parse(output) {
    const parts = [readStatus(output), readShortStatus(output), readDiff(output), readFailures(output)];
    const found = parts.filter((part) => part !== undefined);
    if (found.length === 0) return undefined;
    return {
      reports: found.flatMap((part) => part.reports),
      understood: found.flatMap((part) => part.understood),
    };
  },
};

type Change = GitReport['changes'][number];

const SHORT: Readonly<Record<string, string>> = {
  '?': 'untracked',
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  U: 'conflicted',
  T: 'modified',
};

function readStatus({ lines }: Output): Finding | undefined {
  const from = lines.findIndex((line) =>
    /^(?:On branch \S|HEAD detached |Changes (?:not staged|to be committed))/.test(line),
  );
  if (from < 0) return undefined;
  const branch = /^On branch (\S{1,200})$/.exec(lines[from] ?? '')?.[1];
  const changes: Change[] = [];
  let untracked = false;
  let to = from;
  for (const [offset, line] of lines.slice(from).entries()) {
    if (/^[A-Z]/.test(line)) untracked = line.startsWith('Untracked files:');
    const change = readStatusLine(line, untracked);
    if (change) changes.push(change);
    if (change || /^(?:nothing to commit|no changes added|Your branch)/.test(line)) to = from + offset;
  }
  return toFinding(changes, { from, to }, branch);
}

function readStatusLine(line: string, untracked: boolean): Change | undefined {
  const named = /^\t(modified|new file|deleted|renamed|typechange|both \w{1,20}): +(\S.{0,500})$/.exec(line);
  if (named) return { path: named[2] ?? '', status: toStatus(named[1] ?? '') };
  const bare = untracked ? /^\t(\S.{0,500})$/.exec(line) : null;
  return bare ? { path: bare[1] ?? '', status: 'untracked' } : undefined;
}

function toStatus(word: string): string {
  if (word.startsWith('both')) return 'conflicted';
  return word === 'new file' ? 'added' : word === 'typechange' ? 'modified' : word;
}

/** Every line must have the shape: two letters and a path would occur in prose too. */
function readShortStatus({ lines }: Output): Finding | undefined {
  const shown = lines.filter((line) => line !== '');
  const matches = shown.map((line) => /^(?:## (\S{1,200})|(\?\?|[ MADRCUT]{2}) (\S.{0,500}))/.exec(line));
  const solid = matches.every((match) => match !== null && match[2] !== '  ');
  if (shown.length === 0 || !solid) return undefined;
  const branch = matches.map((match) => match?.[1]).find(Boolean);
  const changes = matches.flatMap((match): Change[] => {
    const letters = match?.[2];
    return letters === undefined
      ? []
      : [{ path: match?.[3] ?? '', status: SHORT[letters.trim()[0] ?? ''] ?? 'modified' }];
  });
  return toFinding(changes, { from: 0, to: lines.length - 1 }, branch?.split('...', 1)[0]);
}

function readDiff({ lines }: Output): Finding | undefined {
  const from = lines.findIndex((line) => DIFF.test(line));
  if (from < 0) return undefined;
  const changes: Change[] = [];
  let to = from;
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const head = DIFF.exec(line);
    const last = changes.at(-1);
    if (head) changes.push({ path: head[1] ?? '', status: 'modified' });
    else if (last) last.status = readFileStatus(line) ?? last.status;
    if (!DIFF_LINE.test(line)) break;
    to = index;
  }
  return toFinding(changes, { from, to });
}

const DIFF = /^diff --git a\/.{1,500} b\/(.{1,500})$/;
const DIFF_LINE =
  /^(?:[-+ @\\]|diff |index |new file|deleted file|similarity|rename |old mode|new mode|Binary |$)/;

/** What a line between `diff --git` and the first hunk says about the whole file. */
function readFileStatus(line: string): string | undefined {
  if (line.startsWith('new file mode ')) return 'added';
  if (line.startsWith('deleted file mode ')) return 'deleted';
  return line.startsWith('rename to ') ? 'renamed' : undefined;
}

function readFailures({ lines }: Output): Finding | undefined {
  const found = collectLines(lines, (line, index) => {
    const match =
      /^(?:(fatal|error): (?=\S)|(CONFLICT) (?=\()|git: (?='[\w-]{1,60}' is not)|merge: (?=.{1,300} - not something))(.{1,1000})$/.exec(
        line,
      );
    if (!match || (match[1] === 'error' && !GIT_ERROR.test(match[3] ?? ''))) return undefined;
    const report: FailureReport = {
      kind: 'failure',
      tool: 'git',
      code: match[1] ?? match[2] ?? 'error',
      message: match[3] ?? '',
    };
    return { report, index };
  });
  if (found.length === 0) return undefined;
  return {
    reports: found.map(({ report }) => report),
    understood: found.map(({ index }) => ({ from: index, to: index })),
  };
}

/** `error:` begins lines of many tools; these are git's. */
const GIT_ERROR =
  /^(?:pathspec |Your local changes|failed to push|patch failed|.{1,300}: patch does not apply|cannot (?:lock|pull|rebase|apply|checkout) |src refspec|The following untracked|Merging is not possible|unable to |object |remote |branch |can't open patch|invalid option: |unknown option `|corrupt patch|cherry-pick|could not apply )/;

function toFinding(changes: Change[], range: LineRange, branch?: string): Finding {
  const report: Report = { kind: 'git', tool: 'git', ...(branch !== undefined && { branch }), changes };
  return { reports: [report], understood: [range] };
}
