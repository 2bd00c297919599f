// The body of a Gemini generateContent request, field by field; anything else is refused.
import { z } from 'zod';

const object = z.record(z.string(), z.unknown());

const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;
const SchemaType = z.enum([
  ...types,
  'STRING',
  'NUMBER',
  'INTEGER',
  'BOOLEAN',
  'ARRAY',
  'OBJECT',
  'NULL',
  'TYPE_UNSPECIFIED',
]);

/** A part of OpenAPI's schema, which is not the whole of JSON Schema. */
const Schema = z.strictObject({
  type: SchemaType.optional(),
  format: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  nullable: z.boolean().optional(),
  enum: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  example: z.unknown().optional(),
  minItems: z.int().optional(),
  maxItems: z.int().optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  minProperties: z.int().optional(),
  maxProperties: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  pattern: z.string().optional(),
  required: z.array(z.string()).optional(),
  propertyOrdering: z.array(z.string()).optional(),
  get items() {
    return Schema.optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
});

const Part = z.strictObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  inlineData: z.strictObject({ mimeType: z.string(), data: z.string() }).optional(),
  functionCall: z
    .strictObject({ id: z.string().optional(), name: z.string(), args: object.optional() })
    .optional(),
  functionResponse: z
    .strictObject({ id: z.string().optional(), name: z.string(), response: object })
    .optional(),
});

const FunctionDeclaration = z.strictObject({
  name: z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/),
  description: z.string(),
  parameters: Schema.extend({ type: z.enum(['object', 'OBJECT']) }).optional(),
  parametersJsonSchema: z.looseObject({ type: z.literal('object') }).optional(),
});

const GenerationConfig = z.strictObject({
  maxOutputTokens: z.int().min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().optional(),
  topK: z.int().optional(),
  seed: z.int().optional(),
  stopSequences: z.array(z.string()).max(5).optional(),
  candidateCount: z.int().optional(),
  frequencyPenalty: z.number().optional(),
  presencePenalty: z.number().optional(),
  responseMimeType: z.string().optional(),
  responseSchema: Schema.optional(),
  responseJsonSchema: object.optional(),
  responseModalities: z.array(z.string()).optional(),
  thinkingConfig: z
    .strictObject({
      thinkingBudget: z.int().optional(),
      includeThoughts: z.boolean().optional(),
      thinkingLevel: z
        .enum(['minimal', 'low', 'medium', 'high', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH'])
        .optional(),
    })
    .optional(),
});

export const GenerateRequest = z.strictObject({
  contents: z
    .array(
      z.strictObject({ role: z.enum(['user', 'model', 'function']).optional(), parts: z.array(Part).min(1) }),
    )
    .min(1),
  systemInstruction: z.strictObject({ role: z.string().optional(), parts: z.array(Part).min(1) }).optional(),
  tools: z.array(z.strictObject({ functionDeclarations: z.array(FunctionDeclaration) })).optional(),
  toolConfig: z
    .strictObject({
      functionCallingConfig: z.strictObject({
        mode: z.enum(['AUTO', 'ANY', 'NONE', 'VALIDATED']).optional(),
        allowedFunctionNames: z.array(z.string()).optional(),
      }),
    })
    .optional(),
  generationConfig: GenerationConfig.optional(),
  safetySettings: z.array(z.strictObject({ category: z.string(), threshold: z.string() })).optional(),
  cachedContent: z.string().optional(),
});
export type GenerateRequest = z.infer<typeof GenerateRequest>;
export type Part = z.infer<typeof Part>;

export function textOfPart(part: Part): string {
  if (part.functionResponse !== undefined) return JSON.stringify(part.functionResponse.response);
  if (part.functionCall !== undefined) return JSON.stringify(part.functionCall.args ?? {});
  return part.text ?? '';
}
