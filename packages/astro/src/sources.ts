import {
  type Author,
  type BlogArticle,
  type BlogCategory,
  type Client,
  type Entry,
  GalleyError,
  type KbArticle,
} from 'galley-client';

/** How the items of one type are listed and read. */
export interface Source<T> {
  name: string;
  /** The IDs of all items in Astro's collections: slugs, or entry IDs. */
  ids(client: Client): AsyncIterable<string>;
  read(client: Client, id: string): Promise<T>;
}

const pageSize = 100;

/** Returns the result of a read, or null for a 404: an item can be deleted after it was listed. */
export async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof GalleyError && error.status === 404) return null;
    throw error;
  }
}

async function* idsOf<T>(list: AsyncIterable<T>, idOf: (item: T) => string): AsyncIterable<string> {
  for await (const item of list) yield idOf(item);
}

const slugOf = ({ slug }: { slug: string }) => slug;

export const blogArticleSource: Source<BlogArticle> = {
  name: 'blog articles',
  ids: ({ blog }) => idsOf(blog.articles.list({ limit: pageSize }), slugOf),
  read: ({ blog }, slug) => blog.articles.get(slug),
};

export const kbArticleSource: Source<KbArticle> = {
  name: 'knowledge base articles',
  ids: ({ kb }) => idsOf(kb.articles.list({ limit: pageSize }), slugOf),
  read: ({ kb }, slug) => kb.articles.get(slug),
};

export const authorSource: Source<Author> = {
  name: 'authors',
  ids: ({ authors }) => idsOf(authors.list({ limit: pageSize }), slugOf),
  read: ({ authors }, slug) => authors.get(slug),
};

export const categorySource: Source<BlogCategory> = {
  name: 'blog categories',
  ids: ({ blog }) => idsOf(blog.categories.list({ limit: pageSize }), slugOf),
  read: ({ blog }, slug) => blog.categories.get(slug),
};

export function entrySource<V = Record<string, unknown>>(type: string): Source<Entry<V>> {
  return {
    name: `entries of ${type}`,
    ids: (client) => idsOf(client.content(type).list({ limit: pageSize }), ({ id }) => id),
    read: async (client, id) => (await client.content(type).get(id)) as Entry<V>,
  };
}
