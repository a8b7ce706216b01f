import type { Context } from 'koa';
import { type Grant, leastRole, findMissing, type Need, type Permission } from '../../../contract/access.ts';
import { type ApiError, apiError } from '../../../contract/errors/api-error.ts';
import type { Caller, ProjectInfo } from '../../context/request-context.ts';
import type { AdmittedRequest } from './request-services.ts';
import type { Asked, Scope } from './route.ts';

/** The needs of a route, with the path that may name a content type. */
type AuthorizedRoute = Asked & { path: string; scope: Scope | 'account' };

/** What writes of blocks need: a definition stands in any type. */
const allTypes = '*';

/**
 * The first fence: whether the caller may do what the route is for at all (specification: access). Nothing is looked up: a
 * type that is outside of the grant is refused alike whether it exists or not.
 * @throws role_required of people, scope_required of keys
 */
export function checkGrant(
  ctx: Context,
  route: AuthorizedRoute,
  { caller, project }: Pick<AdmittedRequest, 'caller' | 'project'>,
): void {
  const { grant } = caller;
  if (grant === null) return;
  const missing = findMissing(grant, needOf(ctx, { route, grant, project }));
  if (missing !== null) throw refusalOf(caller, { missing, permission: route.needs });
}

interface Needing {
  route: AuthorizedRoute;
  grant: Grant;
  project: Pick<ProjectInfo, 'defaultReleaseId'>;
}

/** What the request needs, as far as the grant says anything about it: this runs for every read of a narrowed key. */
function needOf(ctx: Context, { route, grant, project: { defaultReleaseId } }: Needing): Need {
  const { needs: permission, area } = route;
  const type = grant.types === null ? undefined : requestedType(ctx, route);
  const release = grant.releases === null ? undefined : requestedRelease(ctx, route, defaultReleaseId);
  return {
    permission,
    ...(area === 'any' ? {} : { area }),
    ...(type === undefined ? {} : { type }),
    ...(release === undefined ? {} : { release: { id: release, default: release === defaultReleaseId } }),
  };
}

/**
 * Whether a request would pass with a grant, as far as that can be said before the project is known: of a release that is
 * named it is not, since which one is the default may have changed.
 */
export function matchesGrant(
  grant: Grant | null,
  {
    route,
    params,
    query,
  }: { route: AuthorizedRoute; params: Record<string, string>; query: Context['query'] },
): boolean {
  if (grant === null) return true;
  const { needs: permission, area, path, scope } = route;
  const type = path.includes('/:type') ? params['type'] : undefined;
  const need = { permission, ...(area === 'any' ? {} : { area }), ...(type === undefined ? {} : { type }) };
  if (findMissing(grant, need) !== null) return false;
  if (grant.releases === null || scope !== 'release') return true;
  const named = query['release'];
  if (named === undefined) return grant.releases === 'default';
  return typeof named === 'string' && grant.releases !== 'default' && grant.releases.includes(named);
}

function paramsOf(ctx: Context): Record<string, string> {
  return (ctx as Context & { params?: Record<string, string> }).params ?? {};
}

/** The content type that the path names; all of them for who defines a block, which may stand in any. */
function requestedType(ctx: Context, { path, needs }: AuthorizedRoute): string | undefined {
  if (path.includes('/:type')) return paramsOf(ctx)['type'];
  return path.includes('/:block') && needs !== 'read' ? allTypes : undefined;
}

/** The release that a request on content is about; undefined for others. */
function requestedRelease(
  ctx: Context,
  { path, scope }: AuthorizedRoute,
  defaultReleaseId: string,
): string | undefined {
  if (path.includes('/:releaseId')) return paramsOf(ctx)['releaseId'];
  if (scope !== 'release') return undefined;
  const named = ctx.query['release'];
  return typeof named === 'string' ? named : defaultReleaseId;
}

/** The same for what only the body or a stored row names. @throws role_required of people, scope_required of keys */
export function refuseOutside(caller: Pick<Caller, 'kind' | 'grant'> | null, need: Need): void {
  const missing = caller === null ? null : findMissing(caller.grant, need);
  if (caller !== null && missing !== null) throw refusalOf(caller, { missing, permission: need.permission });
}

/** What a refused caller reads: a key what it lacks, a person which role may or what their membership leaves out. */
export function refusalOf(
  { kind, grant }: Pick<Caller, 'kind' | 'grant'>,
  { missing, permission }: { missing: string; permission: Permission },
): ApiError {
  if (kind === 'key') return apiError('scope_required', { required: missing }, { required: missing });
  const role = leastRole(permission);
  const mayByRole = grant === null || grant.can.includes(permission);
  return mayByRole
    ? apiError('role_required', { role, required: missing }, { role, required: missing })
    : apiError('role_required', { role }, { role });
}
