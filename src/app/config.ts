// Reads `.agentforge/config.yaml`; a project without one has the defaults.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../platform/index.js';
import { ProjectConfig } from '../schema/index.js';

export function loadConfig(project: string): ProjectConfig {
  const file = path.join(project, '.agentforge', 'config.yaml');
  if (!existsSync(file)) return ProjectConfig.parse({});
  return parseYaml(readFileSync(file, 'utf8'), ProjectConfig, file, 'bad_config');
}
