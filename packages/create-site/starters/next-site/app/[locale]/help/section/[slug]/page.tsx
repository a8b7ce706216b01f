import { edit } from 'galley-next';
import type { Metadata } from 'next';
import { HelpList } from '../../../../../components/help-list';
import { ItemLink } from '../../../../../components/item-link';
import { LanguageMenu } from '../../../../../components/language-menu';
import { galley } from '../../../../../lib/galley';
import { helpArticles } from '../../../../../lib/help';
import { type ItemProps, readItem } from '../../../../../lib/item';
import { languageOf } from '../../../../../lib/languages';
import { metadataOf } from '../../../../../lib/metadata';
import { type LocaleParams, slugsOf } from '../../../../../lib/params';

export async function generateStaticParams({ params: { locale } }: LocaleParams) {
  const { data } = await galley(languageOf(locale)).kb.tree();
  return slugsOf(data.flatMap(({ sections }) => sections));
}

export async function generateMetadata({ params }: ItemProps): Promise<Metadata> {
  const { item: section, ...page } = await read(params);
  const { title, description } = section;
  return metadataOf({ ...page, title, description });
}

export default async function Section({ params }: ItemProps) {
  const { item: section, language, alternates } = await read(params);
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

function read(params: ItemProps['params']) {
  return readItem(params, '/help/section', ({ kb }, slug) => kb.sections.get(slug));
}
