import type { TestProject } from 'vitest/node';
import { buildDashboard } from '../../../dev/server/dashboard-build.ts';
import { setup as startMongod } from '../../support/global-setup.ts';

/** Builds the dashboard if its sources are newer than the last build, and starts the run's MongoDB. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const faults: string[] = [];
  await (
    await buildDashboard((line) => faults.push(line))
  )?.done;
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return startMongod(project);
}
