import { Type } from '@sinclair/typebox';
import type { Context } from 'koa';
import { problem } from '../../contract/problem.ts';
import { readBody } from './body.ts';
import { bodyChecker } from './body-check.ts';
import { queryReader } from './query.ts';
import type { Route } from './route.ts';

const noKeys = Type.Object({}, { additionalProperties: false });

/** The part of a route that says what it takes. */
export type Taking = Pick<Route, 'input' | 'filters' | 'dryRun' | 'aliases' | 'bodyOptional'>;

export interface ReadInput {
  input: unknown;
  dryRun: boolean;
  releaseId: string | undefined;
}

/** Makes the reader of a route's input. `release` is read by the server: it binds the handle. Elsewhere it is accepted and ignored (contract, section 4). */
export function inputReader(route: Taking): (ctx: Context) => ReadInput {
  const readQuery = queryReader(route.input.query ?? noKeys, {
    filters: route.filters ?? false,
    alsoAllowed: route.dryRun === true ? ['release', 'dry_run'] : ['release'],
  });
  const checkBody = route.input.body === undefined ? null : bodyChecker(route.input.body, route.aliases);

  return (ctx) => {
    const { values, where } = readQuery(ctx.querystring);
    const search = new URLSearchParams(ctx.querystring);
    const body = readBody(ctx.request.body);
    const path = (ctx as Context & { params: Record<string, string> }).params;
    return {
      input: {
        path,
        query: values,
        where,
        body: checkBody === null ? undefined : optionalBody(route, checkBody, body),
      },
      dryRun: readDryRun(search),
      releaseId: search.get('release') ?? undefined,
    };
  };
}

function optionalBody(
  route: Taking,
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
  throw problem('invalid_parameter', { name: 'dry_run', why: 'is true or false' }, { param: 'dry_run' });
}
