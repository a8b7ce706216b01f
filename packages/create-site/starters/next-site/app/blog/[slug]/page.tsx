import { edit, orNotFound } from 'galley-next';
import { Image, RichText } from 'galley-next/components';
import type { Metadata } from 'next';
import { ItemLink } from '../../../components/item-link';
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
    <article className="text" {...await edit(article)}>
      <h1 {...await edit(article, 'title')}>{title}</h1>
      <p className="about">
        <time dateTime={published_at}>{dayOf(published_at)}</time> · {reading_time_minutes} min
        {authors.map((author) => (
          <span key={author.id}>
            {' · '}
            <ItemLink item={author} field="name" href={`/authors/${author.slug}`} />
          </span>
        ))}
      </p>
      <Image
        image={featured_image}
        sizes="(min-width: 60rem) 45rem, 100vw"
        loading="eager"
        {...await edit(article, 'featured_image')}
      />
      <div {...await edit(article, 'body')}>
        <RichText value={body} links={links} />
      </div>
      {categories.length > 0 && (
        <ul className="tags" aria-label="Categories">
          {categories.map((category) => (
            <li key={category.id}>
              <ItemLink item={category} field="name" href={`/blog/category/${category.slug}`} />
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
