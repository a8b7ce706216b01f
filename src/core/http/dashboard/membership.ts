import type { Step } from '../pipeline/request-state.ts';
import type { Context } from 'koa';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { DashboardDeps, DashboardState, Membership } from './dashboard-deps.ts';
import type { Person } from './dashboard-route.ts';
import { checkGrant } from '../pipeline/authorize.ts';
import { readCookie } from './session-cookie.ts';
import { admit } from '../pipeline/steps.ts';

/** The signed-in person. @throws not_signed_in */
export function signedInPerson(ctx: Context): Person {
  const { person } = ctx.state as DashboardState;
  if (person === null) throw apiError('not_signed_in', {});
  return person;
}

type EntryDeps = Pick<DashboardDeps, 'admitMember' | 'findPerson' | 'clock' | 'baseUrl' | 'anonymous'>;

/**
 * Admits a member to the project in the path if their role allows the request. @throws unknown_project, role_required
 */
export function enterProject(
  { admitMember, findPerson, clock, baseUrl, anonymous }: EntryDeps,
  route: Parameters<typeof checkGrant>[1],
): Step {
  return async (ctx, next) => {
    const person = signedInPerson(ctx);
    const { params } = ctx as Context & { params: Record<string, string> };
    const { projectId = '' } = params;
    delete params['projectId']; // the input of a route doesn't depend on where the project comes from
    const checkMember = (membership: Membership) => checkGrant(ctx, route, membership);
    const { requestId } = ctx.state as DashboardState;
    const at = { requestId, address: ctx.ip };
    const token = readCookie(ctx, 'session', baseUrl) ?? '';
    const enter = (member: Person) => admitMember(member, projectId, at);
    const admitAgain = async () => {
      const currentPerson = await findPerson(token, clock.now());
      if (currentPerson === null) throw apiError('not_signed_in', {});
      const membership = await enter(currentPerson);
      checkMember(membership);
      return membership;
    };
    const admission = { admitting: enter(person), admitAgain, personId: person.id };
    checkMember(await admit(ctx, anonymous, admission));
    await next();
  };
}
