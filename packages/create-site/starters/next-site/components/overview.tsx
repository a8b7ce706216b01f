import { landingPages } from '../lib/pages';
import { galley } from '../lib/galley';
import { site } from '../lib/site';
import { ArticleList } from './article-list';
import { ItemLink } from './item-link';

/** The home page of a project without a landing page at `/`. */
export async function Overview() {
  const [pages, { data: articles }, { data: collections }] = await Promise.all([
    landingPages(),
    galley().blog.articles.list({ limit: 3 }),
    galley().kb.tree(),
  ]);
  return (
    <>
      <h1>{site.name}</h1>
      <p className="lead">{site.description}</p>
      {pages.length > 0 && (
        <ul className="grid">
          {pages.map(({ path, title }) => (
            <li key={path} className="card">
              <a href={path}>{title}</a>
            </li>
          ))}
        </ul>
      )}
      <section aria-label="Newest articles">
        <ArticleList articles={articles} />
      </section>
      {collections.length > 0 && (
        <section>
          <h2>Help</h2>
          <ul className="grid">
            {collections.map((collection) => (
              <li key={collection.id} className="card">
                <ItemLink item={collection} field="title" href={`/help/collection/${collection.slug}`} />
                <p>{collection.description}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
