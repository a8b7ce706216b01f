import type { LocaleClient } from 'galley-client';
import { orNotFound } from 'galley-next';
import type { ContentTypes } from '../content-types';
import { galley } from './galley';
import { alternatesOf, languageOf } from './languages';

export interface ItemProps {
  params: Promise<{ locale: string; slug: string }>;
}

interface Item {
  slug: string;
  /** The item in each language. */
  alternates?: readonly { locale: string; slug: string }[];
}

/** Reads the item of a page, with the language and the paths of the page. Shows `not-found.tsx` if there is no item. */
export async function readItem<T extends Item>(
  params: ItemProps['params'],
  folder: string,
  read: (client: LocaleClient<ContentTypes>, slug: string) => Promise<T>,
) {
  const { locale, slug } = await params;
  const language = languageOf(locale);
  const item = await orNotFound(read(galley(language), decodeURIComponent(slug)));
  const pathOf = (page: { slug: string }) => `${folder}/${page.slug}`;
  return { item, language, path: pathOf(item), alternates: alternatesOf(item.alternates, pathOf) };
}
