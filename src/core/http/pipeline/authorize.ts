import type { Context } from 'koa';
import {
  type Grant,
  leastRole,
  findMissing,
  may,
  type Need,
  type Permission,
} from '../../../contract/access.ts';
import { type ApiError, apiError } from '../../../contract/errors/api-error.ts';
import type { Caller, ProjectInfo } from '../../context/request-context.ts';
import type { AdmittedRequest } from './request-services.ts';
import type { Route, RouteAccess, Scope } from './route.ts';

/** The needs of a route, with the path that may contain a content type. */
type AuthorizedRoute = RouteAccess & { path: string; scope: Scope | 'account' } & Pick<Route, 'locales'>;

/** The type that writes of blocks require, because any type can use a block. */
const allTypes = '*';

/**
 * Checks whether the grant allows the route at all (specification: access). Nothing is looked up, so a type outside of
 * the grant is rejected whether it exists or not.
 * @throws role_required for people, scope_required for keys
 */
export function checkGrant(
  ctx: Context,
  route: AuthorizedRoute,
  { caller, project }: Pick<AdmittedRequest, 'caller' | 'project'>,
): void {
  const { grant } = caller;
  if (grant === null) return;
  const missingScope = findMissing(grant, needOf(ctx, { route, grant, project }));
  if (missingScope !== null) throw accessError(caller, { missing: missingScope, permission: route.needs });
}

interface NeedInput {
  route: AuthorizedRoute;
  grant: Grant;
  project: Pick<ProjectInfo, 'defaultReleaseId'>;
}

/**
 * The needs of the request. Type and release are found only if the grant restricts them, because this runs for every
 * read of a narrowed key.
 */
function needOf(ctx: Context, { route, grant, project: { defaultReleaseId } }: NeedInput): Need {
  const { needs: permission, area } = route;
  const type = grant.types === null ? undefined : requestedType(ctx, route);
  const release = grant.releases === null ? undefined : requestedRelease(ctx, route, defaultReleaseId);
  return {
    permission,
    ...(area === 'any' ? {} : { area }),
    ...(type === undefined ? {} : { type }),
    ...(release === undefined ? {} : { release: { id: release, default: release === defaultReleaseId } }),
    isShared: writesBeyondLocales(route),
  };
}

/**
 * Whether a route changes more than content of single locales. Routes that only need to read change no content; what
 * the others change is checked in their transactions (projects/write/written-locales.ts).
 */
export function writesBeyondLocales({
  needs,
  locales,
  writesLocales,
}: Pick<AuthorizedRoute, 'needs' | 'locales' | 'writesLocales'>): boolean {
  return needs !== 'read' && needs !== 'preview' && writesLocales !== true && locales !== 'write';
}

/**
 * Whether a grant allows a request, as far as that is known before the project is read. A grant for the default release
 * doesn't match a named release, because another one may have become the default.
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
  const need = {
    permission,
    ...(area === 'any' ? {} : { area }),
    ...(type === undefined ? {} : { type }),
    isShared: writesBeyondLocales(route),
  };
  if (findMissing(grant, need) !== null) return false;
  if (grant.releases === null || scope !== 'release') return true;
  const releaseParam = query['release'];
  if (releaseParam === undefined) return grant.releases === 'default';
  return (
    typeof releaseParam === 'string' && grant.releases !== 'default' && grant.releases.includes(releaseParam)
  );
}

function paramsOf(ctx: Context): Record<string, string> {
  return (ctx as Context & { params?: Record<string, string> }).params ?? {};
}

/** The content type in the path; all types for a write of a block definition, which any type may use. */
function requestedType(ctx: Context, { path, needs }: AuthorizedRoute): string | undefined {
  if (path.includes('/:type')) return paramsOf(ctx)['type'];
  return path.includes('/:block') && needs !== 'read' ? allTypes : undefined;
}

/** The release of a request on content; undefined for other requests. */
function requestedRelease(
  ctx: Context,
  { path, scope }: AuthorizedRoute,
  defaultReleaseId: string,
): string | undefined {
  if (path.includes('/:releaseId')) return paramsOf(ctx)['releaseId'];
  if (scope !== 'release') return undefined;
  const releaseParam = ctx.query['release'];
  if (typeof releaseParam === 'string') return releaseParam;
  return (ctx.state as Partial<AdmittedRequest>).preview?.release ?? defaultReleaseId;
}

/** Checks a need that only the body or a stored row names. @throws role_required for people, scope_required for keys */
export function checkNeed(caller: Pick<Caller, 'kind' | 'grant'> | null, need: Need): void {
  const missingScope = caller === null ? null : findMissing(caller.grant, need);
  if (caller !== null && missingScope !== null)
    throw accessError(caller, { missing: missingScope, permission: need.permission });
}

/**
 * The error for a caller without access: keys see the missing scope, people the required role or what their membership
 * lacks.
 */
export function accessError(
  { kind, grant }: Pick<Caller, 'kind' | 'grant'>,
  { missing, permission }: { missing: string; permission: Permission },
): ApiError {
  if (kind === 'key') return apiError('scope_required', { required: missing }, { required: missing });
  const role = leastRole(permission);
  const mayByRole = may(grant, permission);
  return mayByRole
    ? apiError('role_required', { role, required: missing }, { role, required: missing })
    : apiError('role_required', { role }, { role });
}
