/** Searches the whole site. The form works without JavaScript. */
export function SearchForm({ words = '' }: { words?: string }) {
  return (
    <search>
      <form action="/search" className="search">
        <label htmlFor="q">Search for</label>
        <input id="q" name="q" type="search" defaultValue={words} maxLength={200} required />
        <button>Search</button>
      </form>
    </search>
  );
}
