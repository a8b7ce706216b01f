import { urlValue } from '../text/clip.ts';
import { filesElsewhere } from './request-errors.ts';

/** The variable parts of a path, encoded for a URL. */
export type PathParams = Readonly<Record<string, string>>;

/** A request without an endpoint that callers often send, and what to send instead. */
export interface PathMistake {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for variable parts, as in routes. */
  path: string;
  /** The kind of content type that the advice is for; absent for both. */
  typeKind?: 'singleton' | 'collection';
  /** Returns the whole message. */
  message: (params: PathParams, query: URLSearchParams) => string;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const entryVerbs = { GET: 'read', PUT: 'updated', PATCH: 'updated', DELETE: 'deleted' } as const;

function forMethods(
  list: readonly PathMistake['method'][],
  mistake: Omit<PathMistake, 'method'>,
): PathMistake[] {
  return list.map((method) => ({ ...mistake, method }));
}

function publishMistakes(path: string, typeKind?: PathMistake['typeKind']): PathMistake[] {
  return (['publish', 'unpublish'] as const).map((word) => ({
    method: 'POST',
    path: `${path}/${word}`,
    ...(typeKind === undefined ? {} : { typeKind }),
    message: (params) =>
      `To ${word}, PATCH ${fillPath(path, params)} with {"publish": ${word === 'publish'}}.`,
  }));
}

function fillPath(path: string, params: PathParams): string {
  return path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
}

const toCreateEntry = ({ type }: PathParams) => `To create an entry, POST to /v1/content/${type}/entries.`;
const noWebhooks = () => 'Webhooks are managed in the dashboard or with galley webhook.';

/** The first match counts. */
export const pathMistakes: readonly PathMistake[] = [
  { method: 'POST', path: '/v1/content/:type', typeKind: 'collection', message: toCreateEntry },
  { method: 'PUT', path: '/v1/content/:type/entries', typeKind: 'collection', message: toCreateEntry },
  ...publishMistakes('/v1/content/:type', 'singleton'),
  ...['/v1/content/:type/bulk', '/v1/content/:type/entries/bulk'].map((path) => ({
    method: 'POST' as const,
    path,
    typeKind: 'collection' as const,
    message: (params: PathParams) =>
      `To write several entries in one request, POST to /v1/bulk with operations for /v1/content/${params['type'] ?? ''}/entries.`,
  })),
  ...forMethods(['PUT', 'POST'], {
    path: '/v1/content/:type/:entryId',
    typeKind: 'collection',
    message: () => 'To change an entry, use PATCH and send only the values to change.',
  }),
  ...(['GET', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
    method,
    path: '/v1/content/:type/entries/:entryId',
    message: ({ type, entryId }: PathParams) =>
      `Entries are ${entryVerbs[method]} at /v1/content/${type}/${entryId}.`,
  })),
  ...publishMistakes('/v1/content/:type/:entryId', 'collection'),
  ...publishMistakes('/v1/blog/articles/:slug'),
  ...publishMistakes('/v1/kb/articles/:slug'),
  { method: 'POST', path: '/v1/media', message: () => filesElsewhere },
  {
    method: 'POST',
    path: '/v1/schema/content-types',
    message: () => 'To create a content type, PUT /v1/schema/content-types/{slug}.',
  },
  {
    method: 'POST',
    path: '/v1/schema/blocks',
    message: () => 'To create a block, PUT /v1/schema/blocks/{slug}.',
  },
  {
    method: 'DELETE',
    path: '/v1/schema/content-types/:type',
    message: () => 'Content types can only be deleted in the dashboard.',
  },
  {
    method: 'DELETE',
    path: '/v1/schema/blocks/:block',
    message: () => 'Blocks can only be deleted in the dashboard.',
  },
  {
    method: 'GET',
    path: '/v1/search',
    message: (_, query) => searchElsewhere('title', query.get('q')),
  },
  ...forMethods(methods, { path: '/v1/webhooks', message: noWebhooks }),
  ...forMethods(methods, { path: '/v1/webhooks/:id', message: noWebhooks }),
];

/** The advice for a search over entries, which doesn't exist. */
export function searchElsewhere(field: string, q: string | null): string {
  const example = `where[${field}][contains]=${urlValue(q ?? '...')}`;
  return `Search (q) covers blog and knowledge base lists. For entries, use ${example}.`;
}
