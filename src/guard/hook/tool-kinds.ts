// Which tools are known, and what the name of an unknown one tells.
import type { ToolKind } from '../contract.js';
import type { Fields, ToolCall } from './call.js';

/** The tools of one CLI by kind; what is in none of the lists may change anything. */
export type KnownTools = Readonly<Partial<Record<ToolKind, readonly string[]>>>;

export function nameTool(
  name: string,
  input: Fields,
  {
    known,
    isMcp,
    id,
  }: { readonly known: KnownTools; readonly isMcp: RegExp; readonly id: string | undefined },
): ToolCall {
  const kind = findKind(name, known) ?? 'mcp';
  const mutates = isMcp.test(name) ? !saysReading(name) : kind !== 'read' && kind !== 'note';
  return { kind, name, input, mutates, ...(id === undefined ? {} : { id }) };
}

function findKind(name: string, known: KnownTools): ToolKind | undefined {
  const kinds = Object.keys(known) as ToolKind[];
  return kinds.find((kind) => known[kind]?.includes(name));
}

const READING =
  /^(?:get|list|read|search|find|fetch|query|describe|show|view|look|resolve|lookup|count|stat|info|head|tail|grep|glob|tree|help|status|diff|log|snapshot|screenshot|wait)$/;
const WRITING =
  /^(?:write|edit|create|delete|remove|move|rename|update|insert|replace|save|put|append|patch|apply|copy|set|add|modify|overwrite|touch|mkdir|rm|mv|cp|upload|unlink|trash)$/;
const RUNNING = /^(?:run|exec|execute|shell|bash|terminal|command|cmd|spawn|eval|script|process|powershell)$/;

/** Every word of it speaks of reading, or one does and none of anything else that acts. */
export function saysReading(name: string): boolean {
  const words = splitName(name);
  return words.some((word) => READING.test(word)) && !words.some((word) => isActing(word));
}

export function saysWriting(name: string): boolean {
  return splitName(name).some((word) => WRITING.test(word));
}

export function saysRunning(name: string): boolean {
  return splitName(name).some((word) => RUNNING.test(word));
}

function isActing(word: string): boolean {
  return WRITING.test(word) || RUNNING.test(word);
}

/** Of the last part only: a server called `bash` may well read. */
function splitName(name: string): string[] {
  const last = name.split(/__|MCP:/).at(-1) ?? name;
  return last
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
