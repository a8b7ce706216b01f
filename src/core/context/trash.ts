import { linkTargetKinds } from '../../contract/fields/links.ts';
import type { Need } from '../../contract/access.ts';
import type { ReleaseContext } from './request-context.ts';
import type { ProjectDb } from '../mongo/scope/handle.ts';
import type { Tx } from './write-context.ts';

/** Kinds of items that can be in the trash. */
export const trashKindNames = ['entry', ...linkTargetKinds, 'media', 'type', 'block', 'release'] as const;
type TrashKindName = (typeof trashKindNames)[number];

/** A deleted item as stored in the trash. */
export interface TrashedItem {
  readonly kind: TrashKindName;
  readonly itemId: string;
  /** Null for items that belong to no release. */
  readonly releaseId: string | null;
  /** The slug of an entry's content type; null for all other kinds. */
  readonly type: string | null;
  readonly title: string;
  /** Whether readers saw it. */
  readonly wasLive: boolean;
  /** The stored row; empty for releases, which are only marked as deleted. */
  readonly record: object;
  /** The number of entries that were deleted with the item; absent for kinds without entries. */
  readonly entries?: number;
  /** The size of a file; absent for other kinds. */
  readonly bytes?: number;
  /** The id of the further locale whose content was deleted; absent if the whole item was. */
  readonly locale?: string;
}

/** Tells the user who restores an item how it differs from the deleted one. */
export interface RestoreWarning {
  code: 'slug_changed' | 'left_out' | 'not_published';
  message: string;
  param: string;
  /** The block that was omitted, or that contained the omitted part. */
  block_id?: string;
}

/** A kind of item that the dashboard moves to the trash on deletion; each feature defines its own. */
export interface TrashKind {
  readonly kind: TrashKindName;
  /** What restoring needs in addition to the permission to save drafts. */
  readonly needs?: Need;
  /**
   * Work before the transaction that restores the item, such as copying a file. It can be repeated.
   * @throws cannot_be_restored, temporarily_unavailable
   */
  prepare?(context: ReleaseContext, item: TrashedItem): Promise<void>;
  /**
   * Stores the item again under its id, as a draft if the kind has drafts, adapted to the current content type.
   * @throws cannot_be_restored, limit_reached, and the errors of creating such an item
   */
  restore(tx: Tx<ReleaseContext>, item: TrashedItem): Promise<RestoreWarning[]>;
  /** Publishes a restored draft; absent for kinds without drafts. @throws the errors of publishing */
  publish?(context: ReleaseContext, item: TrashedItem): Promise<unknown>;
  /** Removes rows that belong to the item when it is deleted permanently. */
  forget?(db: ProjectDb, itemId: string): Promise<void>;
}

/** The entries to restore after their content type. */
export interface RestoreJob {
  /** The slug of the content type. */
  readonly type: string;
  /** The ids of the entries' deletions. */
  readonly ids: readonly string[];
  /** Publishes the entries that readers saw. */
  readonly publish: boolean;
}

/** Starts a job that restores entries, inside the transaction that restores their type. @throws bulk_job_running */
export type RestoreJobStarter = (tx: Tx<ReleaseContext>, job: RestoreJob) => Promise<void>;

/** Returns a warning if an item was restored with another slug, else an empty list. */
export function slugRemarks(before: string, now: string): RestoreWarning[] {
  if (now === before) return [];
  const message = `Its slug was taken in the meantime. It is now "${now}".`;
  return [{ code: 'slug_changed', message, param: 'slug' }];
}
