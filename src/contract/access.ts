/**
 * Permissions, the roles that are sets of permissions, and grants that limit a caller (specification:
 * access). Pure code, so that the dashboard can decide with it what to show.
 */

/** Roles and scopes list all permissions that they have, except that `draft` includes `preview`: reading drafts. */
export const permissions = ['read', 'preview', 'draft', 'publish', 'schema', 'releases', 'manage'] as const;
export type Permission = (typeof permissions)[number];

/** The parts of a project to which a caller can be limited. */
export const areas = ['content', 'blog', 'kb', 'authors', 'media', 'project'] as const;
export type Area = (typeof areas)[number];

/** The roles of members, from most to fewest permissions. */
export const roles = ['owner', 'editor', 'author', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** The permissions of each role. */
export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  owner: permissions,
  editor: ['read', 'preview', 'draft', 'publish'],
  author: ['read', 'preview', 'draft'],
  viewer: ['read', 'preview'],
};

/** What one caller may do; null means all areas, types, releases or locales. */
export interface Grant {
  readonly can: readonly Permission[];
  readonly areas: readonly Area[] | null;
  /** Slugs of content types. */
  readonly types: readonly string[] | null;
  /** Ids of releases, or `default` for the default release at the time of the request. */
  readonly releases: 'default' | readonly string[] | null;
  /** Ids of the locales whose content the caller may change, and nothing else; reads are not limited. */
  readonly locales: readonly string[] | null;
}

/** The areas, types and locales to which a member or key is limited, as stored and sent; absent means no limit. */
export interface Narrowed {
  areas?: Area[];
  types?: string[];
  /** Ids as stored, codes as sent and shown. */
  locales?: string[];
}

/** The limits of a key. */
export interface Scopes extends Narrowed {
  can: Permission[];
  releases?: 'default' | string[];
}

/** Returns the grant of a membership; null without limits, as for owners. */
export function grantOf(role: Role, { areas, types, locales }: Narrowed = {}): Grant | null {
  if (role === 'owner') return null;
  return {
    can: permissionsOf[role],
    areas: areas ?? null,
    types: types ?? null,
    releases: null,
    locales: locales ?? null,
  };
}

/** Requests that share one lookup of a key also share its grant. */
const grants = new WeakMap<Scopes, Grant>();

/** Returns the grant of a key; null without limits. */
export function grantOfScopes(scopes: Scopes | null): Grant | null {
  if (scopes === null) return null;
  const cachedGrant = grants.get(scopes);
  if (cachedGrant !== undefined) return cachedGrant;
  const { can, areas = null, types = null, releases = null, locales = null } = scopes;
  const grant: Grant = { can, areas, types, releases, locales };
  grants.set(scopes, grant);
  return grant;
}

/** Converts a grant back to the scopes that API responses contain. `list` has the locales of the project. */
export function scopesOf(
  { can, areas, types, releases, locales }: Grant,
  list: readonly LocaleCode[],
): Scopes {
  return {
    can: [...can],
    ...(areas === null ? {} : { areas: [...areas] }),
    ...(types === null ? {} : { types: [...types] }),
    ...(releases === null ? {} : { releases: typeof releases === 'string' ? releases : [...releases] }),
    ...(locales === null ? {} : { locales: codesOfIds(locales, list) }),
  };
}

/** A locale as grants need it. */
export interface LocaleCode {
  readonly id: string;
  readonly code: string;
}

/** The stored limits with the codes of their locales. Removed locales are omitted. */
export function withLocaleCodes<N extends Narrowed>(narrowed: N, list: readonly LocaleCode[]): N {
  const { locales } = narrowed;
  return locales === undefined ? narrowed : { ...narrowed, locales: codesOfIds(locales, list) };
}

/** Codes in the order of the project. */
function codesOfIds(ids: readonly string[], list: readonly LocaleCode[]): string[] {
  return list.filter(({ id }) => ids.includes(id)).map(({ code }) => code);
}

/** The id that stands for shared fields, whole items, and everything else that belongs to no single locale. */
export const allLocales = '*';

/**
 * Returns what a grant lacks for a write that changes content of these locales, by id, as errors name it; null if
 * nothing is missing. Nobody can change content of a locale that was removed.
 */
export function findMissingLocale(
  grant: Grant | null,
  localeIds: Iterable<string>,
  list: readonly LocaleCode[],
): string | null {
  if (grant === null || grant.locales === null) return null;
  const missing = [...localeIds].filter((id) => grant.locales?.includes(id) !== true);
  if (missing.includes(allLocales)) return `locale:${allLocales}`;
  const [first] = missing;
  if (first === undefined) return null;
  return `locale:${list.find(({ id }) => id === first)?.code ?? allLocales}`;
}

