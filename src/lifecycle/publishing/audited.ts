import { type AuditAction, changedKeys } from '../../contract/events/audit-actions.ts';
import type { PublishedVerb } from '../../contract/events/events.ts';
import type { Tx, WriteContext, WriteResult } from '../../core/context/index.ts';
import { noteActivity } from '../../projects/index.ts';
import { notifyMembers } from '../notifications/notify.ts';
import type { Reviewed } from '../review/schema.ts';
import { laterDates } from './due/ends.ts';
import type { PublishableItem } from './schema.ts';

interface SavedSubject {
  kind: 'entry' | 'blog_article' | 'kb_article';
  id: string;
  title: string;
  /** The content type of an entry. */
  type?: string;
}

/** A write of an entry or article, for the audit log. */
interface SavedItem {
  group: 'entry' | 'article';
  subject: SavedSubject;
  releaseId?: string;
  before: PublishableItem<object>;
  after: PublishableItem<object>;
  verbs: readonly PublishedVerb[];
  /** The item with its review before and after the write. */
  reviewed: { before: Reviewed; after: Reviewed };
  /** The key of the field whose values are stored under a key. Absent if they are the same. */
  fieldKey?: (storedKey: string) => string;
  /**
   * Whether the save starts a version. The draft saves of one version get one audit row (specification:
   * audit).
   */
  beginsVersion: boolean;
}

/** Ends the transaction of a save, with an audit row unless a row of the present version covers it. */
export async function finishSave<T>(
  tx: Tx<WriteContext>,
  save: SavedItem,
  result: T,
): Promise<WriteResult<T>> {
  await noteReview(tx, save);
  const { stored, continued } = tx;
  const { subject, releaseId, before, after, beginsVersion, fieldKey = (key: string) => key } = save;
  const action = actionOf(save);
  if (action === 'draft.saved' && !beginsVersion) return continued(result);
  return stored(
    {
      action,
      subject,
      ...(releaseId === undefined ? {} : { releaseId }),
      revision: after.revision,
      changed: before.revision === 0 ? [] : changedKeys(before.draft, after.draft).map(fieldKey),
    },
    result,
  );
}

/** Reports a change of the review. A publication that ends it notifies the member who requested it. */
async function noteReview(
  tx: Tx<WriteContext>,
  { subject, releaseId, verbs, reviewed: { before, after } }: SavedItem,
): Promise<void> {
  const { review } = before;
  if (review === undefined) return;
  const isEnded = after.review === undefined;
  if (!isEnded && after.review?.outdated === review.outdated) return;
  await noteActivity(tx, 'reviews');
  if (!isEnded || !verbs.some((verb) => verb === 'published' || verb === 'updated')) return;
  const { kind, id, title, type = null } = subject;
  await notifyMembers(tx, {
    about: 'published',
    to: [review.requested_by?.id ?? null],
    item: { kind, id, type, title },
    releaseId: releaseId ?? null,
  });
}

/** Returns the audit action of a write. */
function actionOf({ group, before, after, verbs }: SavedItem): AuditAction {
  if (before.revision === 0) return `${group}.created`;
  if (after.status === 'archived' && before.status !== 'archived') return 'article.archived'; // entries can't be archived
  const verb = verbs.at(-1);
  if (verb === 'updated') return `${group}.changed`;
  if (verb !== undefined) return `${group}.${verb}`;
  const isDated = after.status === 'scheduled' && !isSameTime(before.live_at, after.live_at);
  if (isDated || (after.pending !== undefined && !isSameTime(before.pending?.at, after.pending.at)))
    return `${group}.scheduled`;
  return isDraftOnly(before, after) ? 'draft.saved' : `${group}.changed`;
}

/** Whether only the draft differs. */
function isDraftOnly(before: PublishableItem<object>, after: PublishableItem<object>): boolean {
  return (
    before.status === after.status &&
    before.live_revision === after.live_revision &&
    isSameTime(before.live_at, after.live_at) &&
    isSameTime(before.published_at, after.published_at) &&
    laterDates(before) === laterDates(after) &&
    isSameTime(before.kept_until, after.kept_until)
  );
}

function isSameTime(one: Date | null | undefined, other: Date | null | undefined): boolean {
  return one?.getTime() === other?.getTime();
}
