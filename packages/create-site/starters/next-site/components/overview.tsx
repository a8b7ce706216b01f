import { landingPages } from '../lib/pages';
import { galley } from '../lib/galley';
import { everywhere, type Language, pathIn } from '../lib/languages';
import { site } from '../lib/site';
import { ArticleList } from './article-list';
import { ItemLink } from './item-link';
import { LanguageMenu } from './language-menu';

/** The home page of a project without a landing page at `/`. */
export async function Overview({ language }: { language: Language }) {
  const { prefix, texts } = language;
  const [pages, { data: articles }, { data: collections }] = await Promise.all([
    landingPages(language),
    galley(language).blog.articles.list({ limit: 3 }),
    galley(language).kb.tree(),
  ]);
  return (
    <>
      <LanguageMenu language={language} alternates={everywhere('/')} />
      <h1>{site.name}</h1>
      <p className="lead">{texts.description ?? site.description}</p>
      {pages.length > 0 && (
        <ul className="grid">
          {pages.map(({ path, title }) => (
            <li key={path} className="card">
              <a href={pathIn(language, path)}>{title}</a>
            </li>
          ))}
        </ul>
      )}
      <section aria-label={texts.newest}>
        <ArticleList articles={articles} language={language} />
      </section>
      {collections.length > 0 && (
        <section>
          <h2>{texts.help}</h2>
          <ul className="grid">
            {collections.map((collection) => (
              <li key={collection.id} className="card">
                <ItemLink
                  item={collection}
                  field="title"
                  href={`${prefix}/help/collection/${collection.slug}`}
                />
                <p>{collection.description}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
