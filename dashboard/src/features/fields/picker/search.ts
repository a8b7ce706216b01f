import type { EditorList } from '../../../../../src/content/entries/editor/editor-schema.ts';
import type { ContentType } from '../../../../../src/content/types/schema.ts';
import type { EditorAssetList } from '../../../../../src/content/media/editor/schema.ts';
import type { ProjectApi } from '../../../api/project.ts';
import type { Target } from '../context.ts';
import { pictureTarget } from '../picture-target.ts';

/** Something to choose. */
export interface Found {
  id: string;
  target: Target;
  /** Under its name. */
  detail: string | null;
}

/** What can be looked for: entries of a type, or one of the targets of links. */
export type Searched = { kind: 'entry'; contentType: string } | { kind: string };

const limit = 20;

/** Looks for things by name; entries in any state, built-in content as far as it is published. */
export async function search(
  api: ProjectApi,
  what: Searched,
  words: string,
  signal: AbortSignal,
): Promise<Found[]> {
  if ('contentType' in what) return searchEntries(api, what.contentType, words, signal);
  const place = places[what.kind];
  if (place === undefined) return [];
  const query = place.isSearched ? { q: words, limit } : { limit: 100 };
  const { data } = await api.get<{ data: Named[] }>(place.path, query, signal);
  const found = data.map((item) => foundOf(what.kind, item));
  const wanted = words.trim().toLowerCase();
  return place.isSearched ? found : found.filter(({ target }) => target.title.toLowerCase().includes(wanted));
}

async function searchEntries(
  api: ProjectApi,
  type: string,
  q: string,
  signal: AbortSignal,
): Promise<Found[]> {
  const { data } = await api.get<EditorList>(
    `/content/${type}/entries`,
    { q, limit, sort: '-updated_at' },
    signal,
  );
  return data.map((row) => ({
    id: row.id,
    detail: row.subtitle,
    target: {
      kind: 'entry',
      title: row.title,
      slug: null,
      live: row.status === 'published',
      content_type: type,
      image: null,
    },
  }));
}

/** Everything that a link inside a text can lead to, by name: entries of all collections and built-in content. */
export async function searchEverything(
  api: ProjectApi,
  types: readonly ContentType[],
  words: string,
  signal: AbortSignal,
): Promise<Found[]> {
  const collections = types.filter(({ kind }) => kind === 'collection').slice(0, 12);
  const asked = [
    ...collections.map(({ slug }) => ({ kind: 'entry' as const, contentType: slug })),
    ...Object.keys(places).map((kind) => ({ kind })),
  ];
  const found = await Promise.all(asked.map((what) => search(api, what, words, signal).catch(() => [])));
  return found.flatMap((list) => list.slice(0, 6));
}

/** Files of the media library by name and description, the newest first. */
export async function searchFiles(api: ProjectApi, q: string, signal: AbortSignal): Promise<Found[]> {
  const query = { status: 'ready', q, limit: 6 };
  const { data } = await api.get<EditorAssetList>('/media', query, signal);
  return data.map((asset) => ({
    id: asset.id,
    target: { ...pictureTarget(asset), title: asset.file_name },
    detail: asset.content_type,
  }));
}

/** As much of built-in content as a choice shows. */
interface Named {
  id: string;
  name?: string;
  title?: string;
  slug: string;
}

function foundOf(kind: string, { id, name, title, slug }: Named): Found {
  const target = { kind, title: title ?? name ?? slug, slug, live: true, content_type: null, image: null };
  return { id, target, detail: slug };
}

const places: Readonly<Record<string, { path: string; isSearched: boolean }>> = {
  blog_article: { path: '/v1/blog/articles', isSearched: true },
  blog_category: { path: '/v1/blog/categories', isSearched: false },
  author: { path: '/v1/authors', isSearched: false },
  kb_article: { path: '/v1/kb/articles', isSearched: true },
  kb_collection: { path: '/v1/kb/collections', isSearched: false },
  kb_section: { path: '/v1/kb/sections', isSearched: false },
};

/** How the targets are called. */
export const kindNames: Readonly<Record<string, string>> = {
  entry: 'entry',
  media: 'file',
  blog_article: 'article',
  blog_category: 'category',
  author: 'author',
  kb_article: 'help article',
  kb_collection: 'help collection',
  kb_section: 'help section',
};
