import type { ListedBlogArticle } from 'galley-client';
import { edit } from 'galley-next';
import type { Language } from '../lib/languages';
import { dayOf } from '../lib/site';

interface Props {
  articles: readonly ListedBlogArticle[];
  language: Language;
}

export function ArticleList({ articles, language }: Props) {
  if (articles.length === 0) return <p>{language.texts.nothing}</p>;
  return (
    <ul className="articles">
      {articles.map((article) => (
        <ListedArticle key={article.id} article={article} language={language} />
      ))}
    </ul>
  );
}

async function ListedArticle({ article, language }: { article: ListedBlogArticle; language: Language }) {
  const { slug, title, excerpt, published_at, reading_time_minutes, authors } = article;
  return (
    <li {...await edit(article)}>
      <h2>
        <a href={`${language.prefix}/blog/${slug}`} {...await edit(article, 'title')}>
          {title}
        </a>
      </h2>
      <p className="about">
        <time dateTime={published_at}>{dayOf(published_at, language)}</time>
        {authors.length > 0 && ` · ${authors.map(({ name }) => name).join(', ')}`} ·{' '}
        {language.texts.minutes(reading_time_minutes)}
      </p>
      {excerpt && <p {...await edit(article, 'excerpt')}>{excerpt}</p>}
    </li>
  );
}
