import { articleTitle, changeBlogInBulk, changeKbInBulk } from '../../modules/index.ts';
import { changeInBulk, entryTitle, openBulkLocale } from '../../content/index.ts';
import type { ProjectContext, ReleaseContext, TrashKind } from '../../core/context/index.ts';
import { restoreItem, titleInTrash } from '../../lifecycle/index.ts';
import { inBulkLocale } from '../../projects/index.ts';
import type { BulkJobRecord, JobChange } from './schema.ts';

type Target = Pick<BulkJobRecord, 'kind' | 'type' | 'release' | 'locale'>;

/** The request context for the items of a job. */
export type BulkContext =
  | { kind: 'entry'; context: ReleaseContext; type: string }
  | { kind: 'trash'; context: ReleaseContext }
  | { kind: ArticleKind; context: ProjectContext };
type ArticleKind = 'blog_article' | 'kb_article';

/** Opens the release of entries or the trash; articles have none. @throws unknown_release, release_not_ready */
export async function openTarget(
  { kind, type, release, locale }: Target,
  context: ProjectContext,
  openRelease: (context: ProjectContext, releaseId: string) => Promise<ReleaseContext>,
): Promise<BulkContext> {
  if (kind === 'blog_article' || kind === 'kb_article')
    return { kind, context: inBulkLocale(context, locale) };
  const releaseContext = await openRelease(context, release ?? '');
  return kind === 'trash'
    ? { kind, context: releaseContext }
    : { kind, context: await openBulkLocale(releaseContext, type ?? '', locale), type: type ?? '' };
}

/** Changes one item in its own transaction. @throws the errors of single writes */
export function changeItem(
  target: BulkContext,
  id: string,
  { change, trashKinds: kinds }: { change: JobChange; trashKinds: readonly TrashKind[] },
): Promise<unknown> {
  if (change.action === 'restore') {
    if (target.kind !== 'trash') throw new Error('only items in the trash are restored');
    return restoreItem(target.context, { kinds, startRestoreJob: null }, { id, publish: change.publish });
  }
  if (target.kind === 'trash') throw new Error('items in the trash are only restored');
  if (target.kind === 'entry')
    return changeInBulk(target.context, { type: target.type, entryId: id }, change);
  const { action } = change;
  if (action === 'set') throw new Error('only fields of entries are set in bulk');
  if (target.kind === 'blog_article') return changeBlogInBulk(target.context, id, action);
  return changeKbInBulk(target.context, id, action);
}

/** The title of an item; its id if it was deleted or has no title. */
export async function titleOfItem(target: BulkContext, id: string): Promise<string> {
  const title = await storedTitle(target, id);
  return title === null || title === '' ? id : title;
}

function storedTitle(target: BulkContext, id: string): Promise<string | null> {
  if (target.kind === 'trash') return titleInTrash(target.context.db, id);
  return target.kind === 'entry' ? entryTitle(target.context, id) : articleTitle(target.context, id);
}

const notFoundCodes = ['unknown_entry', 'unknown_blog_article', 'unknown_kb_article'];

/** Whether an item to delete was already deleted, or an item to restore is no longer in the trash. */
export function isGone(action: JobChange['action'], code: string): boolean {
  if (action === 'restore') return code === 'not_in_trash';
  return action === 'delete' && notFoundCodes.includes(code);
}
