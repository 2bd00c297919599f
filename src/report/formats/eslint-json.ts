// `eslint --format json`.
import { z } from 'zod';
import type { Diagnostic } from '../../schema/index.js';
import type { Format } from '../format.js';
import { omitUndefined } from '../omit-undefined.js';
import { everyLine } from '../output.js';

export const eslintJson: Format = {
  tool: 'eslint',
  signs: ['"filePath"'],
  parse(output) {
    const parsed = EslintReport.safeParse(output.json());
    if (!parsed.success) return undefined;
    const items = parsed.data.flatMap(({ filePath, messages }) =>
      messages.map((message) => toDiagnostic(filePath, message)),
    );
    return {
      reports: [{ kind: 'diagnostics', tool: 'eslint', structured: true, items }],
      understood: [everyLine(output)],
    };
  },
};

const Message = z.object({
  ruleId: z.string().nullish(),
  severity: z.number(),
  message: z.string(),
  line: z.number().int().nullish(),
  column: z.number().int().nullish(),
});
const EslintReport = z.array(z.object({ filePath: z.string(), messages: z.array(Message) })).min(1);

function toDiagnostic(file: string, message: z.infer<typeof Message>): Diagnostic {
  return omitUndefined({
    file,
    line: message.line ?? undefined,
    column: message.column ?? undefined,
    code: message.ruleId ?? undefined,
    severity: message.severity >= 2 ? 'error' : 'warning',
    message: message.message,
  });
}
