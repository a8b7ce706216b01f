import { Type } from '@sinclair/typebox';
import type { Context } from 'koa';
import type { ImageQuery } from '../../../contract/fields/images.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { readBody } from '../request/body.ts';
import { bodyChecker } from '../request/body-check.ts';
import { imageParameters, readRequestedImages } from './image-query.ts';
import { type LocaleParameters, localeParameters, readLocaleParameters } from './locale-query.ts';
import { type CheckedQuery, queryReader } from './query.ts';
import type { Route } from '../pipeline/route.ts';

const noSearch = new URLSearchParams();
const noKeys = Type.Object({}, { additionalProperties: false });

/** The part of a route that describes its input. */
export type RouteInputSpec = Pick<
  Route,
  | 'input'
  | 'filters'
  | 'dryRun'
  | 'aliases'
  | 'bodyHint'
  | 'bodyOptional'
  | 'images'
  | 'locales'
  | 'readsLater'
> & {
  scope: string;
};

/** The validated input of a request. */
export interface RequestInput {
  /** The input of the route's `run`. */
  input: unknown;
  dryRun: boolean;
  releaseId: string | undefined;
  /** The requested image sizes; undefined without any. */
  images?: ImageQuery | undefined;
  /** The requested locales; undefined without any. */
  locales?: LocaleParameters | undefined;
  /** The requested later time, as sent; only in previews. */
  at?: string | undefined;
  /** One text for all spellings of the same path and query; part of the cache key. */
  canonicalText: string;
}

/** The validated part of a query string. */
interface QueryPart extends CheckedQuery {
  search: URLSearchParams;
  releaseId: string | undefined;
  images: ImageQuery | undefined;
  locales: LocaleParameters | undefined;
  /** One text for all spellings of the same query. */
  canonicalText: string;
}

/**
 * Creates the reader of a route's input. The server reads `release` itself, because it binds the database handle; routes
 * without a release accept and ignore it (specification: query-parameters).
 *
 * @param alsoAccepted - further parameters that change the response without being values of the route; each becomes part
 * of the key of the response cache.
 */
export function inputReader(
  route: RouteInputSpec,
  alsoAccepted: readonly string[] = [],
): (ctx: Context) => RequestInput {
  const readQuery = queryReader(route.input.query ?? noKeys, {
    filters: route.filters ?? false,
    alsoAllowed: [...serverParameters(route), ...alsoAccepted],
  });
  const checkBody =
    route.input.body === undefined ? null : bodyChecker(route.input.body, route.aliases, route.bodyHint);

  const readPart = (querystring: string): QueryPart => {
    const { values, accepted, where } = readQuery(querystring);
    const search = querystring === '' ? noSearch : new URLSearchParams(querystring);
    const releaseId = search.get('release') ?? undefined;
    const images = route.images === true ? readRequestedImages(search) : undefined;
    const locales = readLocaleParameters(route, accepted);
    const filters = where.map(({ field, operator, value }) => [field, operator, value].map(String));
    const canonicalText = JSON.stringify([
      cacheKeyParameters(route, accepted),
      Object.entries(values).sort(byText),
      filters.sort(byText),
      ...(images === undefined ? [] : [images]),
    ]);
    return { values, accepted, where, search, releaseId, images, locales, canonicalText };
  };
  let emptyPart: QueryPart | undefined; // most reads have none, and its result is always the same

  return (ctx) => {
    const { querystring } = ctx;
    const part = querystring === '' ? (emptyPart ??= freezePart(readPart(''))) : readPart(querystring);
    const { values: query, where, search, releaseId, images, locales, accepted } = part;
    const { params: path } = ctx as Context & { params: Record<string, string> };
    const body = checkBody === null ? undefined : optionalBody(route, checkBody, readBody(ctx));
    const dryRun = readDryRun(search);
    const canonicalText = `${JSON.stringify(path)} ${part.canonicalText}`;
    const input = { path, query, where, body };
    return { input, dryRun, releaseId, images, locales, at: accepted['at'], canonicalText };
  };
}

/** Every accepted parameter is in the key, except those whose spelling or value can't change the response. */
function cacheKeyParameters(
  route: RouteInputSpec,
  accepted: CheckedQuery['accepted'],
): (readonly [string, string])[] {
  const ignored = ['dry_run', ...imageParameters, ...(route.scope === 'release' ? [] : ['release'])];
  return Object.entries(accepted)
    .filter(([name]) => !ignored.includes(name))
    .sort(byText);
}

/** The parameters that the server itself reads. */
function serverParameters(route: RouteInputSpec): string[] {
  const { dryRun, images, readsLater } = route;
  return [
    'release',
    ...(dryRun === true ? ['dry_run'] : []),
    ...(images === true ? imageParameters : []),
    ...localeParameters(route),
    ...(readsLater === true ? ['at'] : []),
  ];
}

/** All query parameters of a route by name, filters aside. */
export function knownParameters(route: RouteInputSpec): string[] {
  return [...Object.keys(route.input.query?.properties ?? {}), ...serverParameters(route)];
}

/** Shared by all requests that have no query. */
function freezePart(part: QueryPart): QueryPart {
  return { ...part, values: Object.freeze(part.values), where: Object.freeze(part.where) };
}

function byText(a: readonly unknown[], b: readonly unknown[]): number {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

function optionalBody(
  route: RouteInputSpec,
  check: (body: Record<string, unknown>) => unknown,
  body?: Record<string, unknown>,
): unknown {
  if (body === undefined && route.bodyOptional !== true)
    throw apiError('invalid_json', { why: 'it is missing' });
  return check(body ?? {});
}

function readDryRun(search: URLSearchParams): boolean {
  const value = search.get('dry_run');
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  throw apiError(
    'invalid_parameter',
    { name: 'dry_run', why: 'must be true or false' },
    { param: 'dry_run' },
  );
}
