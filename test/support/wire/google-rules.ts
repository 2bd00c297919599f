// What Gemini refuses in a body whose fields are all right: the order of turns, calls without results, unknown names.
import type { GenerateRequest, Part } from './google-request.js';

export function findBrokenGenerateRule(request: GenerateRequest): string | undefined {
  return checkParts(request) ?? checkTurns(request) ?? checkChoice(request);
}

const kinds = ['text', 'inlineData', 'functionCall', 'functionResponse'] as const;

function checkParts({ contents }: GenerateRequest): string | undefined {
  for (const [at, { parts }] of contents.entries()) {
    const wrong = parts.findIndex((part) => kinds.filter((kind) => part[kind] !== undefined).length !== 1);
    if (wrong >= 0)
      return `* GenerateContentRequest.contents[${at}].parts[${wrong}].data: required oneof field 'data' must have one initialized field\n`;
  }
  return undefined;
}

function checkTurns({ contents }: GenerateRequest): string | undefined {
  if (contents.at(-1)?.role === 'model')
    return 'Please ensure that single turn requests end with a user role or the role field is empty.';
  for (const [at, turn] of contents.entries()) {
    const broken = checkTurn(turn, contents[at - 1]);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

type Turn = GenerateRequest['contents'][number];

function checkTurn(turn: Turn, before: Turn | undefined): string | undefined {
  if (countParts(turn.parts, 'functionCall') > 0 && (turn.role !== 'model' || before === undefined))
    return 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
  const asked = before === undefined ? 0 : countParts(before.parts, 'functionCall');
  if (countParts(turn.parts, 'functionResponse') === asked) return undefined;
  return asked === 0
    ? 'Please ensure that function response turn comes immediately after a function call turn.'
    : 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
}

function countParts(parts: readonly Part[], kind: 'functionCall' | 'functionResponse'): number {
  return parts.filter((part) => part[kind] !== undefined).length;
}

function checkChoice({ tools = [], toolConfig }: GenerateRequest): string | undefined {
  const names = tools.flatMap((tool) => tool.functionDeclarations.map(({ name }) => name));
  if (new Set(names).size < names.length) return 'Duplicate function declaration found.';
  return toolConfig === undefined ? undefined : checkConfig(toolConfig.functionCallingConfig, names);
}

type CallingConfig = NonNullable<GenerateRequest['toolConfig']>['functionCallingConfig'];

function checkConfig(
  { mode = 'AUTO', allowedFunctionNames: allowed = [] }: CallingConfig,
  names: readonly string[],
): string | undefined {
  if (mode === 'ANY' && names.length === 0)
    return 'Function calling config is set without function_declarations.';
  if (allowed.length > 0 && mode !== 'ANY' && mode !== 'VALIDATED')
    return 'allowed_function_names should be set only when function calling mode is ANY.';
  const unknown = allowed.find((name) => !names.includes(name));
  return unknown === undefined
    ? undefined
    : `allowed_function_names contains a function name that is not in function_declarations: ${unknown}`;
}
