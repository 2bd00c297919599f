// Reads `.agentforge/config.yaml`; a project without one has the defaults.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { AgentForgeError, ProjectConfig } from '../schema/index.js';

export function loadConfig(project: string): ProjectConfig {
  const file = path.join(project, '.agentforge', 'config.yaml');
  if (!existsSync(file)) return ProjectConfig.parse({});
  const parsed = ProjectConfig.safeParse(readYaml(file) ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AgentForgeError(
    'bad_config',
    `${file}: ${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'is not valid'}.`,
  );
}

function readYaml(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new AgentForgeError(
      'bad_config',
      `${file} is not valid YAML: ${cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : ''}`,
      { cause },
    );
  }
}
