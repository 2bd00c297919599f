// `.agentforge/exemptions.yaml`: violations that people have decided to live with, by whom, why and until when.
import path from 'node:path';
import { isSeq, parseDocument } from 'yaml';
import {
  ensureDirectory,
  nodeDisk,
  parseShape,
  present,
  readText,
  replaceFile,
} from '../../platform/index.js';
import { AgentForgeError, Exemption, ExemptionFile, type Violation } from '../../schema/index.js';
import { parseLocatedYaml } from './locate-issue.js';
import { createGlobFilter } from './path-filter.js';

const NAME = '.agentforge/exemptions.yaml';

export function loadExemptions(root: string): Exemption[] {
  const text = readText(nodeDisk, path.join(root, NAME));
  return text === undefined ? [] : parseLocatedYaml(text, ExemptionFile, NAME).exemptions;
}

/** Writes one more; comments and order of what is there stay. */
export function saveExemption(root: string, exemption: Exemption): void {
  const file = path.join(root, NAME);
  const text = addExemption(readText(nodeDisk, file), exemption);
  ensureDirectory(nodeDisk, path.dirname(file));
  replaceFile(nodeDisk, file, text, { durable: true, mode: 'usual' });
}

const HEADER = `# Violations that are allowed for a while. Each needs a reason, an owner and the last day it holds.
schema: 1
exemptions: []
`;

/** The text of the file with one more exemption, or with a newer one for the same thing in its place. */
export function addExemption(text: string | undefined, exemption: Exemption): string {
  const checked = parseShape(exemption, Exemption, 'The exemption', 'bad_usage');
  const current = text === undefined || text.trim() === '' ? HEADER : text;
  const { exemptions } = parseLocatedYaml(current, ExemptionFile, NAME);
  const document = parseDocument(current);
  if (!isSeq(document.get('exemptions'))) document.set('exemptions', document.createNode([]));
  const list = document.get('exemptions');
  if (!isSeq(list)) throw new AgentForgeError('bad_config', `${NAME}: \`exemptions\` must be a list.`);
  list.flow = false;
  const node = document.createNode(present(checked));
  const known = exemptions.findIndex((one) => isSameTarget(one, checked));
  if (known === -1) list.add(node);
  else list.set(known, node);
  return document.toString({ lineWidth: 0 });
}

function isSameTarget(a: Exemption, b: Exemption): boolean {
  return a.violation === b.violation && a.check === b.check && a.path === b.path;
}

export function covers(exemption: Exemption, violation: Pick<Violation, 'id' | 'check' | 'path'>): boolean {
  if (exemption.violation !== undefined) return exemption.violation === violation.id;
  if (exemption.check !== violation.check) return false;
  return exemption.path === undefined || createGlobFilter([exemption.path])(violation.path);
}

/** Days as `2030-12-31`; the day named is the last one that counts. */
export function hasExpired(exemption: Exemption, today: string): boolean {
  return today > exemption.expires;
}

export function describeExemption({ violation, check, path: glob }: Exemption): string {
  return violation ?? `${check ?? ''}${glob === undefined ? '' : ` in ${glob}`}`;
}
