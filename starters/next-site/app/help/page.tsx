import type { ListedKbArticle } from 'galley-client';
import { Image } from 'galley-next/components';
import { galley } from '../../lib/galley';
import { helpArticles } from '../../lib/help';
import { metadataOf } from '../../lib/metadata';

export const metadata = metadataOf({ path: '/help', title: 'Help' });

/** The whole knowledge base: collections, their sections, and the articles of each. */
export default async function Help() {
  const [{ data: collections }, articles] = await Promise.all([galley().kb.tree(), helpArticles()]);
  const inSection = (id: string) => articles.filter(({ section }) => section?.id === id);
  const loose = (id: string) =>
    articles.filter(({ section, collection }) => section === null && collection.id === id);
  return (
    <>
      <h1>Help</h1>
      {collections.length === 0 && <p>There is nothing here yet.</p>}
      {collections.map(({ id, slug, title, description, image, sections }) => (
        <section key={id} id={slug}>
          <h2>{title}</h2>
          {description && <p>{description}</p>}
          <Image image={image} sizes="(min-width: 60rem) 45rem, 100vw" />
          <Titles articles={loose(id)} />
          {sections.map((section) => (
            <section key={section.id} id={section.slug}>
              <h3>{section.title}</h3>
              <Titles articles={inSection(section.id)} />
            </section>
          ))}
        </section>
      ))}
    </>
  );
}

function Titles({ articles }: { articles: readonly ListedKbArticle[] }) {
  if (articles.length === 0) return null;
  return (
    <ul>
      {articles.map(({ id, slug, title }) => (
        <li key={id}>
          <a href={`/help/${slug}`}>{title}</a>
        </li>
      ))}
    </ul>
  );
}
