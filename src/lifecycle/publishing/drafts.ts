import type { Document } from 'mongodb';
import type { PreviewState, PreviewStatus } from '../../contract/drafts.ts';
import { ended, upcoming, visible } from './conditions.ts';
import { draftDiffers } from './editor-tabs.ts';
import { hasEnded, isHidden, withoutDates } from './due/ends.ts';
import type { PublishableItem } from './schema.ts';
import { dateKeys } from './service.ts';
import { statusAt } from './state-machine.ts';

/** The stored state of an item that a preview shows. */
type StoredState = Pick<
  PublishableItem<unknown>,
  'status' | 'live_at' | 'live_until' | 'kept_until' | 'published_at' | 'live_revision' | 'pending'
> & { is_changed: boolean };

/**
 * Pipeline that shows drafts in place of live values, for previews (specification: preview), and keeps the stored state
 * in `stored_state`. Archived items stay hidden. Index fields still contain live values, so filters and sorts have to
 * use the values themselves.
 */
export const draftsAsLive: readonly Document[] = [
  {
    $set: {
      stored_state: {
        status: '$status',
        live_at: '$live_at',
        live_until: '$live_until',
        kept_until: '$kept_until',
        published_at: '$published_at',
        live_revision: '$live_revision',
        pending: { at: '$pending.at' },
        is_changed: draftDiffers,
      },
      live: '$draft',
      live_at: {
        $cond: [
          { $eq: ['$status', 'archived'] },
          null,
          { $min: [{ $ifNull: ['$live_at', '$updated_at'] }, '$updated_at'] },
        ],
      },
      published_at: { $ifNull: ['$published_at', '$updated_at'] },
      live_updated_at: '$updated_at',
      live_revision: '$revision',
      live_until: '$$REMOVE', // an end hides the live values, not the draft
    },
  },
];

/** Pipeline after `draftsAsLive` for items in several locales: an item without content in the default has no draft. */
export const draftsInLocales: readonly Document[] = [
  // Rows of further locales have keys of their own for drafts.
  { $set: { fallbacks: '$draft_fallbacks', own: '$own_draft', valid_until: '$$REMOVE' } },
  { $set: { live_at: { $cond: [{ $eq: ['$is_default_empty', true] }, null, '$live_at'] } } },
];

/** The state of a locale as previews see it: the draft is visible. */
export function draftAsLive<S extends PublishableItem<unknown>>(state: S): S {
  const { draft: live, revision: live_revision, updated_at: live_updated_at } = state;
  const published_at = state.published_at ?? state.updated_at;
  const draftAsLive = { live, live_revision, live_updated_at, published_at, live_at: new Date(0) };
  return { ...withoutDates(state), ...draftAsLive } as unknown as S; // S without its optional keys
}

/** An item with the stored state that a preview shows, as the pipeline would add it. */
export function withStoredState<S extends PublishableItem<unknown>>(
  item: S,
  stored: Omit<StoredState, 'is_changed'>,
  isChanged: boolean,
): S {
  return { ...item, stored_state: { ...stored, is_changed: isChanged } };
}

/** The publishing state of an item that was read as a draft; undefined for any other. */
export function previewState(
  item: Pick<PublishableItem<unknown>, 'revision'>,
  now: Date,
): PreviewState | undefined {
  const { stored_state: stored } = item as { stored_state?: StoredState }; // as the pipeline sets it
  if (stored === undefined) return undefined;
  const { scheduled_for, ...dates } = dateKeys(stored, now);
  return {
    status: statusAt(stored, now),
    published_at: stored.published_at?.toISOString() ?? null,
    scheduled_for,
    has_unpublished_changes: isHidden(stored, now) || stored.is_changed,
    revision: item.revision,
    live_revision: hasEnded(stored, now) ? null : stored.live_revision,
    ...dates,
  };
}

/** The conditions of a filter by state, on rows that the pipeline returns. */
export function inStatus(statuses: readonly PreviewStatus[], now: Date): Document {
  return { $or: statuses.map((status) => conditionOf(status, now)) };
}

function conditionOf(status: PreviewStatus, now: Date): Document {
  if (status === 'archived') return { 'stored_state.status': status };
  const notArchived = { 'stored_state.status': { $exists: true, $ne: 'archived' } };
  if (status === 'draft')
    return { ...notArchived, $or: [{ 'stored_state.live_at': null }, onStored(ended(now))] };
  if (status === 'scheduled') return onStored(upcoming(now));
  return { ...onStored(visible(now)), ...(status === 'changed' ? { 'stored_state.is_changed': true } : {}) };
}

function onStored(conditions: object): Document {
  return Object.fromEntries(
    Object.entries(conditions).map(([path, condition]) => [`stored_state.${path}`, condition as unknown]),
  );
}
