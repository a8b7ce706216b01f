import type { ViteUserConfig } from 'vitest/config';

const client = new URL('client/src/', import.meta.url).pathname;

/** Site packages are tested with the client's source, built or not. */
export const resolve = {
  alias: [
    { find: /^galley-client$/, replacement: `${client}main.ts` },
    { find: /^galley-client\/(.+)$/, replacement: `${client}$1.ts` },
  ],
};

/** Options of every suite. Files share what a worker has imported: loading the service again for each takes minutes. */
export const shared = {
  setupFiles: ['test/support/setup.ts'],
  pool: 'forks',
  isolate: false,
  // Shared machines stall for seconds.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
  env: { NODE_ENV: 'test' },
} satisfies ViteUserConfig['test'];
