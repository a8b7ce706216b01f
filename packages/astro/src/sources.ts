import {
  type Author,
  type BlogArticle,
  type BlogCategory,
  type Client,
  type Entry,
  GalleyError,
  type KbArticle,
} from 'galley-client';

/** One kind of content: what is listed, and how one of it is read whole. */
export interface Source<T> {
  name: string;
  /** The ids under which Astro keeps them: slugs, or ids of entries. */
  ids(client: Client): AsyncIterable<string>;
  read(client: Client, id: string): Promise<T>;
}

const mostAPage = 100;

/** What is read, or null where readers find nothing: it may have gone since it was listed. */
export async function unlessGone<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (fault) {
    if (fault instanceof GalleyError && fault.status === 404) return null;
    throw fault;
  }
}

async function* idsOf<T>(list: AsyncIterable<T>, of: (item: T) => string): AsyncIterable<string> {
  for await (const item of list) yield of(item);
}

const bySlug = ({ slug }: { slug: string }) => slug;

export const blogArticleSource: Source<BlogArticle> = {
  name: 'blog articles',
  ids: ({ blog }) => idsOf(blog.articles.list({ limit: mostAPage }), bySlug),
  read: ({ blog }, slug) => blog.articles.get(slug),
};

export const kbArticleSource: Source<KbArticle> = {
  name: 'articles of the knowledge base',
  ids: ({ kb }) => idsOf(kb.articles.list({ limit: mostAPage }), bySlug),
  read: ({ kb }, slug) => kb.articles.get(slug),
};

export const authorSource: Source<Author> = {
  name: 'authors',
  ids: ({ authors }) => idsOf(authors.list({ limit: mostAPage }), bySlug),
  read: ({ authors }, slug) => authors.get(slug),
};

export const categorySource: Source<BlogCategory> = {
  name: 'blog categories',
  ids: ({ blog }) => idsOf(blog.categories.list({ limit: mostAPage }), bySlug),
  read: ({ blog }, slug) => blog.categories.get(slug),
};

export function entrySource<V = Record<string, unknown>>(type: string): Source<Entry<V>> {
  return {
    name: `entries of ${type}`,
    ids: (client) => idsOf(client.content(type).list({ limit: mostAPage }), ({ id }) => id),
    read: async (client, id) => (await client.content(type).get(id)) as Entry<V>,
  };
}
