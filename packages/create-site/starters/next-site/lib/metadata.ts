import type { Image } from 'galley-client';
import type { Metadata } from 'next';
import { addressOf, site } from './site';

interface Described {
  path: string;
  title: string;
  description?: string | null | undefined;
  image?: Image | null | undefined;
  canonical?: string | null | undefined;
  isHidden?: boolean;
  type?: 'article' | 'website';
}

/** Returns the title, description, canonical URL, Open Graph tags and robots rule of a page. */
export function metadataOf({ path, title, description, image, canonical, ...more }: Described): Metadata {
  const about = description || site.description;
  const picture = image?.url == null ? undefined : [{ url: image.url, alt: image.alt }];
  return {
    title,
    description: about,
    alternates: { canonical: canonical || addressOf(path) },
    openGraph: {
      title,
      description: about,
      url: addressOf(path),
      siteName: site.name,
      type: more.type ?? 'website',
      ...(picture && { images: picture }),
    },
    ...(more.isHidden && { robots: { index: false, follow: true } }),
  };
}
