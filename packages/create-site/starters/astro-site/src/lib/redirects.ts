import type { Client } from 'galley-client';
import { locationOf } from './location';
import { absolute, orNull, paths } from './site';
import type { ContentTypes } from '../content-types';

type Linked = { slug: string } | null | undefined;

/** Returns the location that an old path moved to, by the entries of the type `redirect`, or null. */
export async function redirectTarget(galley: Client<ContentTypes>, path: string): Promise<string | null> {
  const untyped = galley as unknown as Client; // not every project has the type
  const redirects = untyped.content('redirect');
  const list = await orNull(redirects.list({ where: { from: { in: spellingsOf(path) } }, limit: 1 }));
  const values = list?.data[0]?.values;
  if (values === undefined) return null;
  const article = pathOf('blog_article', values['blog_article'] as Linked);
  const target = article ?? pathOf('kb_article', values['kb_article'] as Linked) ?? values['to'];
  return typeof target === 'string' ? locationOf(target, absolute(path)) : null;
}

/** The path with and without a slash at its end. */
function spellingsOf(path: string): string[] {
  const trimmed = path.replace(/\/+$/, '');
  return [trimmed, `${trimmed}/`].filter((spelling) => spelling !== '');
}

function pathOf(kind: 'blog_article' | 'kb_article', item: Linked): string | null {
  return item == null ? null : paths[kind].replace('{slug}', encodeURIComponent(item.slug));
}
