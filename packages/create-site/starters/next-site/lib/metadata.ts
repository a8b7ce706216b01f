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

/** What the head of a page says of it: title, canonical address, Open Graph, and whether it may be found. */
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
