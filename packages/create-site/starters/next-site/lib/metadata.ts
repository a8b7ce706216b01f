import type { Image } from 'galley-client';
import type { Metadata } from 'next';
import { type Alternate, type Language, pathIn } from './languages';
import { addressOf, site } from './site';

interface Described {
  language: Language;
  /** Without the prefix of the language. */
  path: string;
  title: string;
  description?: string | null | undefined;
  image?: Image | null | undefined;
  canonical?: string | null | undefined;
  isHidden?: boolean;
  type?: 'article' | 'website';
  /** This page in each language that has it. */
  alternates?: readonly Alternate[];
}

/** Returns the title, description, canonical URL, links to other languages, Open Graph tags and robots rule of a page. */
export function metadataOf(page: Described): Metadata {
  const { language, path, title, description, image, canonical, alternates = [], ...more } = page;
  const about = description || (language.texts.description ?? site.description);
  const picture = image?.url == null ? undefined : [{ url: image.url, alt: image.alt }];
  // Texts of another language are shown here if this one has none. Search engines then index the page of that language.
  const own = alternates.find(({ locale }) => locale === language.code);
  const target = own ?? alternates[0] ?? { path: pathIn(language, path) };
  const languages = own === undefined ? undefined : languageLinks(alternates);
  return {
    title,
    description: about,
    alternates: { canonical: canonical || addressOf(target.path), ...(languages && { languages }) },
    openGraph: {
      title,
      description: about,
      url: addressOf(target.path),
      siteName: site.name,
      type: more.type ?? 'website',
      ...(picture && { images: picture }),
    },
    ...(more.isHidden && { robots: { index: false, follow: true } }),
  };
}

/** The URLs of a page by language, as Next takes them. Undefined if there is only one. */
export function languageLinks(alternates: readonly Alternate[]): Record<string, string> | undefined {
  const [standard, ...others] = alternates;
  if (standard === undefined || others.length === 0) return undefined;
  const links = alternates.map(({ locale, path }) => [locale, addressOf(path)]);
  return { ...(Object.fromEntries(links) as Record<string, string>), 'x-default': addressOf(standard.path) };
}
