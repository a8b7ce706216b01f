import { Type } from '@sinclair/typebox';
import type { Context } from 'koa';
import type { WantedImages } from '../../contract/images.ts';
import { problem } from '../../contract/problem.ts';
import { readBody } from './body.ts';
import { bodyChecker } from './body-check.ts';
import { imageParameters, readWantedImages } from './image-query.ts';
import { type CheckedQuery, queryReader } from './query.ts';
import type { Route } from './route.ts';

const noSearch = new URLSearchParams();
const noKeys = Type.Object({}, { additionalProperties: false });

/** The part of a route that says what it takes. */
export type RouteInputSpec = Pick<
  Route,
  'input' | 'filters' | 'dryRun' | 'aliases' | 'bodyOptional' | 'images'
> & {
  scope: string;
};

/** What a request asks of its route, checked. */
export interface RequestInput {
  /** For the route's `run`. */
  input: unknown;
  dryRun: boolean;
  releaseId: string | undefined;
  /** The sizes in which pictures are wanted; undefined where nothing was asked for. */
  images?: WantedImages | undefined;
  /** The same text for all spellings of path and query that ask for the same. */
  asked: string;
}

/**
 * Makes the reader of what a route is sent. `release` is read by the server: it binds the handle. Elsewhere it is
 * accepted and ignored (specification: query-parameters), so that what is asked there is the same whatever it says.
 */
export function inputReader(route: RouteInputSpec): (ctx: Context) => RequestInput {
  const readQuery = queryReader(route.input.query ?? noKeys, {
    filters: route.filters ?? false,
    alsoAllowed: [
      'release',
      ...(route.dryRun === true ? ['dry_run'] : []),
      ...(route.images === true ? imageParameters : []),
    ],
  });
  const checkBody = route.input.body === undefined ? null : bodyChecker(route.input.body, route.aliases);

  let withoutQuery: CheckedQuery | undefined; // most reads have none, and it is read alike each time

  return (ctx) => {
    const { querystring } = ctx;
    const { values, where } =
      querystring === '' ? (withoutQuery ??= frozen(readQuery(''))) : readQuery(querystring);
    const search = querystring === '' ? noSearch : new URLSearchParams(querystring);
    const body = readBody(ctx);
    const { params: path } = ctx as Context & { params: Record<string, string> };
    const releaseId = search.get('release') ?? undefined;
    const chosen = route.scope === 'release' ? releaseId : undefined;
    const images = route.images === true ? readWantedImages(search) : undefined;
    const filters = where.map(({ field, operator, value }) => [field, operator, value].map(String));
    return {
      input: {
        path,
        query: values,
        where,
        body: checkBody === null ? undefined : optionalBody(route, checkBody, body),
      },
      dryRun: readDryRun(search),
      releaseId,
      images,
      asked: JSON.stringify([
        path,
        chosen,
        Object.entries(values).sort(byText),
        filters.sort(byText),
        ...(images === undefined ? [] : [images]),
      ]),
    };
  };
}

/** Shared by all requests that have no query. */
function frozen(read: CheckedQuery): CheckedQuery {
  return { values: Object.freeze(read.values), where: Object.freeze(read.where) };
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
    throw problem('invalid_json', { why: 'it is missing' });
  return check(body ?? {});
}

function readDryRun(search: URLSearchParams): boolean {
  const value = search.get('dry_run');
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  throw problem('invalid_parameter', { name: 'dry_run', why: 'must be true or false' }, { param: 'dry_run' });
}
