import { createContext } from 'react';
import type { Seo } from '../../../../src/modules/articles/store/schema.ts';
import type { Locale } from '../../api/locales.ts';

/** A named item: an author, a category, a collection, a section. */
export interface Term {
  id: string;
  revision: number;
  /** The codes of the locales with own texts; only in a read that names a locale. */
  locales?: string[];
  /** The code of the locale of each text that is not of the requested locale, by key. */
  fallbacks?: Record<string, string>;
}

/** The locale of an open term. */
export interface TermLocale {
  locale: Locale;
  /** The locale from which it is translated; null for the default locale. */
  source: Locale | null;
  /** What readers see in place of empty texts, by the key of the text. */
  fallbacks: Readonly<Record<string, TermFallback>>;
}

interface TermFallback {
  source: Locale;
  text: string;
}

/** Null in projects with one locale, and for a new term, which has the texts of the default locale. */
export const TermLocaleContext = createContext<TermLocale | null>(null);

/** A term as it is read: an empty text is that of a fallback. */
type ReadTerm = Term & { seo?: Seo; name?: string; title?: string; description?: string };

/**
 * A term with its own texts alone. The API names the fallbacks of all texts except those of `seo`, which are own if they
 * differ from those of the source.
 */
export function ownTerm<Stored extends Term>(stored: Stored, source: Stored | null): Stored {
  if (source === null) return stored;
  const keys = Object.keys(stored.fallbacks ?? {});
  const own: Stored = { ...stored, ...Object.fromEntries(keys.map((key) => [key, ''])) };
  const { seo } = stored as ReadTerm;
  const { seo: sourceSeo } = source as ReadTerm;
  if (seo === undefined || sourceSeo === undefined) return own;
  const { title, name = title ?? '', description = '' } = own as ReadTerm;
  const ownSeo = {
    ...seo,
    title: name === '' && seo.title === sourceSeo.title ? '' : seo.title,
    description: description === '' && seo.description === sourceSeo.description ? '' : seo.description,
  };
  return { ...own, seo: ownSeo };
}

/** The texts of a term that are those of fallbacks. */
export function termFallbacks(
  stored: Term | undefined,
  locales: readonly Locale[],
): Record<string, TermFallback> {
  const sources = Object.entries(stored?.fallbacks ?? {}).flatMap(([key, code]) => {
    const source = locales.find((locale) => locale.code === code);
    const text: unknown = (stored as Record<string, unknown> | undefined)?.[key];
    return source === undefined || typeof text !== 'string' ? [] : [[key, { source, text }] as const];
  });
  return Object.fromEntries(sources);
}
