/** The argument of `generateStaticParams` below `app/[locale]`. */
export interface LocaleParams {
  params: { locale: string };
}

/** A slug that no entry has. */
const nothing = '-';

/** The parameter `slug` for the pages of items. */
export function slugsOf(items: readonly { slug: string }[]): { slug: string }[] {
  return orNothing(
    'slug',
    items.map(({ slug }) => slug),
  );
}

/** Next requires a path for each dynamic route at build time, so a site without content builds a 404 page. */
export function orNothing<K extends string>(key: K, values: readonly string[]): Record<K, string>[] {
  return (values.length === 0 ? [nothing] : values).map((value) => ({ [key]: value }) as Record<K, string>);
}
