import { defineConfig } from 'vitest/config';
import { resolve, shared } from './vitest.shared.ts';

/** `npm test`: the unit suite starts no database; the service suite runs the service on a real MongoDB. */
export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: 'unit',
          include: [
            'test/unit/**/*.test.ts',
            'dashboard/test/**/*.test.ts',
            'packages/mcp/test/**/*.test.ts',
          ],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'service',
          include: ['test/service/**/*.test.ts', 'packages/{astro,client,next}/test/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
