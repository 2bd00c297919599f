// The dialects by name.
import type { HookDialect, HookDialectRules } from '../call.js';
import { claude } from './claude.js';
import { codex } from './codex.js';
import { cursor } from './cursor.js';
import { gemini } from './gemini.js';

export const DIALECTS: Readonly<Record<HookDialect, HookDialectRules>> = { claude, codex, gemini, cursor };
