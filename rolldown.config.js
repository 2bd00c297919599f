// The command line in few files: Node takes half a millisecond for each module it loads.
import { chmodSync } from 'node:fs';
import { defineConfig } from 'rolldown';

export default defineConfig({
  input: 'dist/cli/main.js',
  platform: 'node',
  external: ['typescript', /^gpt-tokenizer/],
  output: { dir: 'dist/bin', format: 'esm', cleanDir: true, chunkFileNames: '[name].js' },
  plugins: [{ name: 'executable', writeBundle: () => chmodSync('dist/bin/main.js', 0o755) }],
});
