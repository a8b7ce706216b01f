import type { Document } from 'mongodb';
import type { PreviewState, PreviewStatus } from '../../contract/drafts.ts';
import { ended, upcoming, visible } from './conditions.ts';
import { draftDiffers } from './editor-tabs.ts';
import { hasEnded, isHidden } from './due/ends.ts';
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