export interface MembershipGrant {
  role: Role;
  grant?: Narrowed | undefined;
}

/** Returns the higher of two roles with the union of both grants, so that neither loses rights. */
export function unionOf(one: MembershipGrant, other: MembershipGrant): MembershipGrant {
  const role = roles.find((name) => name === one.role || name === other.role) ?? one.role;
  if (role === 'owner') return { role };
  const narrowings = [one.grant ?? {}, other.grant ?? {}];
  const areas = unionOrAll(narrowings.map((grant) => grant.areas));
  // Types only limit content: types of a grant without content must not limit the other grant.
  const withContent = narrowings.filter((grant) => grant.areas?.includes('content') ?? true);
  const types = withContent.length === 0 ? null : unionOrAll(withContent.map((grant) => grant.types));
  // Locales only limit writes: a role that can't write must not remove the limit of the other grant.
  const writers = [one, other].filter((membership) => permissionsOf[membership.role].includes('draft'));
  const locales = unionOrAll(
    (writers.length === 0 ? [one, other] : writers).map(({ grant }) => grant?.locales),
  );
  const grant = {
    ...(areas === null ? {} : { areas }),
    ...(types === null ? {} : { types }),
    ...(locales === null ? {} : { locales }),
  };
  return Object.keys(grant).length === 0 ? { role } : { role, grant };
}

/** Returns the union of lists of names; null (all names) if one of them is absent. */
function unionOrAll<T extends string>(lists: readonly (readonly T[] | undefined)[]): T[] | null {
  const present = lists.filter((list) => list !== undefined);
  return present.length < lists.length ? null : [...new Set(present.flat())].sort();
}

/** Whether a grant gives rights that the previous one did not. */
export function givesMore(after: Grant | null, before: Grant | null): boolean {
  if (before === null) return false;
  if (after === null) return true;
  return (['can', 'areas', 'types', 'releases', 'locales'] as const).some((part) =>
    adds(after[part], before[part]),
  );
}

function adds(after: Grant['releases'], before: Grant['releases']): boolean {
  if (before === null || after === before) return false;
  if (after === null || typeof after === 'string' || typeof before === 'string') return true;
  return after.some((name) => !before.includes(name));
}

/** What a request requires. Only requests for content contain `type` and `release`. */
export interface Need {
  readonly permission: Permission;
  /** Absent if the request belongs to no single area. */
  readonly area?: Area;
  readonly type?: string;
  readonly release?: { readonly id: string; readonly default: boolean };
  /** Whether the request is a write that changes more than content of single locales. */
  readonly isShared?: boolean;
}

/** Whether the caller has a permission; a null grant has no limits. */
export function may(grant: Grant | null, permission: Permission): boolean {
  return grant === null || includesPermission(grant.can, permission);
}

function includesPermission(can: readonly Permission[], permission: Permission): boolean {
  return can.includes(permission) || (permission === 'preview' && can.includes('draft'));
}

/**
 * Returns the first missing requirement as errors name it, in the order permission, area, type, release, locale;
 * null if none is missing.
 */
export function findMissing(
  grant: Grant | null,
  { permission, area, type, release, isShared = false }: Need,
): string | null {
  if (grant === null) return null;
  if (!may(grant, permission)) return permission;
  if (area !== undefined && grant.areas !== null && !grant.areas.includes(area)) return `area:${area}`;
  if (type !== undefined && grant.types !== null && !grant.types.includes(type)) return `type:${type}`;
  if (release !== undefined && !includesRelease(grant, release)) return releaseName(release);
  return isShared ? findMissingLocale(grant, [allLocales], []) : null;
}

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

/** Returns the role with the fewest permissions that has this permission. */
export function leastRole(permission: Permission): Role {
  return [...roles].reverse().find((role) => permissionsOf[role].includes(permission)) ?? 'owner';
}

/**
 * Returns a text that is equal for equal grants, whatever the order of their names. The function
 * destructures every property, so that a new property of the type fails to compile here.
 */
export function grantText(grant: Grant): string {
  const cachedText = texts.get(grant);
  if (cachedText !== undefined) return cachedText;
  const text = textOf(grant);
  texts.set(grant, text);
  return text;
}

const texts = new WeakMap<Grant, string>();

function textOf({ can, areas, types, releases, locales, ...rest }: Grant): string {
  const nothing: Record<string, never> = rest;
  const parts = [
    sorted(can),
    sorted(areas),
    sorted(types),
    typeof releases === 'string' ? releases : sorted(releases),
    sorted(locales),
  ];
  return JSON.stringify(Object.keys(nothing).length === 0 ? parts : null);
}

function sorted(names: readonly string[] | null): readonly string[] | null {
  return names === null ? null : [...new Set(names)].sort();
}
