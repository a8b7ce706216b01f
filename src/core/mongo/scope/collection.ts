import type { Document, IndexDescription } from 'mongodb';
import type { ChangeModule } from '../../../contract/events/events.ts';
import type { ProjectDb, ReleaseDb, SystemDb } from './handle.ts';
import type { GrantedRows } from './grant-filter.ts';

/** Where the dates of rows stand at which readers begin to see something else, or nothing any more. */
export const datePaths = ['live_at', 'pending.at', 'live_until'] as const;

/** The name of the index by which the next date of a project is found, for each of these dates. */
export const comingIndexes = ['coming', 'coming_changes', 'coming_ends'] as const;

const hasChange = { 'pending.at': { $exists: true } };
const hasEnd = { live_until: { $exists: true } };

/**
 * The indexes of a collection whose rows appear to readers, change or go at a date (`status`, `live_at`, `pending.at`,
 * `live_until`): what is due anywhere, and what comes next in one project.
 */
export const dueIndexes: readonly IndexDescription[] = [
  {
    key: { status: 1, live_at: 1, _id: 1, project_id: 1, release_id: 1 },
    name: 'due_in_order',
    partialFilterExpression: { status: 'scheduled' },
  },
  { key: { project_id: 1, live_at: 1 }, name: 'coming', partialFilterExpression: { status: 'scheduled' } },
  {
    key: { 'pending.at': 1, _id: 1, project_id: 1, release_id: 1 },
    name: 'changes_in_order',
    partialFilterExpression: hasChange,
  },
  { key: { project_id: 1, 'pending.at': 1 }, name: 'coming_changes', partialFilterExpression: hasChange },
  {
    key: { live_until: 1, _id: 1, project_id: 1, release_id: 1 },
    name: 'ends_in_order',
    partialFilterExpression: hasEnd,
  },
  { key: { project_id: 1, live_until: 1 }, name: 'coming_ends', partialFilterExpression: hasEnd },
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
  /** Names of indexes of earlier versions that have been replaced. They go an hour after an upgrade. */
  readonly replacedIndexes?: readonly string[];
  /** What makes of a stored row one that shows its draft as if it were live; absent where there are no drafts. */
  readonly drafts?: readonly Document[];
  /**
   * The modules whose versions move when readers see its rows change, or where an answer that reads them ends by a date
   * of its own; absent where there is none: what reads it is kept under the project's revision alone.
   */
  readonly modules?: readonly ChangeModule[];
  /** The tags, or how they begin, of which a read that looks at its rows notes one; absent where no tag names them. */
  readonly tags?: readonly string[];
  /**
   * Whose rows a caller meets who was narrowed to areas or types; absent where a grant says nothing about them
   * (specification: access).
   */
  readonly granted?: readonly GrantedRows[];
  /** Types alone; never set. */
  readonly _types?: { record: R; handle: H };
}

/** A declaration whose record type does not matter: what set-up needs. */
export type AnyCollection = Pick<CollectionSpec<object>, 'name' | 'scope' | 'indexes' | 'replacedIndexes'>;

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

/** The same collection as one whose rows belong to these modules. */
export function ofModules<S extends AnyCollection>(spec: S, ...modules: readonly ChangeModule[]): S {
  return { ...spec, modules };
}

/** The same collection as one whose rows are named by these tags, or by such that begin so (core/context/cache-tag-collector.ts). */
export function namedBy<S extends AnyCollection>(spec: S, ...tags: readonly string[]): S {
  return { ...spec, tags };
}

/** The same collection as one whose rows narrowed callers meet by their areas and types alone. */
export function grantedBy<S extends AnyCollection>(spec: S, ...granted: readonly GrantedRows[]): S {
  return { ...spec, granted };
}

/** Rows of the whole installation, opened only by a few named files (core/mongo/scope/unscoped.ts). */
export function systemCollection<R extends object>(
  name: string,
  indexes: readonly IndexDescription[],
): CollectionSpec<R, SystemDb> {
  return { name, scope: 'system', indexes };
}
