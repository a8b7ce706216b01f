import type { Document } from 'mongodb';

/**
 * Shows drafts in place of what is live, for previews (specification: dashboard): the row seems to be live as it is drafted.
 * What is archived stays away. Index fields that are made of the live values are stale then; who filters or sorts by
 * them asks the values themselves.
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
      live_until: '$$REMOVE', // an end takes what is live away, not the draft
    },
  },
];
