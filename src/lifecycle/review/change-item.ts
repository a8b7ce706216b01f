import { isDeepStrictEqual } from 'node:util';
import { allLocales } from '../../contract/access.ts';
import { changedLocaleIds } from '../locales/changed-locale-ids.ts';
import { applyItemChange, type ChangedItem, type ItemChange } from '../locales/item-change.ts';
import type { Readership } from '../locales/notices.ts';
import type { LocalizedItem, LocaleState } from '../locales/schema.ts';
import { withScheduled } from '../locales/shared.ts';
import type { PublishableItem } from '../publishing/schema.ts';
import { applyChange, type ChangedState, type StateChange } from '../publishing/state-machine.ts';
import { type ApprovalTx, requireApproval } from './approval.ts';
import { isApproved, reviewAfter, withoutReview } from './review.ts';
import type { Reviewed } from './schema.ts';

/** Null for items that belong to no release. */
interface ItemRelease {
  releaseId: string | null;
}

/**
 * Applies one write to an item. All writes of members and keys pass here or `changeLocalizedItem`, so that no draft
 * becomes visible without the approval that the project requires.
 * @throws approval_required, and role_required or scope_required if the caller may not publish
 */
export async function changeItem<V extends object>(
  tx: ApprovalTx,
  before: PublishableItem<V>,
  change: StateChange<V> & ItemRelease,
): Promise<ChangedState<V>> {
  const changed = applyChange(before, change, tx.now);
  if (!changed.isChanged) return changed;
  tx.noteLocales([allLocales]); // shared and localized values are stored together
  const { after } = changed;
  const [from, to] = [withoutKeys(before, change.orderKeys), withoutKeys(after, change.orderKeys)];
  const isDraftChanged = !isSameDraft(from.draft, to.draft, change.createdKeys);
  const isCovered = !isDraftChanged && showsWholeDraft(from, to) && isApproved(before);
  if (showsOtherValues(from, to) && !isCovered) await requireApproval(tx, change.releaseId);
  const review = reviewAfter(before, { caller: tx.caller, isDraftChanged, hasChanges: hasChanges(after) });
  return { ...changed, after: { ...withoutReview(after), ...review } };
}

/** An item in several locales after a write, with its review, which is about all locales. */
export type ChangedLocalizedItem = ChangedItem & { reviewed: Reviewed };

/** Applies one write to an item in several locales, like `changeItem`. */
export async function changeLocalizedItem(
  tx: ApprovalTx,
  { item: before, reviewed, releaseId }: { item: LocalizedItem; reviewed: Reviewed } & ItemRelease,
  { change, readership }: { change: ItemChange; readership: Readership },
): Promise<ChangedLocalizedItem> {
  const changed = applyItemChange(before, change, { readership, now: tx.now });
  const { after } = changed;
  tx.noteLocales(changedLocaleIds(before, after));
  if (after === before) return { ...changed, reviewed };
  const createdKeys = [...change.locales.values()].flatMap(({ createdKeys: keys = [] }) => keys);
  const isDraftChanged = !haveSameDrafts(before, after, createdKeys);
  const visibility = shownDrafts(before, after);
  if (visibility !== 'none' && (isDraftChanged || visibility === 'part' || !isApproved(reviewed)))
    await requireApproval(tx, releaseId);
  const hasChanges = hasLocalizedChanges(after);
  return { ...changed, reviewed: reviewAfter(reviewed, { caller: tx.caller, isDraftChanged, hasChanges }) };
}

type Snapshots = Pick<PublishableItem<object>, 'draft' | 'live' | 'pending'>;

function withoutKeys({ draft, live, pending }: Snapshots, keys: readonly string[] = []): Snapshots {
  const compared = (values: object) =>
    keys.length === 0
      ? values
      : Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
  return {
    draft: compared(draft),
    live: live === null ? null : compared(live),
    ...(pending === undefined ? {} : { pending: { ...pending, values: compared(pending.values) } }),
  };
}

/** Whether the draft differs from what readers see and from the scheduled change. */
export function hasChanges({ draft, live, pending }: Snapshots): boolean {
  return !isDeepStrictEqual(draft, live) && !isDeepStrictEqual(draft, pending?.values);
}

