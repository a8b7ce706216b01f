import type { TestProject } from 'vitest/node';
import { runCommand } from '../../../dev/embedded/mongod/command.ts';
import { startMongods } from '../../support/global-setup.ts';
import { inRepository } from '../../support/program.ts';

/**
 * Compiles the service into `.faults/`, so that its processes start as quickly as in production (types are checked
 * elsewhere), and starts the run's MongoDB.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [tsc, config] = [inRepository('node_modules/.bin/tsc'), inRepository('tsconfig.build.json')];
  await runCommand(tsc, [
    '-p',
    config,
    '--outDir',
    inRepository('.faults'),
    '--noCheck',
    '--sourceMap',
    'false',
  ]);
  return startMongods(project, project.config.maxWorkers === 2 ? 2 : 1);
}
