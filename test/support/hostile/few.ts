/** Settings under which a project may have few of everything. */
export const few = {
  MAX_KEYS: '4',
  MAX_WEBHOOK_ENDPOINTS: '2',
  MAX_RELEASES: '3',
  MAX_ENTRIES: '5',
  MAX_ARTICLES: '3',
  MAX_AUTHORS: '2',
  MAX_CATEGORIES: '2',
  MAX_KB_SHELVES: '3',
  MAX_MEDIA: '4',
  MAX_MEDIA_BYTES: '1000',
  MAX_PENDING_UPLOADS: '3',
};
