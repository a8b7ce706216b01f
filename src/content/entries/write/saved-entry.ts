import type { PublishedVerb } from '../../../contract/events/events.ts';
import type { ReleaseInfo } from '../../../core/context/index.ts';
import type { TypeShape } from '../../types/lookup.ts';
import type { MergeRequest } from '../../../lifecycle/index.ts';
import type { Preload } from '../read/resolve.ts';
import type { EntryRecord, EntryValues, ReferenceTarget } from '../store/schema.ts';
import type { WrittenLocale } from './locales/addressed.ts';
import type { ListChanges } from './values/list-changes.ts';

/** The result of a committed write. */
export interface SavedEntry {
  /** The release that was written. */
  release: ReleaseInfo;
  type: TypeShape;
  entry: EntryRecord;
  /** The locale of the response; null if the request names none. */
  written: WrittenLocale | null;
  warnings: EntryWarning[];
  merge?: MergeResult | undefined;
  isNew: boolean;
  /** Types and targets that the transaction read. */
  preload: Preload;
}

/** What a merge did. */
export interface MergeResult {
  /** Paths of the rich texts that were merged by node. */
  merged: string[];
  /** Versions with the losing sides of conflicts. */
  keptVersions: string[];
}

export interface EntryWarning {
  code: string;
  message: string;
  param?: string;
  block_id?: string;
  fields?: readonly string[];
  locales?: readonly string[];
}

export interface WriteMode {
  /** Whether the request sent all fields, so required ones must be filled. */
  isWhole: boolean;
  /** Whether the sent blocks replace the blocks of the entry instead of being merged into them. */
  sendsWhole?: boolean;
  draftOnly?: boolean;
  lists?: ListChanges;
  /** Merges the values with the stored draft. */
  merge?: MergeRequest | undefined;
  /** Whether `If-Match` applies; false for creations (specification: if-match). */
  isConditional?: boolean;
  /** Fields that a replacement clears. */
  cleared?: EntryValues;
  /** Whether defaults fill omitted fields of further locales. */
  fillsDefaults?: boolean;
  /** False if written and waiting shared values stay in the draft. */
  publishesShared?: boolean;
}

/** An entry after `storeChange`, before the commit. */
export interface StoredEntry {
  entry: EntryRecord;
  warnings: EntryWarning[];
  /** Targets of the entry that the validation read. */
  targets: ReadonlyMap<string, ReferenceTarget>;
  /** The changes that readers notice. */
  verbs: readonly PublishedVerb[];
  /** Whether it is the first save of a version in the history. */
  beginsVersion: boolean;
  merge?: MergeResult | undefined;
  /** The states for the audit row; those of the entry if absent. */
  audited?: { before: EntryRecord; after: EntryRecord };
}
