import { orNotFound } from 'galley-next';
import { Image, RichText } from 'galley-next/components';
import type { Metadata } from 'next';
import { JsonLd } from '../../../components/json-ld';
import { allArticles } from '../../../lib/blog';
import { galley, links } from '../../../lib/galley';
import { articleData } from '../../../lib/json-ld';
import { metadataOf } from '../../../lib/metadata';
import { orNothing } from '../../../lib/params';
import { dayOf } from '../../../lib/site';

interface Props {
  params: Promise<{ slug: string }>;
}

export async function generateStaticParams() {
  return orNothing(
    'slug',
    (await allArticles()).map(({ slug }) => slug),
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, seo, featured_image, canonical_url, title, excerpt } = await read(params);
  return metadataOf({
    path: `/blog/${slug}`,
    title: seo.title || title,
    description: seo.description || excerpt,
    image: seo.og_image ?? featured_image,
    canonical: canonical_url,
    isHidden: seo.no_index,
    type: 'article',
  });
}

export default async function Article({ params }: Props) {
  const article = await read(params);
  const { title, published_at, authors, categories, reading_time_minutes, featured_image, body } = article;
  return (
    <article className="text">
      <h1>{title}</h1>
      <p className="about">
        <time dateTime={published_at}>{dayOf(published_at)}</time> · {reading_time_minutes} min
        {authors.map(({ id, slug, name }) => (
          <span key={id}>
            {' · '}
            <a href={`/authors/${slug}`}>{name}</a>
          </span>
        ))}
      </p>
      <Image image={featured_image} sizes="(min-width: 60rem) 45rem, 100vw" loading="eager" />
      <RichText value={body} links={links} />
      {categories.length > 0 && (
        <ul className="tags" aria-label="Categories">
          {categories.map(({ id, slug, name }) => (
            <li key={id}>
              <a href={`/blog/category/${slug}`}>{name}</a>
            </li>
          ))}
        </ul>
      )}
      <JsonLd data={articleData(article)} />
    </article>
  );
}

async function read(params: Props['params']) {
  const { slug } = await params;
  return orNotFound(galley().blog.articles.get(decodeURIComponent(slug)));
}
