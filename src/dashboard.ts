import { baseUrlOf, type Config } from './config.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { findPerson, openForMember } from './dashboard-api/service.ts';
import type { ProjectCall } from './platform/call.ts';
import type { Clock } from './platform/clock.ts';
import type { DoorDeps } from './platform/http/dashboard-door.ts';
import type { Gate } from './platform/http/gate.ts';
import type { SystemDb } from './platform/mongo/handle.ts';
import type { SealedBox } from './platform/sealed-box.ts';
import { sessionDays } from './users/service.ts';

/** Opens a project for the dashboard: no key asks, and nothing is tried without being stored. */
export type OpenForMember = (
  project: ProjectCall['project'],
  details: { requestId: string; now: Date; ifMatch: string | null },
) => ProjectCall;

interface Parts {
  clock: Clock;
  box: SealedBox;
  gate: Gate;
  openProject: OpenForMember;
}

/** Puts the dashboard's door together: its routes, who may pass, and the calls that its routes get. */
export function dashboardDeps(
  system: SystemDb,
  config: Config,
  { clock, box, gate, openProject }: Parts,
): DoorDeps {
  return {
    routes: dashboardRoutes,
    clock,
    system,
    sessionDays,
    baseUrl: baseUrlOf(config),
    maxBodyBytes: config.MAX_BODY_BYTES,
    checkAnswers: config.NODE_ENV === 'test',
    findPerson: (token, now) => findPerson(system, token, now),
    async openMember({ account, projectId, releaseId, ifMatch }, person, scope) {
      const { project, role } = await openForMember(system, projectId, person.id);
      const call = openProject(project, { requestId: account.requestId, now: account.now, ifMatch });
      const member = { person, role, box };
      if (scope === 'project') return { ...call, ...member };
      return { ...(await gate.openRelease(call, releaseId)), ...member };
    },
  };
}
