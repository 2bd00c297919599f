// Says which paths steer tools that run outside an agent's gates; no agent may write them.
import { walkProject } from './project-walk.js';

/** Whether a path names a control file, or lies inside a control folder, at any depth and in any spelling a file system may accept. */
export function isControlPath(relativePath: string): boolean {
  const segments = relativePath.split(/[/\\]/).map(normaliseSegment);
  return segments.some(
    (segment, index) => isControlName(segment) || isControlPair(segment, segments[index + 1]),
  );
}

const GIT_NAMES = ['.git', '.gitmodules', '.gitconfig'];

const AGENT_NAMES = [
  '.agentforge',
  '.aider.conf.yml',
  '.amazonq',
  '.amp',
  '.augment',
  '.claude',
  '.claude.json',
  '.claude-plugin',
  '.cline',
  '.codex',
  '.continue',
  '.copilot',
  '.crush',
  '.crush.json',
  '.cursor',
  '.factory',
  '.gemini',
  '.goose',
  '.junie',
  '.kilocode',
  '.kiro',
  '.mcp.json',
  '.opencode',
  '.openhands',
  '.qwen',
  '.roo',
  '.trae',
  '.windsurf',
  'crush.json',
  'opencode.json',
  'opencode.jsonc',
];

const EDITOR_NAMES = [
  '.devcontainer',
  '.devcontainer.json',
  '.dir-locals.el',
  '.exrc',
  '.fleet',
  '.idea',
  '.lvimrc',
  '.nvim.lua',
  '.nvimrc',
  '.vimrc',
  '.vscode',
  '.zed',
];

/** Run by git hooks, a shell that enters the folder, or a package manager, each outside our sandbox. */
const TOOL_NAMES = [
  '.envrc',
  '.githooks',
  '.husky',
  '.lefthook',
  '.lefthook.yaml',
  '.lefthook.yml',
  '.npmrc',
  '.pnpmfile.cjs',
  '.pnpmfile.mjs',
  '.pre-commit-config.yaml',
  '.yarnrc',
  '.yarnrc.yml',
  'lefthook.yaml',
  'lefthook.yml',
];

const CONTROL_NAMES: ReadonlySet<string> = new Set([
  ...GIT_NAMES,
  ...AGENT_NAMES,
  ...EDITOR_NAMES,
  ...TOOL_NAMES,
]);
const SHORT_STEMS: ReadonlySet<string> = new Set([...CONTROL_NAMES].map((name) => toShortStem(name)));

function isControlName(segment: string): boolean {
  return CONTROL_NAMES.has(segment) || segment.endsWith('.code-workspace') || isShortName(segment);
}

function isControlPair(segment: string, next: string | undefined): boolean {
  return segment === '.yarn' && (next === 'releases' || next === 'plugins');
}

/** NTFS gives `.git` the second name `git~1`, and `.agentforge` the name `agentf~1`. */
function isShortName(segment: string): boolean {
  const stem = /^([^~.]{1,6})~\d+(?:\.[^.]{0,3})?$/.exec(segment)?.[1];
  return stem !== undefined && SHORT_STEMS.has(stem);
}

function toShortStem(name: string): string {
  return name.replace(/^\.+/, '').split('.')[0]?.slice(0, 6) ?? name;
}

/** One spelling for all that some file system takes for the same name: case, width, invisible characters, streams, trailing dots. */
function normaliseSegment(segment: string): string {
  return segment
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toLowerCase()
    .normalize('NFKC');
}

export interface ControlPaths {
  /** Relative to the root, with `/`, the outermost control path only, nearest to the root first. */
  readonly paths: readonly string[];
  /** Set when the tree was too large or too deep to look at all of it. */
  readonly isTruncated: boolean;
}

/** The control paths that exist in a tree. */
export function findControlPaths(root: string): ControlPaths {
  const paths: string[] = [];
  const isComplete = walkProject(root, (relative) => {
    if (!isControlPath(relative)) return 'enter';
    paths.push(relative);
    return 'skip';
  });
  return { paths, isTruncated: !isComplete };
}
