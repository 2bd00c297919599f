// What the command line says, to the runner and to each section.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      /** How far `long` goes. */
      steps: { type: 'string', default: '10000' },
      /** A folder of recorded runs. */
      corpus: { type: 'string', default: path.join(ROOT, '../shared/corpora/trajectories') },
    },
  });
  // What has an extension is a file of a recorded run, everything else a section.
  return {
    sections: positionals.filter((name) => path.extname(name) === ''),
    files: positionals.filter((name) => path.extname(name) !== ''),
    json: values.json,
    steps: Number(values.steps),
    corpus: path.resolve(values.corpus),
  };
}
