import type { Document, IndexDescription } from 'mongodb';
import type { ProjectDb, ReleaseDb, SystemDb } from './handle.ts';

/**
 * The indexes of a collection whose rows appear to readers at a date (`status`, `live_at`): what is due anywhere, and
 * what comes next in one project.
 */
export const dueIndexes: readonly IndexDescription[] = [
  {
    key: { status: 1, live_at: 1, _id: 1, project_id: 1, release_id: 1 },
    name: 'due_in_order',
    partialFilterExpression: { status: 'scheduled' },
  },
  { key: { project_id: 1, live_at: 1 }, name: 'coming', partialFilterExpression: { status: 'scheduled' } },
];

/** Whether rows of the collection appear at a date. */
export function hasDates({ indexes }: AnyCollection): boolean {
  return indexes.some(({ name }) => name === 'coming');
}

/** How far a collection's rows reach: one release, one project, or the whole installation. */
export type CollectionScope = 'release' | 'project' | 'system';

/** A collection's declaration: its record type R, the handle H that may open it, and its indexes. */
export interface CollectionSpec<R extends object, H = unknown> {
  readonly name: string;
  readonly scope: CollectionScope;
  readonly indexes: readonly IndexDescription[];
  /** What makes of a stored row one that shows its draft as if it were live; absent where there are no drafts. */
  readonly drafts?: readonly Document[];
  /** Types alone; never set. */
  readonly _types?: { record: R; handle: H };
}

/** A declaration whose record type does not matter: what set-up needs. */
export type AnyCollection = Pick<CollectionSpec<object>, 'name' | 'scope' | 'indexes'>;

/** Rows of one release; every index begins with the release's keys. */
export function releaseCollection<R extends object>(
  name: string,
  indexes: readonly IndexDescription[],
  drafts?: readonly Document[],
): CollectionSpec<R, ReleaseDb> {
  return { name, scope: 'release', indexes, ...(drafts === undefined ? {} : { drafts }) };
}

/** Rows of one project, whatever the release. */
export function projectCollection<R extends object>(
  name: string,
  indexes: readonly IndexDescription[],
  drafts?: readonly Document[],
): CollectionSpec<R, ProjectDb> {
  return { name, scope: 'project', indexes, ...(drafts === undefined ? {} : { drafts }) };
}

/** Rows of the whole installation, opened only by a few named files (platform/mongo/unscoped.ts). */
export function systemCollection<R extends object>(
  name: string,
  indexes: readonly IndexDescription[],
): CollectionSpec<R, SystemDb> {
  return { name, scope: 'system', indexes };
}
