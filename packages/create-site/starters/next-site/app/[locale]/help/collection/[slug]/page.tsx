import { edit } from 'galley-next';
import { Image } from 'galley-next/components';
import type { Metadata } from 'next';
import { HelpList } from '../../../../../components/help-list';
import { LanguageMenu } from '../../../../../components/language-menu';
import { galley } from '../../../../../lib/galley';
import { helpArticles } from '../../../../../lib/help';
import { type ItemProps, readItem } from '../../../../../lib/item';
import { languageOf } from '../../../../../lib/languages';
import { metadataOf } from '../../../../../lib/metadata';
import { type LocaleParams, slugsOf } from '../../../../../lib/params';

export async function generateStaticParams({ params: { locale } }: LocaleParams) {
  const { data } = await galley(languageOf(locale)).kb.tree();
  return slugsOf(data);
}

export async function generateMetadata({ params }: ItemProps): Promise<Metadata> {
  const { item: collection, ...page } = await read(params);
  const { title, description, image, seo } = collection;
  return metadataOf({
    ...page,
    title: seo.title || title,
    description: seo.description || description,
    image: seo.og_image ?? image,
    isHidden: seo.no_index,
  });
}

export default async function Collection({ params }: ItemProps) {
  const { item: collection, language, alternates } = await read(params);
  const { prefix, texts } = language;
  const { slug, title, description, image } = collection;
  return (
    <>
      <LanguageMenu language={language} alternates={alternates} />
      <nav aria-label={texts.position}>
        <a href={`${prefix}/help`}>{texts.help}</a>
      </nav>
      <h1 {...await edit(collection, 'title')}>{title}</h1>
      {description && (
        <p className="lead" {...await edit(collection, 'description')}>
          {description}
        </p>
      )}
      <Image image={image} sizes="(min-width: 60rem) 45rem, 100vw" {...await edit(collection, 'image')} />
      <HelpList articles={await helpArticles(language, { collection: slug })} language={language} />
    </>
  );
}

function read(params: ItemProps['params']) {
  return readItem(params, '/help/collection', ({ kb }, slug) => kb.collections.get(slug));
}
