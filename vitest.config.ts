import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.soak.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'node_modules/.cache/tests.json' }]]
      : ['default'],
  },
});
