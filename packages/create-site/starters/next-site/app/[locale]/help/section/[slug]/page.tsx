import { edit, orNotFound } from 'galley-next';
import type { Metadata } from 'next';
import { HelpList } from '../../../../../components/help-list';
import { ItemLink } from '../../../../../components/item-link';
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
    data.flatMap(({ sections }) => sections.map(({ slug }) => slug)),
  );
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { section, language, alternates } = await read(params);
  const { slug, title, description } = section;
  return metadataOf({ language, path: `/help/section/${slug}`, title, description, alternates });
}

export default async function Section({ params }: Props) {
  const { section, language, alternates } = await read(params);
  const { prefix, texts } = language;
  const { slug, title, description, collection } = section;
  return (
    <>
      <LanguageMenu language={language} alternates={alternates} />
      <nav aria-label={texts.position}>
        <a href={`${prefix}/help`}>{texts.help}</a> /{' '}
        <ItemLink item={collection} field="title" href={`${prefix}/help/collection/${collection.slug}`} />
      </nav>
      <h1 {...await edit(section, 'title')}>{title}</h1>
      {description && (
        <p className="lead" {...await edit(section, 'description')}>
          {description}
        </p>
      )}
      <HelpList articles={await helpArticles(language, { section: slug })} language={language} />
    </>
  );
}

async function read(params: Props['params']) {
  const { locale, slug } = await params;
  const language = languageOf(locale);
  const section = await orNotFound(galley(language).kb.sections.get(decodeURIComponent(slug)));
  const alternates = alternatesOf(section.alternates, ({ slug: own }) => `/help/section/${own}`);
  return { section, language, alternates };
}
