import { edit } from 'galley-next';
import { Image, RichText } from 'galley-next/components';
import type { Metadata } from 'next';
import { ItemLink } from '../../../../components/item-link';
import { JsonLd } from '../../../../components/json-ld';
import { LanguageMenu } from '../../../../components/language-menu';
import { allArticles } from '../../../../lib/blog';
import { linksIn } from '../../../../lib/galley';
import { articleData } from '../../../../lib/json-ld';
import { type ItemProps, readItem } from '../../../../lib/item';
import { languageOf } from '../../../../lib/languages';
import { metadataOf } from '../../../../lib/metadata';
import { type LocaleParams, slugsOf } from '../../../../lib/params';
import { dayOf } from '../../../../lib/site';

export async function generateStaticParams({ params: { locale } }: LocaleParams) {
  return slugsOf(await allArticles(languageOf(locale)));
}

export async function generateMetadata({ params }: ItemProps): Promise<Metadata> {
  const { item: article, ...page } = await read(params);
  const { seo, featured_image, canonical_url, title, excerpt } = article;
  return metadataOf({
    ...page,
    title: seo.title || title,
    description: seo.description || excerpt,
    image: seo.og_image ?? featured_image,
    canonical: canonical_url,
    isHidden: seo.no_index,
    type: 'article',
  });
}

export default async function Article({ params }: ItemProps) {
  const { item: article, language, alternates } = await read(params);
  const { prefix, texts } = language;
  const { title, published_at, authors, categories, reading_time_minutes, featured_image, body } = article;
  return (
    <article className="text" {...await edit(article)}>
      <LanguageMenu language={language} alternates={alternates} />
      <h1 {...await edit(article, 'title')}>{title}</h1>
      <p className="about">
        <time dateTime={published_at}>{dayOf(published_at, language)}</time> ·{' '}
        {texts.minutes(reading_time_minutes)}
        {authors.map((author) => (
          <span key={author.id}>
            {' · '}
            <ItemLink item={author} field="name" href={`${prefix}/authors/${author.slug}`} />
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
        <RichText value={body} links={linksIn(language)} />
      </div>
      {categories.length > 0 && (
        <ul className="tags" aria-label={texts.categories}>
          {categories.map((category) => (
            <li key={category.id}>
              <ItemLink item={category} field="name" href={`${prefix}/blog/category/${category.slug}`} />
            </li>
          ))}
        </ul>
      )}
      <JsonLd data={articleData(article, language)} />
    </article>
  );
}

function read(params: ItemProps['params']) {
  return readItem(params, '/blog', ({ blog }, slug) => blog.articles.get(slug));
}
