import type { Document, IndexDescription } from 'mongodb';
import type { ChangeModule } from '../../../contract/events/events.ts';
import type { AsOf } from './as-of.ts';
import type { ProjectDb, ReleaseDb, SystemDb } from './handle.ts';
import type { GrantedRows } from './grant-filter.ts';

/** Paths of the dates at which a row appears, changes or disappears for readers. */
export const datePaths = ['live_at', 'pending.at', 'live_until'] as const;

/** The index that finds the next date of a project, for each path in `datePaths`. */
export const comingIndexes = ['coming', 'coming_changes', 'coming_ends'] as const;

const hasChange = { 'pending.at': { $exists: true } };
const hasEnd = { live_until: { $exists: true } };

/**
 * Indexes of a collection whose rows have dates (`status`, `live_at`, `pending.at`, `live_until`). They find due rows of
 * all projects and the next date of one project.
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

/** Returns whether rows of the collection have publish or end dates. */
export function hasDates({ indexes }: AnyCollection): boolean {
  return indexes.some(({ name }) => name === 'coming');
}

/** Whether rows belong to one release, one project, or the whole installation. */
export type CollectionScope = 'release' | 'project' | 'system';

/** What a read returns in place of stored rows. */
export interface RowView {
  /** Aggregation stages that transform a row. */
  readonly stages: readonly Document[];
  /** Conditions on stored rows that the stages change, and on those they don't. Without them all rows pass the stages. */
  readonly applies?: { readonly to: Document; readonly notTo: Document };
  /** Stages for rows outside of `applies`; absent for none. */
  readonly otherStages?: readonly Document[];
}

/** The views of a collection whose items have drafts and dates. */
export interface PreviewViews {
  /** Stages that replace a row's live values with its draft. */
  readonly drafts: readonly Document[];
  /** The rows as readers will see them at a later time, if nobody changes them. */
  readonly asOf: (asOf: AsOf) => RowView;
}

/** The declaration of a collection with record type R, which only a handle of type H can open. */
export interface CollectionSpec<R extends object, H = unknown> {
  readonly name: string;
  readonly scope: CollectionScope;
  readonly indexes: readonly IndexDescription[];
  /** Names of replaced indexes of earlier versions. They are dropped an hour after an upgrade. */
  readonly replacedIndexes?: readonly string[];
  /** How previews read the rows; absent for rows that previews read like any other read. */
  readonly views?: PreviewViews;
  /**
   * The collection with a row for each item and further locale, in the form of the record, with the key `locale`. Reads
   * in such a locale open it in place of this one. Absent if records contain the values of all locales.
   */
  readonly localeRows?: string;
  /** Aggregation stages that remove the values of other locales from such a row. */
  readonly ownValues?: readonly Document[];
  /**
   * The modules whose versions grow when readers see rows change. Absent if responses that read the collection are
   * cached under the revision of the whole project.
   */
  readonly modules?: readonly ChangeModule[];
  /** Cache tags, or their prefixes; every read of the collection collects one of them. Absent for untagged rows. */
  readonly tags?: readonly string[];
  /** The rows that a caller with narrowed access can see; absent if grants don't apply (specification: access). */
  readonly granted?: readonly GrantedRows[];
  /** Only for type inference; never set. */
  readonly _types?: { record: R; handle: H };
}

/** The part of a declaration that set-up needs, without the record type. */
export type AnyCollection = Pick<CollectionSpec<object>, 'name' | 'scope' | 'indexes' | 'replacedIndexes'>;

/** Declares a collection with rows of one release; every index begins with the release's keys. */
export function releaseCollection<R extends object>(
  name: string,
  indexes: readonly IndexDescription[],
  views?: PreviewViews,
): CollectionSpec<R, ReleaseDb> {
  return { name, scope: 'release', indexes, ...(views === undefined ? {} : { views }) };
}

/** Declares a collection with rows of one project. */
export function projectCollection<R extends object>(
  name: string,
  indexes: readonly IndexDescription[],
  views?: PreviewViews,
): CollectionSpec<R, ProjectDb> {
  return { name, scope: 'project', indexes, ...(views === undefined ? {} : { views }) };
}

/** Assigns the rows of a collection to modules. */
export function ofModules<S extends AnyCollection>(spec: S, ...modules: readonly ChangeModule[]): S {
  return { ...spec, modules };
}

/** Assigns cache tags, or prefixes of them, to the rows of a collection (core/context/cache-tag-collector.ts). */
export function namedBy<S extends AnyCollection>(spec: S, ...tags: readonly string[]): S {
  return { ...spec, tags };
}

/** Limits the rows of a collection that callers with narrowed access can see. */
export function grantedBy<S extends AnyCollection>(spec: S, ...granted: readonly GrantedRows[]): S {
  return { ...spec, granted };
}

/** Declares a collection of the whole installation, which only a few files may open (core/mongo/scope/unscoped.ts). */
export function systemCollection<R extends object>(
  name: string,
  indexes: readonly IndexDescription[],
): CollectionSpec<R, SystemDb> {
  return { name, scope: 'system', indexes };
}
