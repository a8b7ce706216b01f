import { ApiError, apiError, combineErrors } from '../../contract/errors/api-error.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import {
  checkNeed,
  errorEnvelope,
  inputReader,
  type Route,
  RouteResponse,
  RouteTable,
  writesBeyondLocales,
} from '../../core/http/index.ts';
import type { Operation, OperationResult } from './schema.ts';

/** An operation with its endpoint. */
export interface PlannedOperation {
  index: number;
  operation: Operation;
  route: Route;
  params: Record<string, string>;
}

type ReadInput = ReturnType<typeof inputReader>;

/** The endpoints that a bulk request can contain. */
export class BulkRoutes {
  readonly #table: RouteTable<Route>;
  readonly #readers = new Map<Route, ReadInput>();

  constructor(routes: readonly Route[]) {
    this.#table = new RouteTable(routes.filter(({ bulk }) => bulk !== undefined));
  }

  /** Finds the endpoint of each operation. @throws invalid_field_value with all errors, before any operation runs */
  plan(operations: readonly Operation[]): PlannedOperation[] {
    const errors: ApiError[] = [];
    const plan = operations.flatMap((operation, index): PlannedOperation[] => {
      const match = this.#table.find(operation.method, operation.path);
      if (match !== null && !operation.path.includes('?')) return [{ index, operation, ...match }];
      errors.push(this.#planError(operation, index));
      return [];
    });
    const combined = combineErrors(errors);
    if (combined !== null) throw combined;
    return plan;
  }

  #planError({ method, path }: Operation, index: number): ApiError {
    const at = `operations[${index}]`;
    if (path.includes('?')) {
      const why = 'a path in a bulk request has no query string; send it on the bulk request';
      return apiError('invalid_field_value', { name: `${at}.path`, why }, { param: `${at}.path` });
    }
    const methods = this.#table.at(path).map((route) => route.method);
    const name = methods.length > 0 ? `${at}.method` : `${at}.path`;
    const why =
      methods.length > 0
        ? `a bulk request can use ${methods.join(', ')} there`
        : 'a bulk request writes entries, singletons, articles, authors, categories, collections and sections';
    return apiError('invalid_field_value', { name, why }, { param: name, got: method });
  }

  /** Runs one operation like its single request. @throws errors of the endpoint, scope_required */
  async run(
    context: ReleaseContext,
    { index, operation, route, params }: PlannedOperation,
    draft: boolean,
  ): Promise<OperationResult> {
    const { area, needs: permission } = route;
    checkNeed(context.caller, {
      permission,
      isShared: writesBeyondLocales(route),
      ...(area === 'any' ? {} : { area }),
      ...(params['type'] === undefined ? {} : { type: params['type'] }),
    });
    const takesDraft = route.input.query?.properties['draft'] !== undefined;
    const { input } = this.#reader(route)({
      querystring: draft && takesDraft ? 'draft=true' : '',
      params,
      request: { body: operation.body },
    } as never);
    const ifMatch = operation.if_match ?? null;
    const output = await route.run({ ...context, ifMatch, summarizes: true }, input);
    return resultOf(index, { route, output, dryRun: context.dryRun });
  }

  #reader(route: Route): ReadInput {
    const reader = this.#readers.get(route) ?? inputReader(route);
    this.#readers.set(route, reader);
    return reader;
  }
}

interface Summary {
  id?: string;
  slug?: string | null;
  revision?: number;
  meta?: { warnings?: OperationResult['warnings'] };
}

function resultOf(
  index: number,
  { route, output, dryRun }: { route: Route; output: unknown; dryRun: boolean },
): OperationResult {
  const response = output instanceof RouteResponse ? output : new RouteResponse(output, {});
  const { status, location, revision: itemRevision } = response.details;
  const { id, slug, revision = itemRevision, meta } = (response.body ?? {}) as Summary;
  const warnings = meta?.warnings ?? [];
  return {
    index,
    status: status ?? route.status ?? 200,
    ...(id === undefined || dryRun ? {} : { id }),
    ...(typeof slug === 'string' ? { slug } : {}),
    ...(revision === undefined ? {} : { revision }),
    ...(location === undefined || dryRun ? {} : { location }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

/** The result of a failed operation, with the keys of the error envelope. */
export function rejectedResult(index: number, rejection: ApiError, context: ReleaseContext): OperationResult {
  const { error } = errorEnvelope(rejection, context) as { error: Record<string, unknown> };
  const { type: _type, request_id: _requestId, ...keys } = error;
  return { index, status: rejection.status, error: keys as NonNullable<OperationResult['error']> };
}
