// The part of SARIF 2.1.0 that is read; everything else in a log is left alone.
import { z } from 'zod';

const Message = z.object({
  text: z.string().optional(),
  markdown: z.string().optional(),
  id: z.string().optional(),
  arguments: z.array(z.string()).optional(),
});
export type SarifMessage = z.infer<typeof Message>;

const ArtifactLocation = z.object({
  uri: z.string().optional(),
  uriBaseId: z.string().optional(),
  index: z.number().int().optional(),
});
export type SarifLocation = z.infer<typeof ArtifactLocation>;

const Region = z.object({
  startLine: z.number().int().optional(),
  startColumn: z.number().int().optional(),
  endLine: z.number().int().optional(),
  endColumn: z.number().int().optional(),
});
export type SarifRegion = z.infer<typeof Region>;

const Rule = z.object({
  id: z.string(),
  name: z.string().optional(),
  shortDescription: z.object({ text: z.string().optional() }).optional(),
  help: z.object({ text: z.string().optional() }).optional(),
  messageStrings: z.record(z.string(), z.object({ text: z.string() })).optional(),
  defaultConfiguration: z.object({ level: z.string().optional() }).optional(),
});
export type SarifRule = z.infer<typeof Rule>;

const Component = z.object({ name: z.string(), rules: z.array(Rule).optional() });

const Fix = z.object({
  artifactChanges: z.array(
    z.object({
      artifactLocation: ArtifactLocation,
      replacements: z.array(
        z.object({
          deletedRegion: Region,
          insertedContent: z.object({ text: z.string().optional() }).optional(),
        }),
      ),
    }),
  ),
});
export type SarifFix = z.infer<typeof Fix>;

const Place = z.object({ artifactLocation: ArtifactLocation.optional(), region: Region.optional() });
export type SarifPlace = z.infer<typeof Place>;

const Result = z.object({
  ruleId: z.string().optional(),
  ruleIndex: z.number().int().optional(),
  rule: z
    .object({
      id: z.string().optional(),
      index: z.number().int().optional(),
      toolComponent: z.object({ index: z.number().int().optional() }).optional(),
    })
    .optional(),
  level: z.string().optional(),
  kind: z.string().optional(),
  baselineState: z.string().optional(),
  message: Message,
  locations: z.array(z.object({ physicalLocation: Place.optional() })).optional(),
  partialFingerprints: z.record(z.string(), z.string()).optional(),
  suppressions: z.array(z.object({ status: z.string().optional() })).nullish(),
  fixes: z.array(Fix).optional(),
});
export type SarifResult = z.infer<typeof Result>;

const Invocation = z.object({
  executionSuccessful: z.boolean().optional(),
  exitCode: z.number().optional(),
  toolConfigurationNotifications: z.array(z.object({ message: Message })).optional(),
  toolExecutionNotifications: z.array(z.object({ message: Message })).optional(),
});

const Run = z.object({
  tool: z.object({ driver: Component, extensions: z.array(Component).optional() }),
  results: z.array(Result).nullish(),
  invocations: z.array(Invocation).optional(),
  originalUriBaseIds: z.record(z.string(), ArtifactLocation).optional(),
  artifacts: z.array(z.object({ location: ArtifactLocation.optional() })).optional(),
  columnKind: z.string().optional(),
});
export type SarifRun = z.infer<typeof Run>;

export const SarifLog = z.object({
  version: z.string().startsWith('2.1', 'is not 2.1.0'),
  runs: z.array(Run).min(1, 'is empty: no tool has run'),
});
export type SarifLog = z.infer<typeof SarifLog>;
