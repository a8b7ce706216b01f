import { edit, orNotFound } from 'galley-next';
import { Image } from 'galley-next/components';
import type { Metadata } from 'next';
import { HelpList } from '../../../../../components/help-list';
import { LanguageMenu } from '../../../../../components/language-menu';
import { galley } from '../../../../../lib/galley';
import { helpArticles } from '../../../../../lib/help';
import { alternatesOf, languageOf } from '../../../../../lib/languages';
import { metadataOf } from '../../../../../lib/metadata';
import { orNothing } from '../../../../../lib/params';

interface Props {
  params: Promise<{ locale: string; slug: string }>;
}

export async function generateStaticParams({ params: { locale } }: { params: { locale: string } }) {
  const { data } = await galley(languageOf(locale)).kb.tree();
  return orNothing(
    'slug',
    data.map(({ slug }) => slug),
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { collection, language, alternates } = await read(params);
  const { slug, title, description, image, seo } = collection;
  return metadataOf({
    language,
    alternates,
    path: `/help/collection/${slug}`,
    title: seo.title || title,
    description: seo.description || description,
    image: seo.og_image ?? image,
    isHidden: seo.no_index,
  });
}

export default async function Collection({ params }: Props) {
  const { collection, language, alternates } = await read(params);
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

async function read(params: Props['params']) {
  const { locale, slug } = await params;
  const language = languageOf(locale);
  const collection = await orNotFound(galley(language).kb.collections.get(decodeURIComponent(slug)));
  const alternates = alternatesOf(collection.alternates, ({ slug: own }) => `/help/collection/${own}`);
  return { collection, language, alternates };
}
