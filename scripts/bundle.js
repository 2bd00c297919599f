// Puts the built command line together in few files: Node takes half a millisecond for each module it loads.
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'rolldown';
import { compileBuiltinSets } from '../dist/check/index.js';

const [PLACE, MADE, OLD] = ['dist/bin', 'dist/.bin-made', 'dist/.bin-old'];

await build({
  input: 'dist/cli/main.js',
  platform: 'node',
  external: ['typescript', /^gpt-tokenizer/],
  output: { dir: MADE, format: 'esm', cleanDir: true, chunkFileNames: '[name].js' },
});
chmodSync(`${MADE}/main.js`, 0o755);
// The command is there all the time, and only ever whole.
rmSync(OLD, { recursive: true, force: true });
if (existsSync(PLACE)) renameSync(PLACE, OLD);
renameSync(MADE, PLACE);
rmSync(OLD, { recursive: true, force: true });
// Parsing the built-in checks would take a fifth of a scan in which nothing changed.
writeFileSync('dist/checks.json', JSON.stringify(compileBuiltinSets()));
