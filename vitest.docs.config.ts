import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.docs.test.ts'],
    env: { NODE_EXTRA_CA_CERTS: '' },
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'node_modules/.cache/docs.json' }]]
      : ['default'],
  },
});
