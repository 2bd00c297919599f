// A model that plays a fixed list of replies; its position is the number of replies in the journal, so resume is exact.
import { parse } from 'yaml';
import { z } from 'zod';
import { AgentForgeError, type Reply } from '../schema/index.js';
import type { Model } from './contract.js';
import { renderReply } from './fence.js';
import { countTokens } from './token-count.js';

const Line = z.union([
  z.strictObject({
    action: z.string(),
    parameters: z.record(z.string(), z.unknown()).optional(),
    reasoning: z.string().optional(),
    notes: z.array(z.unknown()).optional(),
    repeat: z.number().int().positive().optional(),
  }),
  z.strictObject({ raw: z.string(), repeat: z.number().int().positive().optional() }),
  z.strictObject({ fail: z.string(), repeat: z.number().int().positive().optional() }),
]);
export type ScriptLine = z.infer<typeof Line>;

export function parseScript(text: string, name: string): ScriptLine[] {
  const parsed = z.array(Line).min(1).safeParse(readYaml(text, name));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AgentForgeError(
    'bad_usage',
    `Script ${name} is not a list of {action, parameters}, {raw} or {fail} entries (${describeEntry(issue?.path[0])}${issue?.message ?? ''}).`,
  );
}

function describeEntry(index: PropertyKey | undefined): string {
  return typeof index === 'number' ? `entry ${index + 1}: ` : '';
}

function readYaml(text: string, name: string): unknown {
  try {
    return parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n', 1)[0] : '';
    throw new AgentForgeError('bad_usage', `Script ${name} is not valid YAML: ${why}`, { cause });
  }
}

export function createScriptModel(lines: readonly ScriptLine[], name = 'script'): Model {
  const total = lines.reduce((sum, line) => sum + (line.repeat ?? 1), 0);
  return {
    name,
    boundUsd: () => 0,
    async decide(request): Promise<Reply> {
      const line = lineAt(lines, request.replies);
      if (!line) {
        throw new AgentForgeError(
          'script_exhausted',
          `The script has ${total} replies and all were used; add more and resume.`,
        );
      }
      if ('fail' in line)
        throw new AgentForgeError('model_failed', `The script says the model fails here: ${line.fail}.`);
      const text = 'raw' in line ? line.raw : renderReply(request.fence, line);
      const inputTokens = request.messages.reduce((sum, message) => sum + countTokens(message.content), 0);
      return {
        text,
        usage: { inputTokens, outputTokens: countTokens(text), cachedTokens: 0 },
        costUsd: 0,
        model: name,
      };
    },
  };
}

function lineAt(lines: readonly ScriptLine[], position: number): ScriptLine | undefined {
  let end = 0;
  for (const line of lines) {
    end += line.repeat ?? 1;
    if (position < end) return line;
  }
  return undefined;
}
