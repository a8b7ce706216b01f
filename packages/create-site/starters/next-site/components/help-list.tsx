import type { ListedKbArticle } from 'galley-client';
import { edit } from 'galley-next';

/** A list of help articles with excerpts and authors. */
export function HelpList({ articles }: { articles: readonly ListedKbArticle[] }) {
  return (
    <ul>
      {articles.map((article) => (
        <ListedArticle key={article.id} article={article} />
      ))}
    </ul>
  );
}

async function ListedArticle({ article }: { article: ListedKbArticle }) {
  const { slug, title, excerpt, authors } = article;
  return (
    <li {...await edit(article)}>
      <a href={`/help/${slug}`} {...await edit(article, 'title')}>
        {title}
      </a>{' '}
      <span {...await edit(article, 'excerpt')}>{excerpt}</span>{' '}
      <span className="about">{authors.map(({ name }) => name).join(', ')}</span>
    </li>
  );
}
