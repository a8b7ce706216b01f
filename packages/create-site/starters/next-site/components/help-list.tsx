import type { ListedKbArticle } from 'galley-client';
import { edit } from 'galley-next';
import type { Language } from '../lib/languages';

interface Props {
  articles: readonly ListedKbArticle[];
  language: Language;
}

/** A list of help articles with excerpts and authors. */
export function HelpList({ articles, language }: Props) {
  return (
    <ul>
      {articles.map((article) => (
        <ListedArticle key={article.id} article={article} language={language} />
      ))}
    </ul>
  );
}

async function ListedArticle({ article, language }: { article: ListedKbArticle; language: Language }) {
  const { slug, title, excerpt, authors } = article;
  return (
    <li {...await edit(article)}>
      <a href={`${language.prefix}/help/${slug}`} {...await edit(article, 'title')}>
        {title}
      </a>{' '}
      <span {...await edit(article, 'excerpt')}>{excerpt}</span>{' '}
      <span className="about">{authors.map(({ name }) => name).join(', ')}</span>
    </li>
  );
}
