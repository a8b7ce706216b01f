import { linkTargetKinds } from '../../contract/fields/links.ts';
import type { ReleaseContext } from './request-context.ts';
import type { ProjectDb } from '../mongo/scope/handle.ts';
import type { Tx } from './write-context.ts';

/** What can be put into the trash. */
export const trashKindNames = ['entry', ...linkTargetKinds] as const;
type TrashKindName = (typeof trashKindNames)[number];

/** A deleted item as its feature put it into the trash. */
export interface TrashedItem {
  readonly kind: TrashKindName;
  readonly itemId: string;
  /** Null for what belongs to no release. */
  readonly releaseId: string | null;
  /** The slug of an entry's content type; null for all other kinds. */
  readonly type: string | null;
  readonly title: string;
  /** The stored row. */
  readonly record: object;
}

/** Something that the person who restores an item should know. */
export interface RestoreWarning {
  code: 'slug_changed' | 'left_out';
  message: string;
  param: string;
  /** The block that was left out, or had what was. */
  block_id?: string;
}

/** A kind of item that the dashboard puts into the trash when it deletes one; each feature brings its own. */
export interface TrashKind {
  readonly kind: TrashKindName;
  /**
   * Stores the item again under its id, as a draft where the kind has drafts, as today's definitions allow.
   * @throws cannot_be_restored, limit_reached, and what forbids such an item today
   */
  restore(tx: Tx<ReleaseContext>, item: TrashedItem): Promise<RestoreWarning[]>;
  /** Removes what is kept beside the item when it leaves the trash for good. */
  forget?(db: ProjectDb, itemId: string): Promise<void>;
}

/** The remarks on an item that came back under another slug; none where the slug is the former one. */
export function slugRemarks(before: string, now: string): RestoreWarning[] {
  if (now === before) return [];
  const message = `Its slug was taken in the meantime. It is now "${now}".`;
  return [{ code: 'slug_changed', message, param: 'slug' }];
}
