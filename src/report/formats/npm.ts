// Failures of npm itself.
import type { FailureReport } from '../../schema/index.js';
import { collectLines } from '../find-line.js';
import type { Format } from '../format.js';

export const npm: Format = {
  tool: 'npm',
  signs: ['npm error ', 'npm ERR! '],
  parse({ lines }) {
    const found = collectLines(lines, (line, index) => {
      const match = line.startsWith('npm ') ? /^npm (?:error|ERR!)(?: (.{0,2000}))?$/.exec(line) : null;
      return match ? { text: (match[1] ?? '').trim(), index } : undefined;
    });
    if (found.length === 0) return undefined;
    const code = found.map(({ text }) => /^code (\S{1,40})$/.exec(text)?.[1]).find(Boolean);
    const said = found.map(({ text }) => text).filter((text) => !HOUSEKEEPING.test(text));
    const message = (said[0] ?? code ?? 'npm failed').replace(
      /^(?:notarget|404|enoent|ERESOLVE|peer) (?=\S)/,
      '',
    );
    const file = found.map(({ text }) => /^path (\S{1,500}\.json)$/.exec(text)?.[1]).find(Boolean);
    const report: FailureReport = {
      kind: 'failure',
      tool: 'npm',
      ...(code !== undefined && { code }),
      message,
      ...(file !== undefined && { file }),
    };
    return { reports: [report], understood: found.map(({ index }) => ({ from: index, to: index })) };
  },
};

const HOUSEKEEPING =
  /^$|^(?:code|syscall|path|errno|command|workspace|location|dest|spawnargs) |^A complete log|^To see a list|^npm run|^404$|^enoent$/;
