/**
 * Who may do what: permissions, the roles that are sets of them, and what narrows a caller (specification: access). Pure,
 * so that the dashboard decides with the same code what it shows.
 */

/** What a caller may do at all; each includes nothing of the others, roles and scopes name all that they have. */
export const permissions = ['read', 'draft', 'publish', 'schema', 'releases', 'manage'] as const;
export type Permission = (typeof permissions)[number];

/** The parts of a project that a caller may be narrowed to. */
export const areas = ['content', 'blog', 'kb', 'authors', 'media', 'project'] as const;
export type Area = (typeof areas)[number];

/** The roles of members, the strongest first. */
export const roles = ['owner', 'editor', 'author', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** What each role may do; owners can do everything, whatever is added. */
export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  owner: permissions,
  editor: ['read', 'draft', 'publish'],
  author: ['read', 'draft'],
  viewer: ['read'],
};

/** What one caller may do. Null in a narrowing means: all of them. */
export interface Grant {
  readonly can: readonly Permission[];
  readonly areas: readonly Area[] | null;
  /** Slugs of content types. */
  readonly types: readonly string[] | null;
  /** Ids of releases, or whichever is the default one when the request comes. */
  readonly releases: 'default' | readonly string[] | null;
}

/** What narrows a member or a key, as it is stored and sent; what is absent narrows nothing. */
export interface Narrowed {
  areas?: Area[];
  types?: string[];
}

/** What a key was narrowed to. */
export interface Scopes extends Narrowed {
  can: Permission[];
  releases?: 'default' | string[];
}

/** What a membership gives; null for everything, as owners have. */
export function grantOf(role: Role, { areas, types }: Narrowed = {}): Grant | null {
  if (role === 'owner') return null;
  return { can: permissionsOf[role], areas: areas ?? null, types: types ?? null, releases: null };
}

/** Requests that share one look-up of a key share what is made of its scopes. */
const grants = new WeakMap<Scopes, Grant>();

/** What a key may do; null for everything of its kind. */
export function grantOfScopes(scopes: Scopes | null): Grant | null {
  if (scopes === null) return null;
  const known = grants.get(scopes);
  if (known !== undefined) return known;
  const { can, areas = null, types = null, releases = null } = scopes;
  const grant: Grant = { can, areas, types, releases };
  grants.set(scopes, grant);
  return grant;
}

/** The scopes that a grant came from, as keys see them. */
export function scopesOf({ can, areas, types, releases }: Grant): Scopes {
  return {
    can: [...can],
    ...(areas === null ? {} : { areas: [...areas] }),
    ...(types === null ? {} : { types: [...types] }),
    ...(releases === null ? {} : { releases: typeof releases === 'string' ? releases : [...releases] }),
  };
}

/** A role in a project with its narrowing. */
export interface MembershipGrant {
  role: Role;
  grant?: Narrowed | undefined;
}

/** The higher of two roles with the union of their narrowings, so that neither loses anything. */
export function unionOf(one: MembershipGrant, other: MembershipGrant): MembershipGrant {
  const role = roles.find((name) => name === one.role || name === other.role) ?? one.role;
  if (role === 'owner') return { role };
  const narrowings = [one.grant ?? {}, other.grant ?? {}];
  const areas = unionOrAll(narrowings.map((grant) => grant.areas));
  // Types narrow content alone: those of a grant without content would only add to the other's.
  const opensContent = narrowings.filter((grant) => grant.areas?.includes('content') ?? true);
  const types = opensContent.length === 0 ? null : unionOrAll(opensContent.map((grant) => grant.types));
  if (areas === null && types === null) return { role };
  return { role, grant: { ...(areas === null ? {} : { areas }), ...(types === null ? {} : { types }) } };
}

/** The union of lists of names; null for all names, as an absent list means. */
function unionOrAll<T extends string>(lists: readonly (readonly T[] | undefined)[]): T[] | null {
  const present = lists.filter((list) => list !== undefined);
  return present.length < lists.length ? null : [...new Set(present.flat())].sort();
}

/** Whether a grant gives anything that the one before did not. */
export function givesMore(after: Grant | null, before: Grant | null): boolean {
  if (before === null) return false;
  if (after === null) return true;
  return (['can', 'areas', 'types', 'releases'] as const).some((part) => adds(after[part], before[part]));
}

function adds(after: Grant['releases'], before: Grant['releases']): boolean {
  if (before === null || after === before) return false;
  if (after === null || typeof after === 'string' || typeof before === 'string') return true;
  return after.some((name) => !before.includes(name));
}

/** What a request needs. `type` and `release` are named by requests for content alone. */
export interface Need {
  readonly permission: Permission;
  /** Absent where a request is about no part alone. */
  readonly area?: Area;
  readonly type?: string;
  readonly release?: { readonly id: string; readonly default: boolean };
}

/** Whether the caller may; a null grant is a caller with everything. */
export function may(grant: Grant | null, permission: Permission): boolean {
  return grant === null || grant.can.includes(permission);
}

/** The first that a caller lacks of permission, area, type and release, as errors name it; null when nothing is missing. */
export function missingFor(grant: Grant | null, { permission, area, type, release }: Need): string | null {
  if (grant === null) return null;
  if (!grant.can.includes(permission)) return permission;
  if (area !== undefined && grant.areas !== null && !grant.areas.includes(area)) return `area:${area}`;
  if (type !== undefined && grant.types !== null && !grant.types.includes(type)) return `type:${type}`;
  if (release !== undefined && !includesRelease(grant, release)) return releaseName(release);
  return null;
}

/** Whether the release is among those of the grant. */
export function includesRelease(
  { releases }: Pick<Grant, 'releases'>,
  release: { id: string; default: boolean },
): boolean {
  if (releases === null) return true;
  return releases === 'default' ? release.default : releases.includes(release.id);
}

function releaseName({ id, default: isDefault }: { id: string; default: boolean }): string {
  return isDefault ? 'release:default' : `release:${id}`;
}

/** The least role that has a permission. */
export function leastRole(permission: Permission): Role {
  return [...roles].reverse().find((role) => permissionsOf[role].includes(permission)) ?? 'owner';
}

/**
 * A grant as text that is equal for equal grants, in whatever order they name what they have. The type takes the grant
 * apart, so that a new property stops the build here.
 */
export function grantText(grant: Grant): string {
  const known = texts.get(grant);
  if (known !== undefined) return known;
  const text = textOf(grant);
  texts.set(grant, text);
  return text;
}

const texts = new WeakMap<Grant, string>();

function textOf({ can, areas, types, releases, ...rest }: Grant): string {
  const nothing: Record<string, never> = rest;
  const parts = [
    sorted(can),
    sorted(areas),
    sorted(types),
    typeof releases === 'string' ? releases : sorted(releases),
  ];
  return JSON.stringify(Object.keys(nothing).length === 0 ? parts : null);
}

function sorted(names: readonly string[] | null): readonly string[] | null {
  return names === null ? null : [...new Set(names)].sort();
}
