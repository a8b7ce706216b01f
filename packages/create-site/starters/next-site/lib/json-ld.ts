import type { BlogArticle } from 'galley-client';
import { addressOf, site } from './site';

/** The schema.org data of a blog article. */
export function articleData({
  slug,
  title,
  excerpt,
  published_at,
  updated_at,
  authors,
  featured_image,
}: BlogArticle) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description: excerpt,
    datePublished: published_at,
    dateModified: updated_at,
    mainEntityOfPage: addressOf(`/blog/${slug}`),
    publisher: { '@type': 'Organization', name: site.name },
    author: authors.map((author) => ({
      '@type': 'Person',
      name: author.name,
      url: addressOf(`/authors/${author.slug}`),
    })),
    ...(featured_image?.url && { image: featured_image.url }),
  };
}
