import { defineConfig } from 'vitest/config';

/** Sites made from the starters: installed, built, started, and driven in a real Chromium. One file at a time. */
export default defineConfig({
  test: {
    include: ['test/sites/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    pool: 'forks',
    fileParallelism: false,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
    env: { NODE_ENV: 'test' },
  },
});
