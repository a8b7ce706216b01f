import type { Document } from 'mongodb';
import type { Area, Grant } from '../../../contract/access.ts';

/** Rows of a collection that are edited as one: the areas of which any opens them, and what marks them. */
export interface GrantedRows {
  readonly areas: readonly Area[];
  /** Keys and values that mark these rows among others of the collection; absent where all are alike. */
  readonly rows?: Readonly<Record<string, string>>;
  /** Where rows name their content type; absent where they are of none. */
  readonly typeKey?: string;
}

/** What of a grant says which rows a caller meets. */
export interface Narrowing extends Pick<Grant, 'areas' | 'types'> {
  /** Ids; null for all releases. */
  readonly releases: readonly string[] | null;
}

/** A caller's way to the rows of one collection. */
export interface Fence {
  readonly parts: readonly GrantedRows[];
  readonly narrowing: Narrowing;
  /** The release whose rows are asked for; null for a collection of the project. */
  readonly releaseId: string | null;
}

const nothing: Document = { _id: { $in: [] } };

/**
 * What of a grant rows know about; null for a caller who meets all of them.
 *
 * @param defaultReleaseId - the release that "default" means
 */
export function narrowingOf(grant: Grant | null, defaultReleaseId: string): Narrowing | null {
  if (grant === null) return null;
  const { areas, types } = grant;
  const releases = grant.releases === 'default' ? [defaultReleaseId] : grant.releases;
  return areas === null && types === null && releases === null ? null : { areas, types, releases };
}

/** Whether a caller meets anything of a release. */
export function opensRelease({ releases }: Narrowing, releaseId: string | null): boolean {
  return releaseId === null || releases === null || releases.includes(releaseId);
}

/** The condition under which a narrowed caller meets rows of a collection; null where they meet all (specification: access). */
export function grantFilter({ parts, narrowing, releaseId }: Fence): Document | null {
  if (!opensRelease(narrowing, releaseId)) return nothing;
  const open = parts.filter((part) => isOpen(part, narrowing)).map((part) => conditionOf(part, narrowing));
  const isWhole = open.length === parts.length && open.every((condition) => isEmpty(condition));
  if (isWhole) return null;
  return open.length === 0 ? nothing : { $or: open };
}

/** Whether a narrowed caller may store the row. */
export function mayStoreRow({ parts, narrowing, releaseId }: Fence, row: object): boolean {
  if (!opensRelease(narrowing, releaseId)) return false;
  const value = (key: string) => (row as Record<string, unknown>)[key];
  return parts.some(
    (part) =>
      isOpen(part, narrowing) &&
      Object.entries(part.rows ?? {}).every(([key, wanted]) => value(key) === wanted) &&
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
