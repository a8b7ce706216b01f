import type { Step } from './request-state.ts';
import { type ErrorCode, errors } from '../../../contract/errors/errors.ts';
import { ApiError } from '../../../contract/errors/api-error.ts';
import type { DashboardRoute } from '../dashboard/dashboard-route.ts';
import type { Method, Route } from './route.ts';

const commonCodes: readonly ErrorCode[] = [
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
const bodyCodes: readonly ErrorCode[] = [
  'unsupported_media_type',
  'payload_too_large',
  'invalid_json',
  'missing_required_field',
  'invalid_field_value',
  'unknown_field',
];
const filterCodes: readonly ErrorCode[] = ['unknown_filter_field', 'unsupported_filter_operator'];
const pagingCodes = { limit: 'invalid_limit', offset: 'invalid_offset', cursor: 'invalid_cursor' } as const;
const idempotencyCodes: readonly ErrorCode[] = [
  'invalid_idempotency_key',
  'idempotency_key_reused',
  'idempotency_in_progress',
];

/** Every error code that a route can return, in the order of the catalog: those of the steps, and its own. */
export function errorsOf(route: Route): ErrorCode[] {
  const { key, method, scope, input, filters, locales, errors: routeErrors } = route;
  const query = input.query?.properties ?? {};
  const codes = new Set<ErrorCode>([
    ...commonCodes,
    ...(key === 'secret' ? (['secret_key_required'] as const) : []),
    ...(method === 'GET' ? (['query_too_expensive'] as const) : []),
    ...(method === 'POST' ? idempotencyCodes : []),
    ...(scope === 'release' ? (['unknown_release', 'release_not_ready'] as const) : []),
    ...(input.body === undefined ? [] : bodyCodes),
    ...(filters === true ? filterCodes : []),
    ...(locales === undefined ? [] : (['unknown_locale'] as const)),
    ...(locales === 'item' || locales === 'list-or-item' ? (['secret_key_required'] as const) : []),
    ...Object.entries(pagingCodes).flatMap(([name, code]) => (name in query ? [code] : [])),
    ...(routeErrors ?? []),
  ]);
  return (Object.keys(errors) as ErrorCode[]).filter((code) => codes.has(code));
}

/** Fails in tests if a route returns an error code that it doesn't declare, so that documents stay correct. */
export function checkErrorCodes(route: Route): Step {
  const declared = new Set([...errorsOf(route), 'role_required', 'scope_required']); // for members and narrowed keys, whose owners decide
  return async (_ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const apiErrors = thrown instanceof ApiError ? [thrown, ...ownErrors(thrown)] : [];
      const undeclaredError = apiErrors.find(({ code }) => !declared.has(code));
      if (undeclaredError === undefined || route.errors === undefined) throw thrown;
      throw undeclaredCode(route, undeclaredError);
    }
  };
}

/** The further errors of the route itself. Those of a bulk request belong to the routes of its operations. */
function ownErrors({ code, others }: ApiError): readonly ApiError[] {
  return code === 'bulk_rejected' ? [] : others;
}

/** The work of a dashboard route. In tests it fails for a code that the route doesn't declare. */
export function checkedRun(route: DashboardRoute): DashboardRoute['run'] {
  return async (context, input) => {
    try {
      return await route.run(context, input);
    } catch (thrown) {
      const { errors, needs } = route;
      if (!(thrown instanceof ApiError) || thrown.status >= 500) throw thrown;
      const isOfMember = needs !== undefined && thrown.code === 'role_required'; // depends on the grant of the member
      if (isOfMember || errors?.includes(thrown.code) !== false) throw thrown;
      throw undeclaredCode(route, thrown);
    }
  };
}

function undeclaredCode({ method, path }: { method: Method; path: string }, { code }: ApiError): Error {
  return new Error(`${method} ${path} returned ${code}, which its "errors" do not list`);
}
