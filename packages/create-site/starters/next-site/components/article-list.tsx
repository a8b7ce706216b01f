import type { ListedBlogArticle } from 'galley-client';
import { dayOf } from '../lib/site';

export function ArticleList({ articles }: { articles: readonly ListedBlogArticle[] }) {
  if (articles.length === 0) return <p>There is nothing here yet.</p>;
  return (
    <ul className="articles">
      {articles.map(({ id, slug, title, excerpt, published_at, reading_time_minutes, authors }) => (
        <li key={id}>
          <h2>
            <a href={`/blog/${slug}`}>{title}</a>
          </h2>
          <p className="about">
            <time dateTime={published_at}>{dayOf(published_at)}</time>
            {authors.length > 0 && ` · ${authors.map(({ name }) => name).join(', ')}`} ·{' '}
            {reading_time_minutes} min
          </p>
          {excerpt && <p>{excerpt}</p>}
        </li>
      ))}
    </ul>
  );
}
