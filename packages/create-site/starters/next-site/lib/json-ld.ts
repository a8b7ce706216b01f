import type { BlogArticle } from 'galley-client';
import { type Language, pathIn } from './languages';
import { addressOf, site } from './site';

/** The schema.org data of a blog article. */
export function articleData(article: BlogArticle, language: Language) {
  const { slug, title, excerpt, published_at, updated_at, authors, featured_image } = article;
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description: excerpt,
    datePublished: published_at,
    dateModified: updated_at,
    mainEntityOfPage: addressOf(pathIn(language, `/blog/${slug}`)),
    publisher: { '@type': 'Organization', name: site.name },
    author: authors.map((author) => ({
      '@type': 'Person',
      name: author.name,
      url: addressOf(pathIn(language, `/authors/${author.slug}`)),
    })),
    ...(featured_image?.url && { image: featured_image.url }),
  };
}
