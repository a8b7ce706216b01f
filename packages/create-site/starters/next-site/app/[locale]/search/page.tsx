import type { Metadata } from 'next';
import { LanguageMenu } from '../../../components/language-menu';
import { SearchForm } from '../../../components/search-form';
import { galley } from '../../../lib/galley';
import { everywhere, type Language, languageOf } from '../../../lib/languages';
import { metadataOf } from '../../../lib/metadata';

/** Renders the whole page on the server, so that results appear without JavaScript. */
export const instant = false;

interface Props {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ q?: string | string[] }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const language = languageOf((await params).locale);
  return metadataOf({ language, path: '/search', title: language.texts.search, isHidden: true });
}

export default async function Search({ params, searchParams }: Props) {
  const language = languageOf((await params).locale);
  const { q } = await searchParams;
  const words = String(q ?? '')
    .trim()
    .slice(0, 200);
  return (
    <>
      <LanguageMenu language={language} alternates={everywhere('/search')} />
      <h1>{language.texts.search}</h1>
      <SearchForm words={words} language={language} />
      {words !== '' && <Results words={words} language={language} />}
    </>
  );
}

async function Results({ words, language }: { words: string; language: Language }) {
  const { prefix, texts } = language;
  const client = galley(language);
  const [blog, help] = await Promise.all([
    client.blog.articles.list({ q: words, limit: 20 }),
    client.kb.articles.list({ q: words, limit: 20 }),
  ]);
  const results = [
    ...help.data.map((article) => ({ ...article, path: `${prefix}/help/${article.slug}` })),
    ...blog.data.map((article) => ({ ...article, path: `${prefix}/blog/${article.slug}` })),
  ];
  return (
    <>
      <p role="status">{results.length === 0 ? texts.notFound(words) : texts.found(results.length, words)}</p>
      <ul className="articles">
        {results.map(({ id, path, title, excerpt }) => (
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
