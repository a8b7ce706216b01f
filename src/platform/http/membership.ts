import type { Context } from 'koa';
import { problem } from '../../contract/problem.ts';
import type { DoorDeps, DoorState, Membership } from './dashboard-deps.ts';
import type { Person } from './dashboard-route.ts';

/** Who is signed in. @throws not_signed_in */
export function signedInPerson(ctx: Context): Person {
  const { person } = ctx.state as DoorState;
  if (person === null) throw problem('not_signed_in', {});
  return person;
}

/** The project of the path, for a member who may do what is asked. @throws unknown_project, role_required */
export async function enterProject(
  ctx: Context,
  { admitMember, anonymous }: Pick<DoorDeps, 'admitMember' | 'anonymous'>,
  needsOwner: boolean,
): Promise<{ person: Person; membership: Membership }> {
  const person = signedInPerson(ctx);
  const { workTime } = ctx.state as DoorState;
  const { params } = ctx as Context & { params: Record<string, string> };
  const { projectId = '' } = params;
  delete params['projectId']; // what a route is asked for does not depend on the door
  const admitting = workTime.wait(admitMember(person, projectId, ctx.ip));
  const membership = await anonymous.whenRefused(ctx, admitting, person.id);
  if (needsOwner && membership.role !== 'owner') throw problem('role_required', { role: 'owner' });
  return { person, membership };
}
