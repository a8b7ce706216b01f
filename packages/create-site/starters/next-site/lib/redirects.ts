import type { Client } from 'galley-client';
import { orNull } from 'galley-next';
import { notFound, permanentRedirect } from 'next/navigation';
import { galley } from './galley';

type Linked = { slug: string } | null | undefined;

/** Returns the item. Without one, redirects if the path moved, and responds with 404 if it didn't. */
export async function orMoved<T>(read: PromiseLike<T>, path: string): Promise<T> {
  return (await orNull(read)) ?? moved(path);
}

/** Redirects permanently from an old path by the entries of the type `redirect`; without one, responds with 404. */
export async function moved(path: string): Promise<never> {
  const target = await redirectTarget(path);
  return target === null ? notFound() : permanentRedirect(target);
}

async function redirectTarget(path: string): Promise<string | null> {
  const redirects = (galley() as unknown as Client).content('redirect'); // not every project has the type
  const found = await orNull(redirects.list({ where: { from: { in: spellingsOf(path) } }, limit: 1 }));
  const values = found?.data[0]?.values;
  if (values === undefined) return null;
  const article = pathOf('/blog/', values['blog_article'] as Linked);
  const target = article ?? pathOf('/help/', values['kb_article'] as Linked) ?? values['to'];
  return typeof target === 'string' && target !== path ? target : null;
}

/** The path with and without a slash at its end. */
function spellingsOf(path: string): string[] {
  const trimmed = path.replace(/\/+$/, '');
  return [trimmed, `${trimmed}/`].filter((spelling) => spelling !== '');
}

function pathOf(folder: string, item: Linked): string | null {
  return item == null ? null : `${folder}${encodeURIComponent(item.slug)}`;
}
