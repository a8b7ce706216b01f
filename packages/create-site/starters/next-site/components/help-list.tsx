import type { ListedKbArticle } from 'galley-client';

/** A list of help articles with excerpts and authors. */
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
