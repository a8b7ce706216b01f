import { notFound } from 'next/navigation';
import { pageOfBlog } from '../lib/blog';
import { ArticleList } from './article-list';

/** A page of the blog, with links to the next and previous pages. */
export async function BlogPage({ page }: { page: number }) {
  const { articles, count } = await pageOfBlog(page);
  if (page > 1 && articles.length === 0) notFound();
  const pathOf = (other: number) => (other === 1 ? '/blog' : `/blog/page/${other}`);
  return (
    <>
      <h1>{page === 1 ? 'Blog' : `Blog, page ${page}`}</h1>
      <ArticleList articles={articles} />
      {count > 1 && (
        <nav aria-label="Pages of the blog" className="pages">
          {page > 1 && (
            <a href={pathOf(page - 1)} rel="prev">
              Newer
            </a>
          )}
          <span>
            Page {page} of {count}
          </span>
          {page < count && (
            <a href={pathOf(page + 1)} rel="next">
              Older
            </a>
          )}
        </nav>
      )}
    </>
  );
}