/** Whether the draft of any locale differs from what readers see and from the scheduled change. */
export function hasLocalizedChanges({ shared, states }: Pick<LocalizedItem, 'shared' | 'states'>): boolean {
  const all = [...states.values()];
  const isScheduled = all.some(({ pending }) =>
    isDeepStrictEqual(afterPending(shared, pending), shared.draft),
  );
  return all.some(hasChanges) || !(isScheduled || isDeepStrictEqual(shared.draft, shared.live));
}

/** Keys that the service filled in the write are compared only if they had a value before. */
function isSameDraft(before: object, after: object, createdKeys: readonly string[] = []): boolean {
  if (createdKeys.length === 0) return isDeepStrictEqual(before, after);
  const values = before as Readonly<Record<string, unknown>>;
  const created = new Set(createdKeys.filter((key) => values[key] == null));
  const compared = (snapshot: object) => Object.entries(snapshot).filter(([key]) => !created.has(key));
  return isDeepStrictEqual(Object.fromEntries(compared(before)), Object.fromEntries(compared(after)));
}

function haveSameDrafts(
  before: LocalizedItem,
  after: LocalizedItem,
  createdKeys: readonly string[],
): boolean {
  const isSame = (id: string) =>
    isSameDraft(before.states.get(id)?.draft ?? {}, after.states.get(id)?.draft ?? {}, createdKeys);
  return (
    isSameDraft(before.shared.draft, after.shared.draft, createdKeys) &&
    [...after.states.keys(), ...before.states.keys()].every(isSame)
  );
}

function showsOtherLive(
  before: Pick<Snapshots, 'live'> | undefined,
  after: Pick<Snapshots, 'live'>,
): boolean {
  return after.live !== null && !isDeepStrictEqual(before?.live ?? null, after.live);
}

function schedulesOther(
  before: Pick<Snapshots, 'pending'> | undefined,
  after: Pick<Snapshots, 'pending'>,
): boolean {
  const contentOf = ({ pending }: Pick<Snapshots, 'pending'>) => [pending?.values, pending?.shared];
  return after.pending !== undefined && !isDeepStrictEqual(contentOf(before ?? {}), contentOf(after));
}

/** Whether readers see other values than before, now or on a date. Dates alone are no other values. */
function showsOtherValues(before: Snapshots, after: Snapshots): boolean {
  return showsOtherLive(before, after) || schedulesOther(before, after);
}

/** Whether the values that readers newly see are those of the whole draft, which is what was reviewed. */
function showsWholeDraft(before: Snapshots | undefined, after: Snapshots): boolean {
  const { draft, live, pending } = after;
  return (
    (!showsOtherLive(before, after) || isDeepStrictEqual(live, draft)) &&
    (!schedulesOther(before, after) || isDeepStrictEqual(pending?.values, draft))
  );
}

/** Whether a write shows readers drafts as a whole, a part of them, or nothing that they didn't see before. */
function shownDrafts(before: LocalizedItem, after: LocalizedItem): 'none' | 'whole' | 'part' {
  const locales = [...after.states].map(([id, state]) => [before.states.get(id), state] as const);
  const showsShared = showsOtherLive(before.shared, after.shared);
  if (!showsShared && !locales.some(([one, other]) => showsOtherValues(one ?? noSnapshots, other)))
    return 'none';
  const isSharedWhole = !showsShared || isDeepStrictEqual(after.shared.live, after.shared.draft);
  const isWhole = ([one, other]: readonly [LocaleState | undefined, LocaleState]) =>
    showsWholeDraft(one, other) &&
    (!schedulesOther(one, other) ||
      isDeepStrictEqual(afterPending(after.shared, other.pending), after.shared.draft));
  return isSharedWhole && locales.every(isWhole) ? 'whole' : 'part';
}

const noSnapshots: Snapshots = { draft: {}, live: null };

/** The shared values that readers see after a scheduled change of one locale. */
function afterPending(
  { live }: LocalizedItem['shared'],
  pending: LocaleState['pending'],
): Readonly<Record<string, unknown>> | null {
  return pending === undefined ? null : withScheduled(live ?? {}, pending.shared ?? {});
}
