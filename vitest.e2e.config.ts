import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.e2e.test.ts'],
    setupFiles: ['test/support/remove-projects.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    env: { NODE_EXTRA_CA_CERTS: '' },
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'node_modules/.cache/e2e.json' }]]
      : ['default'],
  },
});
