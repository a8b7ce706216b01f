/**
 * Alternative names of input keys, and the canonical name of each (specification: other-names). Responses
 * never contain them, and a body with both names is rejected.
 */
export const aliases = {
  choices: { values: 'choices', options: 'choices', allowed_values: 'choices' },
  /** Options of a `blocks` field. */
  allowedBlocks: { allowed_blocks: 'blocks' },
  article: {
    author_ids: 'authors',
    category_ids: 'categories',
    collection_id: 'collection',
    section_id: 'section',
  },
  section: { collection_id: 'collection' },
} as const;
