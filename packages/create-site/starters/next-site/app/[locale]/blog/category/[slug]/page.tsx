import { edit } from 'galley-next';
import { Image } from 'galley-next/components';
import type { Metadata } from 'next';
import { ArticleList } from '../../../../../components/article-list';
import { LanguageMenu } from '../../../../../components/language-menu';
import { allArticles } from '../../../../../lib/blog';
import { galley } from '../../../../../lib/galley';
import { type ItemProps, readItem } from '../../../../../lib/item';
import { languageOf } from '../../../../../lib/languages';
import { allOf } from '../../../../../lib/lists';
import { metadataOf } from '../../../../../lib/metadata';
import { type LocaleParams, slugsOf } from '../../../../../lib/params';

export async function generateStaticParams({ params: { locale } }: LocaleParams) {
  return slugsOf(await allOf(galley(languageOf(locale)).blog.categories.list({ limit: 100 })));
}

export async function generateMetadata({ params }: ItemProps): Promise<Metadata> {
  const { item: category, ...page } = await read(params);
  const { name, description, image, seo } = category;
  return metadataOf({
    ...page,
    title: seo.title || name,
    description: seo.description || description,
    image: seo.og_image ?? image,
    isHidden: seo.no_index,
  });
}

export default async function Category({ params }: ItemProps) {
  const { item: category, language, alternates } = await read(params);
  const { slug, name, description, image } = category;
  return (
    <>
      <LanguageMenu language={language} alternates={alternates} />
      <h1 {...await edit(category, 'name')}>{name}</h1>
      {description && (
        <p className="lead" {...await edit(category, 'description')}>
          {description}
        </p>
      )}
      <Image image={image} sizes="(min-width: 60rem) 45rem, 100vw" {...await edit(category, 'image')} />
      <ArticleList articles={await allArticles(language, { category: slug })} language={language} />
    </>
  );
}

function read(params: ItemProps['params']) {
  return readItem(params, '/blog/category', ({ blog }, slug) => blog.categories.get(slug));
}
