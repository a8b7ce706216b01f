import { type ApiRequest, type Ask, type Json, path } from './api.ts';

/** Where the API has the things of one type, and how a change of one is written. */
export interface ItemResource {
  kind: 'entry' | 'article' | 'named';
  /** The path of the list, which of a singleton is the singleton. */
  list: string;
  /** The path to which new ones are posted. */
  create: string;
  /** The path of one, by id or slug; of a singleton without either. */
  one: (id: string | undefined) => string;
  /** A body of values. */
  body: (values: Json) => Json;
  /** A body that changes nothing, by which a draft is shown. */
  nothing: Json;
}

/** The built-in types. Their names are those of link targets. */
const builtIn: Readonly<Record<string, [kind: ItemResource['kind'], list: string]>> = {
  blog_article: ['article', '/v1/blog/articles'],
  kb_article: ['article', '/v1/kb/articles'],
  blog_category: ['named', '/v1/blog/categories'],
  author: ['named', '/v1/authors'],
  kb_collection: ['named', '/v1/kb/collections'],
  kb_section: ['named', '/v1/kb/sections'],
};

export const builtInTypes = Object.keys(builtIn);

/** Before the slug of a content type of the project that has the name of a built-in one. */
const ownPrefix = 'content:';

/** The slug of a content type of the project; null for a built-in one. */
export function ownSlugOf(type: string): string | null {
  if (type.startsWith(ownPrefix)) return type.slice(ownPrefix.length);
  return Object.hasOwn(builtIn, type) ? null : type;
}

/** What the tools call a content type of the project. */
export function typeNameOf(slug: string): string {
  return Object.hasOwn(builtIn, slug) ? `${ownPrefix}${slug}` : slug;
}

export function resourceOf(type: string): ItemResource {
  const slug = ownSlugOf(type);
  if (slug !== null) {
    const list = path`/v1/content/${slug}`;
    const one = (id: string | undefined) => (id === undefined ? list : list + path`/${id}`);
    return {
      kind: 'entry',
      list,
      create: `${list}/entries`,
      one,
      body: (values) => ({ values }),
      nothing: { values: {} },
    };
  }
  const [kind, list] = builtIn[type] ?? ['named', ''];
  const one = (id: string | undefined) => list + path`/${id ?? ''}`;
  return { kind, list, create: list, one, body: (values) => values, nothing: { seo: {} } };
}

/** Only entries and articles have a draft beside what readers see. */
export function draftOf({ kind }: ItemResource): { draft?: string } {
  return kind === 'named' ? {} : { draft: 'true' };
}

/**
 * What a holder of a secret key sees of an item in any state. Of what has drafts it is the answer of a change that
 * changes nothing and is only tried, which spends `write`.
 */
export function readDraft(ask: Ask, place: ItemResource, id: string | undefined): Promise<Json> {
  if (place.kind === 'named') return ask({ method: 'GET', path: place.one(id) });
  const query = { ...draftOf(place), dry_run: 'true' };
  return ask({ method: 'PATCH', path: place.one(id), query, body: place.nothing });
}

/** The same request, tried or for good at a revision. */
export function tried(request: ApiRequest): ApiRequest {
  return { ...request, query: { ...request.query, dry_run: 'true' } };
}

export function atRevision(request: ApiRequest, revision: number | null): ApiRequest {
  if (revision === null) return request;
  return { ...request, headers: { ...request.headers, 'If-Match': `"${revision}"` } };
}

/** Where an item stands, without its values. */
export function standing(type: string, answered: Json): Json {
  const { id, slug, title, name, status, revision, has_unpublished_changes, published_at, scheduled_for } =
    answered;
  const { warnings } = (answered['meta'] ?? {}) as { warnings?: unknown };
  const dates = { published_at, scheduled_for, publish_at: answered['publish_at'] };
  const told = {
    type,
    id,
    slug,
    title: title ?? name,
    status,
    revision,
    has_unpublished_changes,
    ...dates,
    warnings,
  };
  return Object.fromEntries(
    Object.entries(told).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Whether readers see the item, now or at a date. */
export function isLive({ kind }: ItemResource, { live_revision }: Json): boolean {
  return kind === 'named' || (live_revision !== null && live_revision !== undefined);
}
