/**
 * Other names under which keys are accepted on input: other name -> the canonical one (specification: other-names).
 * Never served; both at once is refused.
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
