import { defineConfig } from 'vitest/config';

/** Faults: several processes on one MongoDB are killed, frozen and cut off. One file at a time, for each needs the machine. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts'],
    globalSetup: ['test/faults/support/global-setup.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 500_000,
    hookTimeout: 120_000,
    env: { NODE_ENV: 'test' },
  },
});
