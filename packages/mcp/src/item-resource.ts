import { type ApiRequest, type CallApi, type Json, path } from './api.ts';

/** The endpoints of one type, and the form of its writes. */
export interface ItemResource {
  kind: 'entry' | 'article' | 'named';
  /** The path of the list; of a singleton, the path of the singleton. */
  list: string;
  /** The path to POST new items to. */
  create: string;
  /** The path of one item, by id or slug; a singleton needs neither. */
  one: (id: string | undefined) => string;
  /** The body that writes values. */
  body: (values: Json) => Json;
  /** A body that changes nothing. Its dry run returns the draft. */
  emptyBody: Json;
}

/** The built-in types, named like link targets. */
const builtIn: Readonly<Record<string, [kind: ItemResource['kind'], list: string]>> = {
  blog_article: ['article', '/v1/blog/articles'],
  kb_article: ['article', '/v1/kb/articles'],
  blog_category: ['named', '/v1/blog/categories'],
  author: ['named', '/v1/authors'],
  kb_collection: ['named', '/v1/kb/collections'],
  kb_section: ['named', '/v1/kb/sections'],
};

export const builtInTypes = Object.keys(builtIn);

/** Precedes the slug of a content type that has the name of a built-in type. */
const contentPrefix = 'content:';

/** The slug of a content type; null for a built-in type. */
export function contentTypeSlug(type: string): string | null {
  if (type.startsWith(contentPrefix)) return type.slice(contentPrefix.length);
  return Object.hasOwn(builtIn, type) ? null : type;
}

/** The name of a content type in arguments of tools. */
export function typeName(slug: string): string {
  return Object.hasOwn(builtIn, slug) ? `${contentPrefix}${slug}` : slug;
}

export function resourceOf(type: string): ItemResource {
  const slug = contentTypeSlug(type);
  if (slug !== null) {
    const list = path`/v1/content/${slug}`;
    const one = (id: string | undefined) => (id === undefined ? list : list + path`/${id}`);
    return {
      kind: 'entry',
      list,
      create: `${list}/entries`,
      one,
      body: (values) => ({ values }),
      emptyBody: { values: {} },
    };
  }
  const [kind, list] = builtIn[type] ?? ['named', ''];
  const one = (id: string | undefined) => list + path`/${id ?? ''}`;
  return { kind, list, create: list, one, body: (values) => values, emptyBody: { seo: {} } };
}

/** The query of writes to a draft. Only entries and articles have one. */
export function draftQuery({ kind }: ItemResource): { draft?: string } {
  return kind === 'named' ? {} : { draft: 'true' };
}

/** The path of a read, or of its twin that shows drafts. */
export function draftPath(isDraft: boolean, path: string): string {
  return isDraft ? `/preview${path}` : path;
}

/** Reads what a write of an item starts from, in any state. Drafts are read by a dry run of an empty change, which costs a write of the rate budget. */
export function readDraft(
  callApi: CallApi,
  resource: ItemResource,
  { id, locale }: { id?: string | undefined; locale?: string | undefined },
): Promise<Json> {
  if (resource.kind === 'named') return callApi({ method: 'GET', path: resource.one(id), query: { locale } });
  const query = { ...draftQuery(resource), dry_run: 'true', locale };
  return callApi({ method: 'PATCH', path: resource.one(id), query, body: resource.emptyBody });
}

export function asDryRun(request: ApiRequest): ApiRequest {
  return { ...request, query: { ...request.query, dry_run: 'true' } };
}

export function atRevision(request: ApiRequest, revision: number | null): ApiRequest {
  if (revision === null) return request;
  return { ...request, headers: { ...request.headers, 'If-Match': `"${revision}"` } };
}

/** The state of an item without its values. */
export function itemState(type: string, item: Json): Json {
  const { warnings } = (item['meta'] ?? {}) as { warnings?: unknown };
  const state = {
    type,
    id: item['id'],
    slug: item['slug'],
    title: item['title'] ?? item['name'],
    status: item['status'],
    revision: item['revision'],
    has_unpublished_changes: item['has_unpublished_changes'],
    published_at: item['published_at'],
    scheduled_for: item['scheduled_for'],
    publish_at: item['publish_at'],
    warnings,
  };
  return Object.fromEntries(
    Object.entries(state).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** The revision for `If-Match`; null for an item that has no content in the locale yet. */
export function revisionOf({ revision }: Json): number | null {
  return typeof revision === 'number' && revision > 0 ? revision : null;
}

/** Whether readers see the item, now or at a date. */
export function isLive({ kind }: ItemResource, { live_revision }: Json): boolean {
  return kind === 'named' || (live_revision !== null && live_revision !== undefined);
}
