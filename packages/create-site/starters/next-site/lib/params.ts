import { permanentRedirect } from 'next/navigation';
import { isMultilingual, type Language } from './languages';

/** A slug that no entry has. */
const nothing = '-';

/** Next requires a path for each dynamic route at build time, so a site without content builds a 404 page. */
export function orNothing<K extends string>(key: K, values: readonly string[]): Record<K, string>[] {
  return (values.length === 0 ? [nothing] : values).map((value) => ({ [key]: value }) as Record<K, string>);
}

/** Redirects if a path has the slug of another language. */
export function redirectIfMoved(
  { prefix }: Language,
  requested: string,
  item: { slug: string; below: string },
): void {
  const { slug, below } = item;
  if (isMultilingual() && slug !== requested) permanentRedirect(`${prefix}${below}/${slug}`);
}
