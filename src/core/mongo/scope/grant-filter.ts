import type { Document } from 'mongodb';
import type { Area, Grant } from '../../../contract/access.ts';

/** Rows of a collection that a grant for any one of `areas` makes visible. */
export interface GrantedRows {
  readonly areas: readonly Area[];
  /** Filter for these rows within the collection; absent for all rows. */
  readonly rows?: Readonly<Record<string, string>>;
  /** The key that contains the slug of a row's content type; absent for rows without a type. */
  readonly typeKey?: string;
}

/** The part of a grant that limits the visible rows. */
export interface Narrowing extends Pick<Grant, 'areas' | 'types'> {
  /** Ids of releases; null for all. */
  readonly releases: readonly string[] | null;
}

/** A narrowed caller's access to one collection. */
export interface GrantScope {
  readonly parts: readonly GrantedRows[];
  readonly narrowing: Narrowing;
  /** The release whose rows are read; null for a collection of the project. */
  readonly releaseId: string | null;
}

const matchesNothing: Document = { _id: { $in: [] } };

/**
 * Returns the part of a grant that limits rows, or null if the caller can see all rows. `defaultReleaseId` replaces
 * "default" in the grant.
 */
export function narrowingOf(grant: Grant | null, defaultReleaseId: string): Narrowing | null {
  if (grant === null) return null;
  const { areas, types } = grant;
  const releases = grant.releases === 'default' ? [defaultReleaseId] : grant.releases;
  return areas === null && types === null && releases === null ? null : { areas, types, releases };
}

/** Returns whether a caller can see rows of a release. */
export function opensRelease({ releases }: Narrowing, releaseId: string | null): boolean {
  return releaseId === null || releases === null || releases.includes(releaseId);
}

/** Returns the filter for the rows that a narrowed caller can see, or null if all are visible (specification: access). */
export function grantFilter({ parts, narrowing, releaseId }: GrantScope): Document | null {
  if (!opensRelease(narrowing, releaseId)) return matchesNothing;
  const open = parts.filter((part) => isOpen(part, narrowing)).map((part) => conditionOf(part, narrowing));
  if (open.length === parts.length && open.every((condition) => isEmpty(condition))) return null;
  return open.length === 0 ? matchesNothing : { $or: open };
}

/** Returns whether a narrowed caller may store the row. */
export function mayStoreRow({ parts, narrowing, releaseId }: GrantScope, row: object): boolean {
  if (!opensRelease(narrowing, releaseId)) return false;
  const value = (key: string) => (row as Record<string, unknown>)[key];
  return parts.some(
    (part) =>
      isOpen(part, narrowing) &&
      Object.entries(part.rows ?? {}).every(([key, required]) => value(key) === required) &&
      opensType(part, narrowing, value),
  );
}

function opensType({ typeKey }: GrantedRows, { types }: Narrowing, value: (key: string) => unknown): boolean {
  if (typeKey === undefined || types === null) return true;
  const type = value(typeKey);
  return typeof type === 'string' && types.includes(type);
}

function isOpen({ areas }: GrantedRows, { areas: granted }: Narrowing): boolean {
  return granted === null || areas.some((area) => granted.includes(area));
}

function conditionOf({ rows, typeKey }: GrantedRows, { types }: Narrowing): Document {
  return { ...rows, ...(typeKey === undefined || types === null ? {} : { [typeKey]: { $in: [...types] } }) };
}

function isEmpty(condition: Document): boolean {
  return Object.keys(condition).length === 0;
}
