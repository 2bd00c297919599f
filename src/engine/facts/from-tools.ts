// A tool's refusal, or git's view of the workspace, as facts.
import type { FailureReport, GitReport } from '../../schema/index.js';
import type { Draft } from './create-fact.js';
import { firstLine } from './first-line.js';

export function draftFromFailure(report: FailureReport): Draft {
  const { tool, code, file, line } = report;
  const message = firstLine(report.message);
  return {
    kind: 'failure',
    tool,
    category: 'error',
    subject: `${tool} ${code ?? message}`,
    statement: `${tool} failed${code === undefined ? '' : ` (${code})`}: ${message}`,
    confidence: 0.9,
    data: {
      ...(code !== undefined && { code }),
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      message,
    },
  };
}

export function draftFromGit({ branch, changes }: GitReport): Draft[] {
  const where = branch === undefined ? '' : ` on ${branch}`;
  const summary: Draft = {
    kind: 'workspace',
    tool: 'git',
    category: 'code_structure',
    subject: 'workspace',
    statement:
      changes.length === 0
        ? `git sees no changes${where}`
        : `git sees ${changes.length} changed ${changes.length === 1 ? 'file' : 'files'}${where}`,
    confidence: 0.95,
    data: {},
  };
  const files = changes.map(({ path, status }): Draft => ({
    kind: 'change',
    tool: 'git',
    category: 'code_structure',
    subject: path,
    statement: `${path} is ${status}`,
    confidence: 0.95,
    data: { file: path, code: status },
  }));
  return [summary, ...files];
}
