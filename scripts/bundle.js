// Puts the built command line together in few files: Node takes half a millisecond for each module it loads.
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'rolldown';
import { compileBuiltinSets } from '../dist/check/index.js';
import { compileBuiltinPolicies } from '../dist/guard/index.js';

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
// The hook starts for every tool call, and reads no YAML.
writeFileSync('dist/guards.json', JSON.stringify(compileBuiltinPolicies()));

// Coding CLIs start the hook for every tool call: one file for most of them, the shell parser and git beside it for the rest.
// CommonJS, because node takes a quarter of its own start longer to begin with a module.
const HOOK_FILES = {
  'hook.cjs': 'dist/cli/hook-main.js',
  'hook-shell.mjs': 'dist/guard/shell/read-shell.js',
  'hook-git.mjs': 'dist/guard/hook/snapshot.js',
};
for (const [file, input] of Object.entries(HOOK_FILES)) {
  const format = file.endsWith('.cjs') ? 'cjs' : 'esm';
  await build({
    input,
    platform: 'node',
    // Rooms are entered by their doors; what the hook does not use of them must not be loaded with it.
    treeshake: { moduleSideEffects: false },
    output: { file: `dist/${file}.made`, format, minify: true, codeSplitting: false },
  });
  renameSync(`dist/${file}.made`, `dist/${file}`);
}
