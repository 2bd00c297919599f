// `.agentforge/checks/*.yaml`: what a project measures about its code, written by people.
import { z } from 'zod';
import { Expectation } from './task.js';

export const Severity = z.enum(['error', 'warning', 'info']);
export type Severity = z.infer<typeof Severity>;

const Argv = z.array(z.string().min(1)).min(1);
const Globs = z.array(z.string().min(1));

const RegexConfig = z
  .strictObject({
    forbid: z.string().min(1).optional(),
    /** Every file in the globs must match. */
    require: z.string().min(1).optional(),
    flags: z
      .string()
      .regex(/^[imsu]*$/, 'use only i, m, s and u')
      .default('m'),
    /** What a forbidden match becomes, with `$1` for groups; makes the violation fixable. */
    replace: z.string().optional(),
    message: z.string().max(300).optional(),
  })
  .refine(({ forbid, require }) => (forbid === undefined) !== (require === undefined), {
    message: 'give either forbid or require',
  });

export const MetricName = z.enum([
  'cyclomatic',
  'cognitive',
  'function_lines',
  'nesting',
  'parameters',
  'class_members',
  'class_lines',
  'file_lines',
]);
export type MetricName = z.infer<typeof MetricName>;

const MetricConfig = z.strictObject({ metric: MetricName, max: z.number().int().nonnegative() });

const DependencyConfig = z
  .strictObject({
    /** From the lowest to the highest; a file may import its own layer and lower ones. */
    layers: z.array(z.strictObject({ name: z.string().min(1), files: Globs })).optional(),
    /** No import cycles. */
    cycles: z.literal('forbid').optional(),
    /** Imports that are never allowed. */
    forbid: z.array(z.strictObject({ from: Globs, to: Globs, why: z.string().optional() })).optional(),
  })
  .refine((config) => Object.values(config).some((value) => value !== undefined), {
    message: 'give layers, cycles or forbid',
  });

/** The project's own ESLint, through its Node API, with the project's configuration unless rules are given here. */
const EslintConfig = z.strictObject({
  rules: z.record(z.string(), z.unknown()).optional(),
  timeoutMs: z.number().int().positive().default(300_000),
});

/** What the redactor would hide: keys of known issuers, private keys, and values of chance in files made to hold secrets. */
const SecretConfig = z.strictObject({}).default({});

const SarifConfig = z.strictObject({
  /** Runs first and writes the file; without it the file must be there. `{report}` here and in `file` is a fresh path. */
  command: Argv.optional(),
  file: z.string().min(1),
  timeoutMs: z.number().int().positive().default(300_000),
});

const CommandConfig = z.strictObject({
  command: Argv,
  expect: Expectation.default('exit0'),
  timeoutMs: z.number().int().positive().default(120_000),
});

const FileConfig = z
  .strictObject({
    /** Each of these must exist. */
    require: Globs.optional(),
    /** No file may match. */
    forbid: Globs.optional(),
    /** Every file in the check's globs: */
    maxBytes: z.number().int().positive().optional(),
    /** `test/{dir}/{name}.test.ts`: the file that must exist beside each file in the globs. */
    companion: z.string().optional(),
  })
  .refine((config) => Object.values(config).some((value) => value !== undefined), {
    message: 'give require, forbid, maxBytes or companion',
  });

/** A module of the project that exports `check({ files, read }) → findings`; runs only in a trusted project. */
const CustomConfig = z.strictObject({
  module: z.string().min(1),
  options: z.record(z.string(), z.unknown()).default({}),
  timeoutMs: z.number().int().positive().default(120_000),
});

const common = {
  id: z
    .string()
    .regex(/^[a-z][\w.-]{0,59}$/, 'a check id is lower-case letters, digits, dots, dashes and underscores'),
  name: z.string().max(120).optional(),
  severity: Severity.default('warning'),
  /** Which files it looks at; default all. */
  files: Globs.default(['**']),
  exclude: Globs.default([]),
  hint: z.string().max(500).optional(),
};

const KINDS = ['regex', 'secret', 'metric', 'dependency', 'eslint', 'sarif', 'command', 'file', 'custom'];

export const CheckDefinition = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ ...common, kind: z.literal('regex'), config: RegexConfig }),
    z.strictObject({ ...common, kind: z.literal('secret'), config: SecretConfig }),
    z.strictObject({ ...common, kind: z.literal('metric'), config: MetricConfig }),
    z.strictObject({ ...common, kind: z.literal('dependency'), config: DependencyConfig }),
    z.strictObject({ ...common, kind: z.literal('eslint'), config: EslintConfig }),
    z.strictObject({ ...common, kind: z.literal('sarif'), config: SarifConfig }),
    z.strictObject({ ...common, kind: z.literal('command'), config: CommandConfig }),
    z.strictObject({ ...common, kind: z.literal('file'), config: FileConfig }),
    z.strictObject({ ...common, kind: z.literal('custom'), config: CustomConfig }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? `use one of ${KINDS.join(', ')}` : undefined) },
);
export type CheckDefinition = z.infer<typeof CheckDefinition>;
export type CheckKind = CheckDefinition['kind'];

/** One file in `.agentforge/checks/`. */
export const CheckFile = z.strictObject({
  schema: z.literal(1).default(1),
  /** Built-in sets: `hygiene`, `secrets`, `typescript`. */
  use: z.array(z.string().min(1)).default([]),
  /** Ids of checks in those sets that are not wanted, or that are given anew below. */
  without: z.array(z.string().min(1)).default([]),
  checks: z.array(CheckDefinition).default([]),
});
export type CheckFile = z.infer<typeof CheckFile>;
