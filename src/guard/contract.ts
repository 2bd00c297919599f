// The shape every action is brought to before it is judged, and the verdict.

export interface GuardedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** An action with its effects known but not yet done. */
export interface GuardedAction {
  readonly tool: 'edit' | 'command' | 'read' | 'note';
  readonly name: string;
  readonly files: readonly GuardedFile[];
  readonly argv?: readonly string[];
}

export interface GuardView {
  /** Undefined when the path may be written; otherwise why not. Decided by real path, now. */
  readonly refuseWrite: (path: string) => string | undefined;
  /** Files that configure how tests and checks run, which a person has not allowed to change. */
  readonly pinned: ReadonlySet<string>;
  /** The argument lists that trusted configuration names. */
  readonly trustedCommands: ReadonlySet<string>;
}

export type Verdict =
  | { readonly decision: 'allow' }
  | {
      readonly decision: 'deny' | 'ask';
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
