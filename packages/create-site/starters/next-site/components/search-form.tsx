import type { Language } from '../lib/languages';

/** Searches the whole site. The form works without JavaScript. */
export function SearchForm({ words = '', language }: { words?: string; language: Language }) {
  const { prefix, texts } = language;
  return (
    <search>
      <form action={`${prefix}/search`} className="search">
        <label htmlFor="q">{texts.searchFor}</label>
        <input id="q" name="q" type="search" defaultValue={words} maxLength={200} required />
        <button>{texts.search}</button>
      </form>
    </search>
  );
}
