// Puts the built command line together in few files: Node takes half a millisecond for each module it loads.
import { chmodSync } from 'node:fs';
import { build } from 'rolldown';

await build({
  input: 'dist/cli/main.js',
  platform: 'node',
  external: ['typescript', /^gpt-tokenizer/],
  output: { dir: 'dist/bin', format: 'esm', cleanDir: true, chunkFileNames: '[name].js' },
});
chmodSync('dist/bin/main.js', 0o755);
