// What git would write, and the programs that its options and configuration make it run.
import { posix } from 'node:path';
import type { Call } from './call.js';
import type { Field } from './field.js';
import { joinFields, literalField, unknownField } from './field.js';
import { readWorktree } from './git-worktree.js';
import { shorten } from './findings.js';
import type { Options } from './options.js';
import { hasOption, splitOptions, takeValues } from './options.js';
import type { ShellState } from './state.js';

const GLOBAL = {
  valued: ['c', 'C', 'git-dir', 'work-tree', 'namespace', 'config-env', 'exec-path', 'super-prefix'],
  known: [],
  stops: true,
};
const COMMAND_SETTING =
  /^(core\.(pager|editor|sshcommand|gitproxy|askpass)|sequence\.editor|diff\.external|pager\..+|diff\..+\.(command|textconv)|(merge|diff)tool\..+\.cmd|filter\..+\.(clean|smudge|process)|merge\..+\.driver|credential(\..+)?\.helper|gpg\.(.+\.)?program|uploadpack\.packobjectshook|trailer\..+\.(command|cmd)|interactive\.difffilter|browser\..+\.cmd|man\..+\.cmd|remote\..+\.(uploadpack|receivepack)|submodule\..+\.update)$/i;
const LOADING_SETTING =
  /^(core\.(hookspath|fsmonitor|worktree|attributesfile|excludesfile)|include(if\..+)?\.path|init\.templatedir|protocol\..*ext.*)$/i;
const PROGRAM_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  rebase: ['x', 'exec'],
  fetch: ['upload-pack'],
  clone: ['u', 'upload-pack'],
  pull: ['upload-pack'],
  push: ['receive-pack', 'exec'],
  'ls-remote': ['upload-pack', 'exec'],
  archive: ['exec'],
  difftool: ['x', 'extcmd'],
  'filter-branch': [
    'tree-filter',
    'index-filter',
    'msg-filter',
    'env-filter',
    'commit-filter',
    'parent-filter',
  ],
};
const KNOWN = new Set(
  (
    'add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore checkout cherry ' +
    'cherry-pick clean clone commit commit-tree config count-objects describe diff diff-files diff-index diff-tree ' +
    'difftool fetch filter-branch filter-repo for-each-ref format-patch fsck gc grep hash-object help index-pack init ' +
    'log lfs ls-files ls-remote ls-tree maintenance merge merge-base merge-file merge-tree mergetool mktree mv name-rev ' +
    'notes pack-objects prune pull push range-diff read-tree rebase reflog remote repack replace request-pull rerere ' +
    'reset restore rev-list rev-parse revert rm shortlog show show-branch show-ref sparse-checkout stage stash status ' +
    'submodule switch symbolic-ref tag unpack-objects update-index update-ref update-server-info var verify-commit ' +
    'verify-pack version whatchanged worktree write-tree checkout-index fast-import fast-export credential subtree ' +
    'send-email daemon instaweb gui citool blame bugreport diagnose stripspace column fmt-merge-msg mailinfo mailsplit'
  ).split(' '),
);

export function readGit(call: Call): void {
  const options = splitOptions(call.args, GLOBAL);
  const state = moveInto(call.state, takeValues(options, 'C work-tree'));
  for (const setting of takeValues(options, 'c config-env')) readSetting(call, setting);
  if (options.values.has('exec-path')) {
    call.reader.findings.addDoubt('dynamic-program', 'git takes its programs from another folder.');
  }
  const [verb, ...args] = options.rest;
  if (verb === undefined) return;
  if (verb.value === null || !KNOWN.has(verb.value)) doubtVerb(call, verb, options);
  else readVerb({ ...call, args, state }, verb.value);
  if (verb.value === 'config') writeOtherConfig(call, options);
}

/** A subcommand that git does not have is an alias of the repository, unless the command line says what it is. */
function doubtVerb(call: Call, verb: Field, options: Options): void {
  const isSaid = takeValues(options, 'c').some(({ head }) => head.startsWith(`alias.${verb.value ?? ''}=`));
  if (isSaid) return;
  call.reader.findings.addDoubt('dynamic-program', `What git runs is not known: git ${shorten(verb.raw)}`);
}

/** `--git-dir` says whose configuration it is. */
function writeOtherConfig({ reader, state }: Call, options: Options): void {
  for (const { value, raw } of takeValues(options, 'git-dir')) {
    const file = value === null ? unknownField(raw) : literalField(`${value}/config`, raw);
    reader.findings.addWrite(state, file, 'write', 'git');
  }
}

