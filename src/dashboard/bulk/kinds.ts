import { articleTitle, changeBlogInBulk, changeKbInBulk } from '../../modules/index.ts';
import { changeInBulk, entryTitle } from '../../content/index.ts';
import type { BulkChange } from '../../contract/bulk.ts';
import type { ProjectContext, ReleaseContext } from '../../core/context/index.ts';
import type { BulkJobRecord } from './schema.ts';

type Target = Pick<BulkJobRecord, 'kind' | 'type' | 'release'>;

/** The request context for the items of a job. */
export type BulkContext =
  { kind: 'entry'; context: ReleaseContext; type: string } | { kind: ArticleKind; context: ProjectContext };
type ArticleKind = 'blog_article' | 'kb_article';

/** Opens the release of entries; articles have no release. @throws unknown_release, release_not_ready */
export async function openTarget(
  { kind, type, release }: Target,
  context: ProjectContext,
  openRelease: (context: ProjectContext, releaseId: string) => Promise<ReleaseContext>,
): Promise<BulkContext> {
  if (kind !== 'entry') return { kind, context };
  return { kind, context: await openRelease(context, release ?? ''), type: type ?? '' };
}

/** Changes one item in its own transaction. @throws the errors of single writes */
export function changeItem(target: BulkContext, id: string, change: BulkChange): Promise<unknown> {
  if (target.kind === 'entry')
    return changeInBulk(target.context, { type: target.type, entryId: id }, change);
  const { action } = change;
  if (action === 'set') throw new Error('only fields of entries are set in bulk');
  if (target.kind === 'blog_article') return changeBlogInBulk(target.context, id, action);
  return changeKbInBulk(target.context, id, action);
}

/** The title of an item; its id if it was deleted or has no title. */
export async function titleOfItem(target: BulkContext, id: string): Promise<string> {
  const title =
    target.kind === 'entry' ? await entryTitle(target.context, id) : await articleTitle(target.context, id);
  return title === null || title === '' ? id : title;
}

const notFoundCodes = ['unknown_entry', 'unknown_blog_article', 'unknown_kb_article'];

/** Whether an item to delete was already deleted. */
export function isGone(action: BulkChange['action'], code: string): boolean {
  return action === 'delete' && notFoundCodes.includes(code);
}
