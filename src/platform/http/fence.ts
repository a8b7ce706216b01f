import type { Context } from 'koa';
import { leastRole, missingFor, type Need, type Permission } from '../../contract/access.ts';
import { type Problem, problem } from '../../contract/problem.ts';
import type { Caller } from '../call.ts';
import type { Asked } from './route.ts';

/** What a route asks, with the path that may name a content type. */
type Fenced = Asked & { path: string };

/**
 * The first fence: whether the caller may do what the route is for at all (specification: access). Nothing is looked up: a
 * type that is outside of the grant is refused alike whether it exists or not.
 * @throws role_required of people, scope_required of keys
 */
export function checkGrant(ctx: Context, route: Fenced, caller: Pick<Caller, 'kind' | 'grant'>): void {
  const missing = missingFor(caller.grant, needOf(ctx, route));
  if (missing !== null) throw refusalOf(caller, { missing, permission: route.needs });
}

function needOf(ctx: Context, { needs: permission, area, path }: Fenced): Need {
  const { params = {} } = ctx as Context & { params?: Record<string, string> };
  const type = path.includes('/:type') ? params['type'] : undefined;
  return { permission, ...(area === 'any' ? {} : { area }), ...(type === undefined ? {} : { type }) };
}

/** What a caller is told who may not: a key what it lacks, a person which role may or what their membership leaves out. */
export function refusalOf(
  { kind, grant }: Pick<Caller, 'kind' | 'grant'>,
  { missing, permission }: { missing: string; permission: Permission },
): Problem {
  if (kind === 'key') return problem('scope_required', { required: missing }, { required: missing });
  const role = leastRole(permission);
  const mayByRole = grant === null || grant.can.includes(permission);
  return problem('role_required', { role }, mayByRole ? { required: missing } : { role });
}
