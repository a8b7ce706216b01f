import type { Context } from 'koa';
import { leastRole, missingFor, type Need, type Permission } from '../../contract/access.ts';
import { type Problem, problem } from '../../contract/problem.ts';
import type { Caller, ProjectInfo } from '../call.ts';
import type { AdmittedRequest } from './request-services.ts';
import type { Asked, Scope } from './route.ts';

/** What a route asks, with the path that may name a content type. */
type Fenced = Asked & { path: string; scope: Scope | 'account' };

/** What writes of blocks need: a definition stands in any type. */
const allTypes = '*';

/**
 * The first fence: whether the caller may do what the route is for at all (specification: access). Nothing is looked up: a
 * type that is outside of the grant is refused alike whether it exists or not.
 * @throws role_required of people, scope_required of keys
 */
export function checkGrant(
  ctx: Context,
  route: Fenced,
  { caller, project }: Pick<AdmittedRequest, 'caller' | 'project'>,
): void {
  if (caller.grant === null) return;
  const missing = missingFor(caller.grant, needOf(ctx, route, project));
  if (missing !== null) throw refusalOf(caller, { missing, permission: route.needs });
}

function needOf(
  ctx: Context,
  { needs: permission, area, path, scope }: Fenced,
  { defaultReleaseId }: Pick<ProjectInfo, 'defaultReleaseId'>,
): Need {
  const { params = {} } = ctx as Context & { params?: Record<string, string> };
  const type = path.includes('/:type') ? params['type'] : path.includes('/:block') ? allTypes : undefined;
  const asked = path.includes('/:releaseId')
    ? params['releaseId']
    : askedRelease(ctx, scope, defaultReleaseId);
  return {
    permission,
    ...(area === 'any' ? {} : { area }),
    ...(type === undefined || (type === allTypes && permission === 'read') ? {} : { type }),
    ...(asked === undefined ? {} : { release: { id: asked, default: asked === defaultReleaseId } }),
  };
}

/** The release that a request on content is about; undefined for others. */
function askedRelease(ctx: Context, scope: Fenced['scope'], defaultReleaseId: string): string | undefined {
  if (scope !== 'release') return undefined;
  const named = ctx.query['release'];
  return typeof named === 'string' ? named : defaultReleaseId;
}

/** The same for what only the body or a stored row names. @throws role_required of people, scope_required of keys */
export function refuseOutside(caller: Pick<Caller, 'kind' | 'grant'> | null, need: Need): void {
  const missing = caller === null ? null : missingFor(caller.grant, need);
  if (caller !== null && missing !== null) throw refusalOf(caller, { missing, permission: need.permission });
}

/** What a caller is told who may not: a key what it lacks, a person which role may or what their membership leaves out. */
export function refusalOf(
  { kind, grant }: Pick<Caller, 'kind' | 'grant'>,
  { missing, permission }: { missing: string; permission: Permission },
): Problem {
  if (kind === 'key') return problem('scope_required', { required: missing }, { required: missing });
  const role = leastRole(permission);
  const mayByRole = grant === null || grant.can.includes(permission);
  return mayByRole
    ? problem('role_required', { role, required: missing }, { role, required: missing })
    : problem('role_required', { role }, { role });
}
