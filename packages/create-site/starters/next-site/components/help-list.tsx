import type { ListedKbArticle } from 'galley-client';

/** Articles of the knowledge base, each with what it is about and who wrote it. */
export function HelpList({ articles }: { articles: readonly ListedKbArticle[] }) {
  return (
    <ul>
      {articles.map(({ id, slug, title, excerpt, authors }) => (
        <li key={id}>
          <a href={`/help/${slug}`}>{title}</a> {excerpt}{' '}
          <span className="about">{authors.map(({ name }) => name).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}
