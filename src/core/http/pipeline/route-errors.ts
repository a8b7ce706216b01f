import type { Step } from './request-state.ts';
import { type ErrorCode, errors } from '../../../contract/errors/errors.ts';
import { ApiError } from '../../../contract/errors/api-error.ts';
import type { DashboardRoute } from '../dashboard/dashboard-route.ts';
import type { Method, Route } from './route.ts';

const always: readonly ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'key_expired',
  'origin_not_allowed',
  'rate_limited',
  'invalid_parameter',
  'unknown_parameter',
  'internal_error',
  'temporarily_unavailable',
];
const withBody: readonly ErrorCode[] = [
  'unsupported_media_type',
  'payload_too_large',
  'invalid_json',
  'missing_required_field',
  'invalid_field_value',
  'unknown_field',
];
const withFilters: readonly ErrorCode[] = ['unknown_filter_field', 'unsupported_filter_operator'];
const ofPaging = { limit: 'invalid_limit', offset: 'invalid_offset', cursor: 'invalid_cursor' } as const;
const ofIdempotency: readonly ErrorCode[] = [
  'invalid_idempotency_key',
  'idempotency_key_reused',
  'idempotency_in_progress',
];

/** Every code that a route can answer, in the catalogue's order: those of the way to it, and its own. */
export function errorsOf(route: Route): ErrorCode[] {
  const { key, method, scope, input, filters, errors: own } = route;
  const query = input.query?.properties ?? {};
  const possible = new Set<ErrorCode>([
    ...always,
    ...(key === 'secret' ? (['secret_key_required'] as const) : []),
    ...(method === 'GET' ? (['query_too_expensive'] as const) : []),
    ...(method === 'POST' ? ofIdempotency : []),
    ...(scope === 'release' ? (['unknown_release', 'release_not_ready'] as const) : []),
    ...(input.body === undefined ? [] : withBody),
    ...(filters === true ? withFilters : []),
    ...Object.entries(ofPaging).flatMap(([name, code]) => (name in query ? [code] : [])),
    ...(own ?? []),
  ]);
  return (Object.keys(errors) as ErrorCode[]).filter((code) => possible.has(code));
}

/** Fails when a route answers a code that it does not declare, so that documents cannot drift; on in tests. */
export function declaredOnly(route: Route): Step {
  const declared = new Set([...errorsOf(route), 'role_required', 'scope_required']); // of members and narrowed keys, by their owner's choice
  return async (_ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const faults = thrown instanceof ApiError ? [thrown, ...thrown.others] : [];
      const strange = faults.find(({ code }) => !declared.has(code));
      if (strange === undefined || route.errors === undefined) throw thrown;
      throw undeclared(route, strange);
    }
  };
}

/** The work of a route of the dashboard, held in the same way to the codes that it names; on in tests. */
export function checkedRun(route: DashboardRoute): DashboardRoute['run'] {
  return async (context, input) => {
    try {
      return await route.run(context, input);
    } catch (thrown) {
      const { errors } = route;
      if (!(thrown instanceof ApiError) || thrown.status >= 500 || errors?.includes(thrown.code) !== false)
        throw thrown;
      throw undeclared(route, thrown);
    }
  };
}

function undeclared({ method, path }: { method: Method; path: string }, { code }: ApiError): Error {
  return new Error(`${method} ${path} answered ${code}, which its "errors" do not name`);
}
