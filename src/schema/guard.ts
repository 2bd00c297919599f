// `.agentforge/guards/*.yaml`: what agents may not do in a project, written by people.
import { z } from 'zod';

const Globs = z.array(z.string().min(1).max(300)).min(1).max(200);
const Names = z.array(z.string().min(1).max(80)).min(1).max(50);
const Pattern = z.string().min(1).max(1_000);
const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One simple command has the program, all `args`, one of `flags`, none of `not_flags`, and its text the pattern. */
const CommandMatch = z
  .strictObject({
    program: Names.optional(),
    args: Names.optional(),
    any_args: Names.optional(),
    flags: Names.optional(),
    not_flags: Names.optional(),
    pattern: Pattern.optional(),
    /** Environment variables that are set for it. */
    sets: Names.optional(),
  })
  .refine((match) => Object.values(match).some((value) => value !== undefined), {
    message: 'give program, args, any_args, flags, sets or pattern',
  });

/** A value in JSON or YAML that changes; `path` is `features[*].tested`, `**.tested` for any depth. */
const FieldMatch = z.strictObject({
  file: Globs,
  path: z.union([z.string().min(1).max(200), z.array(z.string().min(1).max(200)).min(1).max(20)]),
  /** A value that was not there counts as `from`. */
  from: Scalar.optional(),
  to: Scalar.optional(),
  /** The new value matches, and the old one did not. */
  to_matches: Pattern.optional(),
  /** What is not understood, or what a shell will write, is objected to; `pass` leaves it to the look afterwards. */
  unclear: z.enum(['match', 'pass']).default('match'),
});

/** Over all changed files that `path` matches, taken together: a test that moves to another file is still there. */
const CountMatch = z.strictObject({
  /** What is counted, for the reason. */
  what: z.string().min(1).max(60).default('matches'),
  pattern: Pattern,
  must: z.enum(['not_fall', 'not_rise']),
});

const GuardMatch = z.strictObject({
  tool: z
    .array(z.enum(['edit', 'write', 'command', 'shell', 'read', 'mcp', 'agent', 'note']))
    .min(1)
    .optional(),
  dialect: z
    .array(z.enum(['agentforge', 'claude', 'codex', 'gemini', 'cursor']))
    .min(1)
    .optional(),
  /** `main` is the agent that no other one started. */
  role: Names.optional(),
  not_role: Names.optional(),
  path: Globs.optional(),
  not_path: Globs.optional(),
  added: Pattern.optional(),
  removed: Pattern.optional(),
  content: Pattern.optional(),
  command: z.union([CommandMatch, z.array(CommandMatch).min(1).max(50)]).optional(),
  field: FieldMatch.optional(),
  count: z.union([CountMatch, z.array(CountMatch).min(1).max(10)]).optional(),
  doubtful: z
    .array(z.enum(['unparsable', 'dynamic-program', 'dynamic-target', 'inline-code', 'encoded']))
    .min(1)
    .optional(),
});

const Id = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'an id is lower-case words with dashes between them')
  .max(60);

export const GuardProfile = z.enum(['standard', 'team']);
export type GuardProfile = z.infer<typeof GuardProfile>;

export const GuardDefinition = z
  .strictObject({
    id: Id,
    name: z.string().min(1).max(120).optional(),
    /** Guards that are switched off together, by this name. */
    group: Id.optional(),
    /** `pre` also judges what turned out to have changed after a tool ran. */
    stage: z.enum(['pre', 'post', 'stop', 'session']).default('pre'),
    /** Every line that is given must hold. */
    match: GuardMatch.default({}),
    /** A judge that comes with AgentForge, asked about what matches. */
    uses: z.string().min(1).max(40).optional(),
    /** No objection where this evidence is there for the workspace as it is. */
    require: z.strictObject({ evidence: z.enum(['tested', 'verified']) }).optional(),
    verdict: z.enum(['deny', 'ask', 'warn']),
    /** `{path}`, `{command}`, `{role}`, `{field}`, `{value}`, `{what}` and `{why}` are filled in. */
    reason: z.string().min(1).max(500),
    hint: z.string().max(500).default('Reach the goal another way, or ask a person.'),
    profiles: z.array(GuardProfile).min(1).default(['standard', 'team']),
    enabled: z.boolean().default(true),
  })
  .refine(
    ({ match, uses, stage }) => uses !== undefined || stage !== 'pre' || Object.keys(match).length > 0,
    {
      message: 'give `match` or `uses`: without them it would object to everything',
    },
  );
export type GuardDefinition = z.infer<typeof GuardDefinition>;

/** One file in `.agentforge/guards/`: a guard or a list of them. */
export const GuardFile = z.union([GuardDefinition, z.array(GuardDefinition).max(200)]);
export type GuardFile = z.infer<typeof GuardFile>;
