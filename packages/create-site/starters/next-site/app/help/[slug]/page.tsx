import { edit, orNotFound } from 'galley-next';
import { Image, RichText } from 'galley-next/components';
import type { Metadata } from 'next';
import { ItemLink } from '../../../components/item-link';
import { TableOfContents } from '../../../components/table-of-contents';
import { Vote } from '../../../components/vote';
import { galley, links } from '../../../lib/galley';
import { freshnessOf, helpArticles } from '../../../lib/help';
import { metadataOf } from '../../../lib/metadata';
import { orNothing } from '../../../lib/params';
import { voteAddress } from '../../../lib/vote';

interface Props {
  params: Promise<{ slug: string }>;
}

export async function generateStaticParams() {
  return orNothing(
    'slug',
    (await helpArticles()).map(({ slug }) => slug),
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, seo, title, excerpt, featured_image } = await read(params);
  return metadataOf({
    path: `/help/${slug}`,
    title: seo.title || title,
    description: seo.description || excerpt,
    image: seo.og_image ?? featured_image,
    isHidden: seo.no_index,
    type: 'article',
  });
}

export default async function HelpArticle({ params }: Props) {
  const article = await read(params);
  const { slug, title, collection, section, featured_image, body, authors } = article;
  const address = voteAddress(slug);
  return (
    <article className="text" {...await edit(article)}>
      <nav aria-label="Where this is">
        <a href="/help">Help</a> /{' '}
        <ItemLink item={collection} field="title" href={`/help/collection/${collection.slug}`} />
        {section && (
          <>
            {' / '}
            <ItemLink item={section} field="title" href={`/help/section/${section.slug}`} />
          </>
        )}
      </nav>
      <h1 {...await edit(article, 'title')}>{title}</h1>
      <p className="about">
        {freshnessOf(article)}
        {authors.length > 0 && ` By ${authors.map(({ name }) => name).join(', ')}.`}
      </p>
      <TableOfContents toc={body.toc} />
      <Image
        image={featured_image}
        sizes="(min-width: 60rem) 45rem, 100vw"
        loading="eager"
        {...await edit(article, 'featured_image')}
      />
      <div {...await edit(article, 'body')}>
        <RichText value={body} links={links} />
      </div>
      {address && <Vote {...address} />}
    </article>
  );
}

async function read(params: Props['params']) {
  const { slug } = await params;
  return orNotFound(galley().kb.articles.get(decodeURIComponent(slug)));
}
