import { SearchForm } from '../../components/search-form';
import { galley } from '../../lib/galley';
import { metadataOf } from '../../lib/metadata';

export const metadata = metadataOf({ path: '/search', title: 'Search', isHidden: true });

/** Renders the whole page on the server, so that results appear without JavaScript. */
export const instant = false;

interface Props {
  searchParams: Promise<{ q?: string | string[] }>;
}

export default async function Search({ searchParams }: Props) {
  const { q } = await searchParams;
  const words = String(q ?? '')
    .trim()
    .slice(0, 200);
  return (
    <>
      <h1>Search</h1>
      <SearchForm words={words} />
      {words !== '' && <Found words={words} />}
    </>
  );
}

async function Found({ words }: { words: string }) {
  const [blog, help] = await Promise.all([
    galley().blog.articles.list({ q: words, limit: 20 }),
    galley().kb.articles.list({ q: words, limit: 20 }),
  ]);
  const found = [
    ...help.data.map((article) => ({ ...article, path: `/help/${article.slug}` })),
    ...blog.data.map((article) => ({ ...article, path: `/blog/${article.slug}` })),
  ];
  return (
    <>
      <p role="status">
        {found.length === 0 ? `Nothing was found for “${words}”.` : `${found.length} found for “${words}”.`}
      </p>
      <ul className="articles">
        {found.map(({ id, path, title, excerpt }) => (
          <li key={id}>
            <h2>
              <a href={path}>{title}</a>
            </h2>
            {excerpt && <p>{excerpt}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
