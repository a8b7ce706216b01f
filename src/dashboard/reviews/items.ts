import { type Area, findMissing, type Need } from '../../contract/access.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import { kindOfId } from '../../contract/ids.ts';
import { entryInReview, entryTitleIn, findEntry, loadTypes } from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { checkNeed } from '../../core/http/index.ts';
import { whole } from '../../core/mongo/scope/whole.ts';
import {
  checkReady,
  contentRevision,
  findRelease,
  hasChanges,
  hasReleaseChanges,
  isHidden,
  isOwnChange,
  type ReleaseRecord,
  type Reviewed,
  reviewOfRelease,
} from '../../lifecycle/index.ts';
import { findArticleById } from '../../modules/index.ts';
import type { ReviewedArticle, ReviewedEntry } from './repository.ts';
import type { Review } from './schema.ts';

/** An item with the keys that reviews need. */
export interface ReviewItem extends Reviewed {
  subject: Review['item'];
  area: Area;
  revision: number;
  /** Whether there is something to review. */
  hasChanges: boolean;
  /** Whether it is the default release, which has no review. */
  isDefault?: true;
}

/** A transaction knows the default release of its moment. */
type ItemContext = ReleaseContext & { defaultReleaseId?: () => Promise<string> };

/**
 * Finds an item by its id. An item outside of the member's grant is rejected, not hidden: the member knows its id.
 * @throws unknown_entry and its counterparts, role_required, release_is_default unless it is only read
 */
export async function loadReviewItem(
  context: ItemContext,
  itemId: string,
  permission: 'read' | 'draft' | 'publish',
): Promise<ReviewItem> {
  const item = await findItem(context, itemId);
  if (item === null) throw unknownItem(itemId, 'itemId');
  checkNeed(context.caller, reviewNeed(item, permission));
  if (item.isDefault === true && permission !== 'read')
    throw apiError('release_is_default', { action: 'review' }, { param: 'itemId' });
  return item;
}

/** What a member needs for an entry or article. */
export function needOf(
  { subject: { type }, area }: { subject: Pick<Review['item'], 'type'>; area: Area },
  permission: Need['permission'],
): Need {
  return { permission, area, ...(type === null ? {} : { type }) };
}

/** What a step of a review requires. Each change of the review of a release needs the permission for releases. */
export function reviewNeed(item: ReviewItem, permission: Need['permission']): Need {
  const { kind, id } = item.subject;
  if (kind !== 'release') return needOf(item, permission);
  const release = { id, default: item.isDefault === true };
  return { permission: permission === 'read' ? 'read' : 'releases', area: item.area, release };
}

async function findItem(context: ItemContext, itemId: string): Promise<ReviewItem | null> {
  const db = whole(context.db);
  const { now, project } = context;
  const kind = kindOfId(itemId);
  if (kind === 'entry') {
    const entry = await findEntry(db, itemId);
    const type = entry === null ? undefined : (await loadTypes({ db, project })).get(entry.type);
    if (entry === null || type === undefined) return null; // the type is being deleted
    return {
      ...itemOfEntry(entry, entryTitleIn(type, entry.draft)),
      ...(await entryInReview({ db, now, project }, entry)),
    };
  }
  if (kind === 'release') {
    const release = await findRelease(db, itemId);
    if (release === null) throw apiError('unknown_release', { releaseId: itemId }, { param: 'itemId' });
    checkReady(release);
    const defaultId = (await context.defaultReleaseId?.()) ?? project.defaultReleaseId;
    if (itemId === defaultId) return { ...itemOfRelease(release), hasChanges: false, isDefault: true };
    return { ...itemOfRelease(release), hasChanges: await hasReleaseChanges(db, { release, defaultId }) };
  }
  if (kind !== 'blog_article' && kind !== 'kb_article') return null;
  const article = await findArticleById(db, itemId);
  if (article === null) return null;
  return { ...itemOfArticle(article), hasChanges: isHidden(article, now) || hasChanges(article) };
}

/** An entry of a list of reviews, which only contains items with changes. */
export function itemOfEntry(entry: ReviewedEntry, title: string): ReviewItem {
  const { id, type, revision, last_revision: last = revision } = entry;
  const subject = { kind: 'entry' as const, id, type, title };
  return { subject, area: 'content', revision: last, hasChanges: true, ...reviewedKeys(entry) };
}

export function itemOfArticle(article: ReviewedArticle): ReviewItem {
  const { _id: id, module, draft, revision } = article;
  const subject = { kind: `${module}_article` as const, id, type: null, title: draft.title };
  return { subject, area: module, revision, hasChanges: true, ...reviewedKeys(article) };
}

export function itemOfRelease(release: ReleaseRecord): ReviewItem {
  const { _id: id, name, contributors } = release;
  const subject = { kind: 'release' as const, id, type: null, title: name };
  const reviewed = reviewedKeys({ review: reviewOfRelease(release), contributors });
  return { subject, area: 'project', revision: contentRevision(release), hasChanges: true, ...reviewed };
}

/** The keys of a review that are present. */
function reviewedKeys({
  review,
  contributors,
}: { [K in keyof Reviewed]: Reviewed[K] | undefined }): Reviewed {
  return {
    ...(review === undefined ? {} : { review }),
    ...(contributors === undefined ? {} : { contributors }),
  };
}

/** The codes of reads of an entry or article by its id. */
export const itemErrors = [
  'unknown_entry',
  'unknown_blog_article',
  'unknown_kb_article',
  'role_required',
] as const;

/** The item of an audit row, without its texts. */
export function auditedItem(
  { db }: ReleaseContext,
  { kind, id, type, title }: Review['item'],
): Pick<AuditEntry, 'subject' | 'releaseId'> {
  return {
    subject: { kind, id, title, ...(type === null ? {} : { type }) },
    ...(kind === 'entry' ? { releaseId: db.releaseId } : {}),
  };
}

/** The error of a read of an unknown item. */
export function unknownItem(id: string, name: string): Error {
  const param = { param: name };
  const kind = kindOfId(id);
  if (kind === 'blog_article') return apiError('unknown_blog_article', { slug: id }, param);
  if (kind === 'kb_article') return apiError('unknown_kb_article', { slug: id }, param);
  return apiError('unknown_entry', { entryId: id }, param);
}

/** Whether the caller can approve an item of which it may read the review. */
export function canApprove({ caller }: Pick<ReleaseContext, 'caller'>, item: ReviewItem): boolean {
  return (
    caller !== null &&
    findMissing(caller.grant, reviewNeed(item, 'publish')) === null &&
    item.hasChanges &&
    !isOwnChange(item, caller.keyId)
  );
}
