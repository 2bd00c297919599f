// Writes the JSON Schemas of the files people and programs exchange with AgentForge to `schemas/`.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  CheckFile,
  ControlMessage,
  Decision,
  EventBody,
  ExemptionFile,
  GuardFile,
  ProjectConfig,
  TaskSpec,
  TaskState,
  TaskType,
  Violation,
  ViolationBaseline,
} from '../src/schema/index.js';

export const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  'task-file': TaskSpec,
  'task-type': TaskType,
  config: ProjectConfig,
  event: EventBody,
  state: TaskState,
  reply: Decision,
  control: ControlMessage,
  'check-file': CheckFile,
  'guard-file': GuardFile,
  violation: Violation,
  exemptions: ExemptionFile,
  baseline: ViolationBaseline,
};

export function renderSchema(schema: z.ZodType): string {
  return `${JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), null, 2)}\n`;
}

export function writeSchemas(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, schema] of Object.entries(SCHEMAS))
    writeFileSync(path.join(folder, `${name}.json`), renderSchema(schema));
}
