/** Paths of the site by type, such as `/blog/{slug}`. Paths of entries can contain a field: `{path}`. */
export type SitePaths = Partial<
  Record<
    'blog_article' | 'blog_category' | 'author' | 'kb_article' | 'kb_collection' | 'kb_section',
    string | null
  >
> & { readonly entry?: Readonly<Record<string, string | null>> };

/** Whether an untrusted string is a path of this site. Browsers read `//` and `\` at the start as another host. */
export function isOwnPath(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//') && !/[\\\p{Cc}]/u.test(path);
}

/** Fills the placeholders of a path. Returns null if a value is missing or the result isn't a path of this site. */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string | null {
  let isComplete = true;
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name];
    if (typeof value === 'string' && value !== '') return encodeURI(value);
    isComplete = false;
    return '';
  });
  return isComplete && isOwnPath(path) ? path : null;
}
