import type { EditorList } from '../../../../../src/content/entries/editor/editor-schema.ts';
import type { ContentType } from '../../../../../src/content/types/schema.ts';
import type { EditorAssetList } from '../../../../../src/content/media/editor/schema.ts';
import type { ProjectApi } from '../../../api/project.ts';
import { type Target, imageTarget } from '../context.ts';

/** An item that can be chosen. */
export interface SearchResult {
  id: string;
  target: Target;
  /** Shown below its name. */
  detail: string | null;
}

/** What is searched: entries of a type, or one kind of link target. */
export type SearchKind = { kind: 'entry'; contentType: string } | { kind: string };

const limit = 20;

/** Searches items by name: entries in any state, built-in content if it is live. */
export async function search(
  api: ProjectApi,
  searchKind: SearchKind,
  words: string,
  signal: AbortSignal,
): Promise<SearchResult[]> {
  if ('contentType' in searchKind) return searchEntries(api, searchKind.contentType, words, signal);
  const endpoint = endpoints[searchKind.kind];
  if (endpoint === undefined) return [];
  const query = endpoint.isSearched ? { q: words, limit } : { limit: 100 };
  const { data } = await api.get<{ data: NamedItem[] }>(endpoint.path, query, signal);
  const results = data.map((item) => resultOf(searchKind.kind, item));
  const searchText = words.trim().toLowerCase();
  return endpoint.isSearched
    ? results
    : results.filter(({ target }) => target.title.toLowerCase().includes(searchText));
}

async function searchEntries(
  api: ProjectApi,
  type: string,
  q: string,
  signal: AbortSignal,
): Promise<SearchResult[]> {
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

/** Searches everything that a link in a text can point to: entries of all collections and built-in content. */
export async function searchEverything(
  api: ProjectApi,
  types: readonly ContentType[],
  words: string,
  signal: AbortSignal,
): Promise<SearchResult[]> {
  const collections = types.filter(({ kind }) => kind === 'collection').slice(0, 12);
  const searchKinds = [
    ...collections.map(({ slug }) => ({ kind: 'entry' as const, contentType: slug })),
    ...Object.keys(endpoints).map((kind) => ({ kind })),
  ];
  const results = await Promise.all(
    searchKinds.map((searchKind) => search(api, searchKind, words, signal).catch(() => [])),
  );
  return results.flatMap((list) => list.slice(0, 6));
}

/** Files of the media library by name and description, the newest first. */
export async function searchFiles(api: ProjectApi, q: string, signal: AbortSignal): Promise<SearchResult[]> {
  const query = { status: 'ready', q, limit: 6 };
  const { data } = await api.get<EditorAssetList>('/media', query, signal);
  return data.map((asset) => ({
    id: asset.id,
    target: { ...imageTarget(asset), title: asset.file_name },
    detail: asset.content_type,
  }));
}

/** The part of built-in content that a choice shows. */
interface NamedItem {
  id: string;
  name?: string;
  title?: string;
  slug: string;
}

function resultOf(kind: string, { id, name, title, slug }: NamedItem): SearchResult {
  const target = { kind, title: title ?? name ?? slug, slug, live: true, content_type: null, image: null };
  return { id, target, detail: slug };
}

const endpoints: Readonly<Record<string, { path: string; isSearched: boolean }>> = {
  blog_article: { path: '/v1/blog/articles', isSearched: true },
  blog_category: { path: '/v1/blog/categories', isSearched: false },
  author: { path: '/v1/authors', isSearched: false },
  kb_article: { path: '/v1/kb/articles', isSearched: true },
  kb_collection: { path: '/v1/kb/collections', isSearched: false },
  kb_section: { path: '/v1/kb/sections', isSearched: false },
};

/** Names of link targets. */
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
