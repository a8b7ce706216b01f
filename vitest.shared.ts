import type { ViteUserConfig } from 'vitest/config';

const folder = (path: string) => new URL(path, import.meta.url).pathname;
const client = folder('packages/client/src/');
const mcp = folder('packages/mcp/src/');

/** Packages are tested from their source, whether they are built or not. */
export const resolve = {
  alias: [
    { find: /^galley-client$/, replacement: `${client}main.ts` },
    { find: /^galley-client\/(.+)$/, replacement: `${client}$1.ts` },
    { find: /^galley-mcp$/, replacement: `${mcp}main.ts` },
    { find: /^galley-mcp\/(.+)$/, replacement: `${mcp}$1.ts` },
    { find: /^create-galley-site$/, replacement: folder('packages/create-site/src/main.ts') },
  ],
};

/** Options of every suite. Files share what a worker has imported: loading the service again for each takes minutes. */
export const shared = {
  setupFiles: ['test/support/setup.ts'],
  pool: 'forks',
  experimental: { fsModuleCache: true }, // halves the time until the first test starts, also in the next suite
  isolate: false,
  // Shared machines stall for seconds.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
  env: { NODE_ENV: 'test' },
} satisfies ViteUserConfig['test'];
