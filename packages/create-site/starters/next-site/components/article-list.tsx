import type { ListedBlogArticle } from 'galley-client';
import { edit } from 'galley-next';
import { dayOf } from '../lib/site';

export function ArticleList({ articles }: { articles: readonly ListedBlogArticle[] }) {
  if (articles.length === 0) return <p>There is nothing here yet.</p>;
  return (
    <ul className="articles">
      {articles.map((article) => (
        <ListedArticle key={article.id} article={article} />
      ))}
    </ul>
  );
}

async function ListedArticle({ article }: { article: ListedBlogArticle }) {
  const { slug, title, excerpt, published_at, reading_time_minutes, authors } = article;
  return (
    <li {...await edit(article)}>
      <h2>
        <a href={`/blog/${slug}`} {...await edit(article, 'title')}>
          {title}
        </a>
      </h2>
      <p className="about">
        <time dateTime={published_at}>{dayOf(published_at)}</time>
        {authors.length > 0 && ` · ${authors.map(({ name }) => name).join(', ')}`} · {reading_time_minutes}{' '}
        min
      </p>
      {excerpt && <p {...await edit(article, 'excerpt')}>{excerpt}</p>}
    </li>
  );
}
