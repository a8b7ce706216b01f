import { defineConfig } from 'vitest/config';

const client = new URL('client/src/', import.meta.url).pathname;

export default defineConfig({
  // The packages of sites are tested with the client as it stands, built or not.
  resolve: {
    alias: [
      { find: /^galley-client$/, replacement: `${client}main.ts` },
      { find: /^galley-client\/(.+)$/, replacement: `${client}$1.ts` },
    ],
  },
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
