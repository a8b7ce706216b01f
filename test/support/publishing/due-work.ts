import { openReleaseContext } from '../../../src/server/create-context.ts';
import { publishDue } from '../../../src/lifecycle/publishing/due/due.ts';
import { tester } from '../actor.ts';
import { scheduledKinds } from '../assembly.ts';
import type { TestService } from '../service.ts';

/** What the job does; no service of a test runs jobs of its own. */
export function runJob({ app: { system, clock, log, contextsOf: callsOf } }: TestService): Promise<void> {
  const openProject = callsOf(tester).project;
  return publishDue({
    system,
    clock,
    log,
    kinds: scheduledKinds,
    openProject,
    openRelease: openReleaseContext,
  });
}
