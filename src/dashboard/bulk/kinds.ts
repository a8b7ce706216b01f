import { articleTitle, changeBlogInBulk, changeKbInBulk } from '../../modules/index.ts';
import { changeInBulk, entryTitle } from '../../content/index.ts';
import type { BulkChange } from '../../contract/bulk.ts';
import type { ProjectContext, ReleaseContext } from '../../core/context/index.ts';
import type { BulkJobRecord } from './schema.ts';

type Target = Pick<BulkJobRecord, 'kind' | 'type' | 'release'>;

/** A call on what a job changes. */
export type BulkCall =
  { kind: 'entry'; call: ReleaseContext; type: string } | { kind: ArticleKind; call: ProjectContext };
type ArticleKind = 'blog_article' | 'kb_article';

/** Opens the release of entries; articles belong to none. @throws unknown_release, release_not_ready */
export async function openTarget(
  { kind, type, release }: Target,
  context: ProjectContext,
  openRelease: (context: ProjectContext, releaseId: string) => Promise<ReleaseContext>,
): Promise<BulkCall> {
  if (kind !== 'entry') return { kind, call: context };
  return { kind, call: await openRelease(context, release ?? ''), type: type ?? '' };
}

/** Changes one item, in a transaction of its own, as single writes do. @throws what they throw */
export function changeItem(target: BulkCall, id: string, change: BulkChange): Promise<unknown> {
  if (target.kind === 'entry') return changeInBulk(target.call, { type: target.type, entryId: id }, change);
  const { action } = change;
  if (action === 'set') throw new Error('only fields of entries are set in bulk');
  if (target.kind === 'blog_article') return changeBlogInBulk(target.call, id, action);
  return changeKbInBulk(target.call, id, action);
}

/** What an item is called; its id when it is gone or has no title. */
export async function titleOfItem(target: BulkCall, id: string): Promise<string> {
  const title =
    target.kind === 'entry' ? await entryTitle(target.call, id) : await articleTitle(target.call, id);
  return title === null || title === '' ? id : title;
}

const unknown = ['unknown_entry', 'unknown_blog_article', 'unknown_kb_article'];

/** Whether a deletion found its item gone, which is what it wanted. */
export function isGone(action: BulkChange['action'], code: string): boolean {
  return action === 'delete' && unknown.includes(code);
}
