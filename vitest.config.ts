import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/**/*.test.ts',
      'client/test/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'dashboard/test/**/*.test.ts',
      'dev/test/**/*.test.ts',
    ],
    exclude: ['test/faults/**', 'test/e2e/**', 'test/cdn/**', 'test/sites/**', '**/node_modules/**'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // Files share what a worker has imported: to load the service for each again would take a third of the run.
    isolate: false,
    // Machines on which others work too stall for seconds.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    env: { NODE_ENV: 'test' },
  },
});
