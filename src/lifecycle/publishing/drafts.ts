import type { Document } from 'mongodb';

/**
 * Pipeline that shows drafts in place of live values, for previews (specification: dashboard). Archived
 * items stay hidden. Index fields still contain live values, so filters and sorts have to use the values
 * themselves.
 */
export const draftsAsLive: readonly Document[] = [
  {
    $set: {
      live: { $cond: [{ $eq: ['$status', 'archived'] }, null, '$draft'] },
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
