import type { Metadata } from 'next';
import { LanguageMenu } from '../../../components/language-menu';
import { SearchForm } from '../../../components/search-form';
import { galley } from '../../../lib/galley';
import { everywhere, languageOf } from '../../../lib/languages';
import { metadataOf } from '../../../lib/metadata';

interface Props {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const language = languageOf((await params).locale);
  return metadataOf({
    language,
    path: '/help',
    title: language.texts.help,
    alternates: everywhere('/help'),
  });
}

/** The collections and sections of the help center, with links to their pages. */
export default async function Help({ params }: Props) {
  const language = languageOf((await params).locale);
  const { prefix, texts } = language;
  const { data: collections } = await galley(language).kb.tree();
  return (
    <>
      <LanguageMenu language={language} alternates={everywhere('/help')} />
      <h1>{texts.help}</h1>
      <SearchForm language={language} />
      {collections.length === 0 && <p>{texts.nothing}</p>}
      <div className="grid">
        {collections.map(({ id, slug, title, description, sections }) => (
          <section key={id} className="card">
            <h2>
              <a href={`${prefix}/help/collection/${slug}`}>{title}</a>
            </h2>
            {description && <p>{description}</p>}
            <ul>
              {sections.map((section) => (
                <li key={section.id}>
                  <a href={`${prefix}/help/section/${section.slug}`}>{section.title}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
