import type { TestProject } from 'vitest/node';
import { prepare } from '../../support/global-setup.ts';

/** Bundles the service and starts a MongoDB for each worker. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return prepare(project, project.config.maxWorkers === 2 ? 2 : 1);
}
