import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.soak.test.ts', 'test/**/*.e2e.test.ts'],
    setupFiles: ['test/support/remove-projects.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    isolate: false,
    // Certificates that no test needs would cost each of the many processes started here a tenth of a second.
    env: { NODE_EXTRA_CA_CERTS: '' },
    maxWorkers: 2,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'node_modules/.cache/tests.json' }]]
      : ['default'],
  },
});
