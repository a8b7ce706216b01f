import { edit } from 'galley-next';
import { Image, RichText } from 'galley-next/components';
import type { Metadata } from 'next';
import { ItemLink } from '../../../../components/item-link';
import { TableOfContents } from '../../../../components/table-of-contents';
import { Vote } from '../../../../components/vote';
import { LanguageMenu } from '../../../../components/language-menu';
import { linksIn } from '../../../../lib/galley';
import { freshnessOf, helpArticles } from '../../../../lib/help';
import { type ItemProps, readItem } from '../../../../lib/item';
import { languageOf } from '../../../../lib/languages';
import { metadataOf } from '../../../../lib/metadata';
import { type LocaleParams, slugsOf } from '../../../../lib/params';
import { voteEndpoint, wordsOf } from '../../../../lib/vote';

export async function generateStaticParams({ params: { locale } }: LocaleParams) {
  return slugsOf(await helpArticles(languageOf(locale)));
}

export async function generateMetadata({ params }: ItemProps): Promise<Metadata> {
  const { item: article, ...page } = await read(params);
  const { seo, title, excerpt, featured_image } = article;
  return metadataOf({
    ...page,
    title: seo.title || title,
    description: seo.description || excerpt,
    image: seo.og_image ?? featured_image,
    isHidden: seo.no_index,
    type: 'article',
  });
}

export default async function HelpArticle({ params }: ItemProps) {
  const { item: article, language, alternates } = await read(params);
  const { prefix, texts } = language;
  const { slug, title, collection, section, featured_image, body, authors } = article;
  const endpoint = voteEndpoint(slug, language);
  return (
    <article className="text" {...await edit(article)}>
      <LanguageMenu language={language} alternates={alternates} />
      <nav aria-label={texts.position}>
        <a href={`${prefix}/help`}>{texts.help}</a> /{' '}
        <ItemLink item={collection} field="title" href={`${prefix}/help/collection/${collection.slug}`} />
        {section && (
          <>
            {' / '}
            <ItemLink item={section} field="title" href={`${prefix}/help/section/${section.slug}`} />
          </>
        )}
      </nav>
      <h1 {...await edit(article, 'title')}>{title}</h1>
      <p className="about">
        {freshnessOf(article, language)}
        {authors.length > 0 && texts.by(authors.map(({ name }) => name).join(', '))}
      </p>
      <TableOfContents toc={body.toc} texts={texts} />
      <Image
        image={featured_image}
        sizes="(min-width: 60rem) 45rem, 100vw"
        loading="eager"
        {...await edit(article, 'featured_image')}
      />
      <div {...await edit(article, 'body')}>
        <RichText value={body} links={linksIn(language)} />
      </div>
      {endpoint && <Vote {...endpoint} words={wordsOf(texts)} />}
    </article>
  );
}

function read(params: ItemProps['params']) {
  return readItem(params, '/help', ({ kb }, slug) => kb.articles.get(slug));
}
