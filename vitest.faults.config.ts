import { defineConfig } from 'vitest/config';

/** Files that take minutes each; `--mode long` runs them alone, `--mode short` the others. */
const long = ['isolation', 'processes', 'queues', 'replica-set', 'stream', 'survival'].map(fileOf);

/** Faults: several processes on one MongoDB are killed, frozen and cut off. One file at a time, for each needs the machine. */
export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'long' ? [...long, fileOf('kill'), fileOf('restart')] : ['test/faults/**/*.test.ts'],
    exclude: mode === 'short' ? long : [],
    globalSetup: ['test/faults/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 500_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    env: {
      NODE_ENV: 'test',
      FAULT_KILLS: mode === 'short' ? '5' : '30',
      FAULT_REQUESTS: mode === 'short' ? '4000' : '10000',
    },
  },
}));

function fileOf(name: string): string {
  return `test/faults/${name}.test.ts`;
}
