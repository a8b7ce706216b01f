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

/** The formats of files for translators: XLIFF 1.2, XLIFF 2.0, CSV and JSON. */
export const translationFileFormats = ['xliff', 'xliff2', 'csv', 'json'] as const;
export type TranslationFileFormat = (typeof translationFileFormats)[number];

/** Bounds of an import in the dashboard. */
export const translationFileBounds = {
  fileBytes: 10 * 1024 * 1024,
  /** A file in Base64, in a JSON document. */
  bodyBytes: 14 * 1024 * 1024,
  /** Milliseconds in which one request imports items. */
  partMs: 8_000,
} as const;
