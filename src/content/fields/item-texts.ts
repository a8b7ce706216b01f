import { toNfc } from '../../contract/text/nfc.ts';

/** Keys of texts in items of the built-in modules, in assets and in definitions. File names are stored as sent. */
const textKeys = ['name', 'title', 'description', 'excerpt', 'job_title', 'bio', 'alt'];

/** Returns the item with its titles, names, descriptions, tags and SEO texts in NFC, and its other keys unchanged. */
export function withNormalizedTexts<T extends object>(item: T): T {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]: [string, unknown]) => [key, normalizedText(key, value)]),
  ) as T;
}

function normalizedText(key: string, value: unknown): unknown {
  if (typeof value === 'string') return textKeys.includes(key) ? toNfc(value) : value;
  if (key === 'tags' && Array.isArray(value)) return [...new Set((value as string[]).map(toNfc))];
  if (key === 'links' && Array.isArray(value))
    return (value as { label: string }[]).map((link) => ({ ...link, label: toNfc(link.label) }));
  if (key === 'seo' && typeof value === 'object' && value !== null) return withNormalizedTexts(value);
  return value;
}
