/** From the most to the least urgent. */
export const translationStates = ['missing', 'outdated', 'current'] as const;

/** The state of an item's texts in a locale, compared with those of its source (specification: translations). */
export type TranslationState = (typeof translationStates)[number];

/** Kinds of items that have texts in each locale. */
export const translationKinds = [
  'entry',
  'blog_article',
  'kb_article',
  'author',
  'blog_category',
  'kb_collection',
  'kb_section',
] as const;
export type TranslationKindName = (typeof translationKinds)[number];

export const translationBounds = { page: 100, pageDefault: 20, confirmed: 50, count: 10_000 } as const;
