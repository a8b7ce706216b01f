import { defineConfig } from 'vitest/config';

/** Answers behind a shared cache: a real Varnish, where one is installed. One file at a time, for some measure how soon. */
export default defineConfig({
  test: {
    include: ['test/cdn/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    pool: 'forks',
    fileParallelism: false,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    env: { NODE_ENV: 'test' },
  },
});
