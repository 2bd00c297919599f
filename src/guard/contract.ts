// The shape every action is brought to before it is judged, and the verdict. Plain data: an action can be stored and judged again.

export interface GuardedFile {
  /** From the project's root; absolute when it lies outside. */
  readonly path: string;
  readonly before: string | null;
  /** Null when it is deleted. */
  readonly after: string | null;
  /** The agent made it itself, so that nothing of others is lost with it. */
  readonly own?: true;
  /** What it will hold cannot be known beforehand: a shell command writes it. */
  readonly unknown?: true;
}

/** Our own agents, and the coding CLIs that ask through a hook. */
export type Dialect = 'agentforge' | 'claude' | 'codex' | 'gemini' | 'cursor';

/** Before a tool runs, after it, when an agent or one of its helpers says it is done, and when a session begins. */
export type Stage = 'pre' | 'post' | 'stop' | 'session';

/** `edit` and `write` have files; `command` is one of trusted configuration, `shell` whatever an agent typed. */
export type ToolKind = 'edit' | 'write' | 'command' | 'shell' | 'read' | 'mcp' | 'agent' | 'note';

/** An action with its effects known but not yet done. */
export interface GuardedAction {
  readonly tool: ToolKind;
  readonly name: string;
  readonly files: readonly GuardedFile[];
  readonly argv?: readonly string[];
  readonly dialect?: Dialect;
  readonly stage?: Stage;
  /** The kind of agent that acts, where there are several. */
  readonly role?: string;
  /** What a `read` looks at, from the project's root; absolute outside. */
  readonly reads?: readonly string[];
  readonly shell?: ShellReading;
  /** What an agent said when it stopped. */
  readonly said?: string;
}

/** What a shell command would do, as far as it can be known without running it. */
export interface ShellReading {
  readonly command: string;
  /** Every simple command in it, wherever it stands. */
  readonly segments: readonly ShellSegment[];
  readonly writes: readonly ShellWrite[];
  readonly doubts: readonly ShellDoubt[];
}

export interface ShellSegment {
  /** The last part of its path; empty when it is not known. */
  readonly program: string;
  /** Without the program; null where a word is not literal. */
  readonly args: readonly (string | null)[];
  readonly assignments: Readonly<Record<string, string | null>>;
  /** Null when it is not known. */
  readonly cwd: string | null;
  readonly text: string;
}

export interface ShellWrite {
  /** Absolute and normalised, links not followed; null when it is not known. */
  readonly path: string | null;
  readonly how: 'write' | 'append' | 'delete' | 'move' | 'mode';
  /** `>` for a redirection. */
  readonly program: string;
}

export interface ShellDoubt {
  readonly kind: 'unparsable' | 'dynamic-program' | 'dynamic-target' | 'inline-code' | 'encoded';
  /** For people. */
  readonly reason: string;
}

export interface GuardView {
  /** Undefined when the path may be written; otherwise why not. Decided by real path, now. */
  readonly refuseWrite: (path: string) => string | undefined;
  /** Files that configure how tests and checks run, which a person has not allowed to change. */
  readonly pinned: ReadonlySet<string>;
  /** The argument lists that trusted configuration names. */
  readonly trustedCommands: ReadonlySet<string>;
  /** Whether there is evidence of this kind for the workspace as it is; otherwise why not. */
  readonly findEvidence?: (
    kind: EvidenceKind,
  ) => { readonly ok: true } | { readonly ok: false; readonly why: string };
  /** Files that this session has read. */
  readonly seen?: (path: string) => boolean;
}

/** `verified`: checks and tests pass. `tested`: also new tests that failed before, and every changed line was run. */
export type EvidenceKind = 'verified' | 'tested';

export type Verdict =
  | { readonly decision: 'allow' }
  | {
      /** `warn` says something and lets it pass. */
      readonly decision: 'deny' | 'ask' | 'warn';
      readonly guard: string;
      readonly reason: string;
      readonly hint: string;
    };

export type Objection = Exclude<Verdict, { decision: 'allow' }>;

export interface Guard {
  readonly name: string;
  /** Pure. Every objection it has, none when it has no opinion. */
  readonly judge: (action: GuardedAction, view: GuardView) => readonly Objection[];
}