function readVerb(call: Call, verb: string): void {
  readPrograms(call, verb);
  if (verb === 'config') readConfig(call);
  else readWorktree(call, verb);
}

function moveInto(state: ShellState, folders: readonly Field[]): ShellState {
  return folders.reduce<ShellState>((current, { value }) => {
    if (value === null || current.cwds === null) return { ...current, cwds: null };
    return { ...current, cwds: current.cwds.map((cwd) => posix.resolve(cwd, value)) };
  }, state);
}

/** `-c name=value`. */
function readSetting(call: Call, setting: Field): void {
  const cut = setting.head.indexOf('=');
  const name = cut === -1 ? setting.head : setting.head.slice(0, cut);
  readSettingValue(
    call,
    name,
    setting.value === null || cut === -1 ? null : setting.value.slice(cut + 1),
    setting.raw,
  );
}

function readSettingValue(call: Call, name: string, value: string | null, raw: string): void {
  const isAlias = /^alias\./i.test(name);
  if (LOADING_SETTING.test(name) || name === '') {
    if (value !== null && /^(\/dev\/null|false|)$/.test(value)) return;
    call.reader.findings.addDoubt('dynamic-program', `A setting decides what git runs: ${shorten(raw)}`);
  } else if (isAlias || COMMAND_SETTING.test(name)) runSetting(call, isAlias, value, raw);
}

function runSetting({ reader, state }: Call, isAlias: boolean, value: string | null, raw: string): void {
  if (value === null) {
    reader.findings.addDoubt('dynamic-program', `It names a program for git to run: ${shorten(raw)}`);
  } else if (value.startsWith('!')) reader.readScript(value.slice(1), state);
  else if (value !== '') reader.readScript(isAlias ? `git ${value}` : value, state);
}

function readPrograms(call: Call, verb: string): void {
  const { args, reader, state } = call;
  const names = PROGRAM_OPTIONS[verb] ?? [];
  for (const text of takeValues(splitOptions(args, { valued: names, known: [] }), names.join(' '))) {
    if (text.value === null)
      reader.findings.addDoubt('dynamic-program', `What git ${verb} runs is not known.`);
    else reader.readScript(text.value, state);
  }
  if (verb === 'bisect') reader.readWords(takeCommand(args, 'run'), state, call.input);
  if (verb !== 'submodule') return;
  const text = joinFields(takeCommand(args, 'foreach'));
  if (text === null) reader.findings.addDoubt('dynamic-program', 'What git submodule runs is not known.');
  else reader.readScript(text, { ...state, cwds: null });
}

function takeCommand(args: readonly Field[], verb: string): readonly Field[] {
  const start = args.findIndex(({ value }) => value === verb);
  return start === -1 ? [] : splitOptions(args.slice(start + 1), { valued: [], known: [], stops: true }).rest;
}

function readConfig(call: Call): void {
  const options = splitOptions(call.args, { valued: ['f', 'file', 'type', 'default', 'blob'], known: [] });
  const verb = options.rest[0]?.value ?? '';
  const [name, value] = ['set', 'unset', 'get', 'list'].includes(verb) ? options.rest.slice(1) : options.rest;
  if (isQuery(options, verb) || (value === undefined && !isChange(options, verb))) return;
  call.reader.findings.addWrite(call.state, findConfigFile(call, options), 'write', 'git');
  if (name !== undefined && value !== undefined) readSettingValue(call, name.head, value.value, value.raw);
}

function isQuery(options: Options, verb: string): boolean {
  return hasOption(options, 'get get-all get-regexp list l get-urlmatch') || /^(get|list)$/.test(verb);
}

function isChange({ flags }: Options, verb: string): boolean {
  return (
    verb === 'unset' || [...flags].some((flag) => /^(unset|rename|remove|add|replace|edit|e$)/.test(flag))
  );
}

function findConfigFile({ state }: Call, options: Options): Field {
  const [named] = takeValues(options, 'f file');
  if (named !== undefined) return named;
  if (options.flags.has('system')) return literalField('/etc/gitconfig');
  if (!options.flags.has('global')) return literalField('.git/config');
  const home = state.variables.get('HOME')?.value ?? null;
  return home === null ? unknownField('~/.gitconfig') : literalField(`${home}/.gitconfig`);
}
