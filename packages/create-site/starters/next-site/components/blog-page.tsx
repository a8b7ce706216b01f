import { notFound } from 'next/navigation';
import { pageOfBlog } from '../lib/blog';
import { everywhere, type Language } from '../lib/languages';
import { ArticleList } from './article-list';
import { LanguageMenu } from './language-menu';

/** A page of the blog, with links to the next and previous pages. */
export async function BlogPage({ page, language }: { page: number; language: Language }) {
  const { prefix, texts } = language;
  const { articles, count } = await pageOfBlog(language, page);
  if (page > 1 && articles.length === 0) notFound();
  const pathOf = (other: number) => `${prefix}${other === 1 ? '/blog' : `/blog/page/${other}`}`;
  return (
    <>
      <LanguageMenu language={language} alternates={everywhere('/blog')} />
      <h1>{page === 1 ? texts.blog : texts.blogPage(page)}</h1>
      <ArticleList articles={articles} language={language} />
      {count > 1 && (
        <nav aria-label={texts.pages} className="pages">
          {page > 1 && (
            <a href={pathOf(page - 1)} rel="prev">
              {texts.newer}
            </a>
          )}
          <span>{texts.pageOf(page, count)}</span>
          {page < count && (
            <a href={pathOf(page + 1)} rel="next">
              {texts.older}
            </a>
          )}
        </nav>
      )}
    </>
  );
}
