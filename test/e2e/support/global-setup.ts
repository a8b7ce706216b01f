import type { TestProject } from 'vitest/node';
import { buildInBackground } from '../../../dev/server/background-build.ts';
import { clientBuild } from '../../../dev/server/client-build.ts';
import { buildDashboard } from '../../../dev/server/dashboard-build.ts';
import { setup as startMongod } from '../../support/global-setup.ts';

/** Builds the dashboard and the client if their sources are newer than the last build, and starts the run's MongoDB. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const faults: string[] = [];
  const say = (line: string) => faults.push(line);
  await (
    await buildDashboard(say)
  )?.done;
  await (
    await buildInBackground(clientBuild(), say)
  )?.done;
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return startMongod(project);
}
