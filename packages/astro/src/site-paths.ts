/** Paths of the site by what is shown there, `/blog/{slug}`. Those of entries may name a field: `{path}`. */
export type SitePaths = Partial<
  Record<
    'blog_article' | 'blog_category' | 'author' | 'kb_article' | 'kb_collection' | 'kb_section',
    string | null
  >
> & { readonly entry?: Readonly<Record<string, string | null>> };

/** A path of this site and of no other: browsers read `//` and `\` at its beginning as another host. */
export function isOwnPath(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//') && !/[\\\p{Cc}]/u.test(path);
}

/** Fills the places of a path; null when one is unknown, or what comes out is no path of this site. */
export function filled(path: string, values: Readonly<Record<string, unknown>>): string | null {
  let isWhole = true;
  const whole = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name];
    if (typeof value === 'string' && value !== '') return encodeURI(value);
    isWhole = false;
    return '';
  });
  return isWhole && isOwnPath(whole) ? whole : null;
}
