import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { resolve, shared } from './vitest.shared.ts';

const mongod = ['test/support/global-setup.ts'];
/** Fault files that take minutes each. */
const longFaults = ['isolation', 'processes', 'queues', 'replica-set', 'stream', 'survival'].map(faultFile);

/** The suites beyond `npm test`; each has a script of its own in package.json. */
export default defineConfig({
  test: {
    projects: [
      suite('long', ['test/long/**/*.test.ts', 'dev/test/**/*.test.ts'], {
        globalSetup: mongod,
        maxWorkers: 4,
      }),
      // Three workers, each with a browser and a service that its files share. Two leave a tenth of two cores idle.
      suite('e2e', ['test/e2e/**/*.test.ts'], {
        globalSetup: ['test/e2e/support/global-setup.ts'],
        maxWorkers: 3,
      }),
      // A real Varnish. One file at a time, because some measure how soon a cache is purged.
      suite('cdn', ['test/cdn/**/*.test.ts'], {
        globalSetup: mongod,
        fileParallelism: false,
        testTimeout: 120_000,
      }),
      // Sites from the starters: installed, built, started and opened in a browser.
      suite('sites', ['test/sites/**/*.test.ts'], {
        globalSetup: ['test/e2e/support/global-setup.ts'],
        fileParallelism: false,
        testTimeout: 120_000,
        hookTimeout: 600_000,
        expect: { poll: { timeout: 30_000 } },
      }),
      // Two files at a time, each on its own MongoDB. They mostly wait for dates and for processes to start.
      faults('faults', { kills: '5', requests: '4000' }, { exclude: longFaults, maxWorkers: 2 }),
      faults(
        'faults-long',
        { kills: '30', requests: '10000' },
        {
          include: [...longFaults, faultFile('kill'), faultFile('renames'), faultFile('restart')],
          fileParallelism: false, // each measures, and needs the machine for itself
        },
      ),
    ],
  },
});

function suite(
  name: string,
  include: string[],
  options: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return { resolve, test: { ...shared, name, include, ...options } };
}

/** Several processes on one MongoDB are killed, frozen and cut off. */
function faults(
  name: string,
  { kills, requests }: { kills: string; requests: string },
  options: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return suite(name, ['test/faults/**/*.test.ts'], {
    globalSetup: ['test/faults/support/global-setup.ts'],
    testTimeout: 500_000,
    env: { ...shared.env, FAULT_KILLS: kills, FAULT_REQUESTS: requests },
    ...options,
  });
}

function faultFile(name: string): string {
  return `test/faults/${name}.test.ts`;
}
