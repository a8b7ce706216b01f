import { type AuditAction, type AuditEntry, changedKeys } from '../../contract/events/audit-actions.ts';
import type { PublishedVerb } from '../../contract/events/events.ts';
import type { WriteResult, TxOperations } from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { laterDates } from './due/ends.ts';
import type { PublishableItem } from './schema.ts';

/** A write of an entry or article, for the audit log. */
interface SavedItem {
  group: 'entry' | 'article';
  subject: AuditEntry['subject'];
  releaseId?: string;
  before: PublishableItem<object>;
  after: PublishableItem<object>;
  verbs: readonly PublishedVerb[];
  /** The key of the field whose values are stored under a key. Absent if they are the same. */
  fieldKey?: (storedKey: string) => string;
  /**
   * Whether the save starts a version. The draft saves of one version get one audit row (specification:
   * audit).
   */
  beginsVersion: boolean;
}

/** Ends the transaction of a save, with an audit row unless a row of the present version covers it. */
export function finishSave<T>(
  { stored, continued }: Pick<TxOperations<ProjectDb>, 'stored' | 'continued'>,
  save: SavedItem,
  result: T,
): WriteResult<T> {
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
