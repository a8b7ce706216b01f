import type { TObject } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { combineErrors, apiError, type ApiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import { compile } from './compile.ts';

/** One filter of a request: `where[price][gte]=10` has field price, operator gte, value "10". */
export interface WhereFilter {
  field: string;
  operator: string;
  value: string;
  /** The parameter as it was written, for errors. */
  param: string;
}

export interface CheckedQuery {
  values: Record<string, unknown>;
  /** The parameters of `alsoAllowed` that the request sent. */
  accepted: Readonly<Record<string, string>>;
  where: readonly WhereFilter[];
}

/** Parameters with an error code of their own in the specification. */
const ownCodes: Readonly<Record<string, ErrorCode>> = {
  limit: 'invalid_limit',
  offset: 'invalid_offset',
  cursor: 'invalid_cursor',
};

const wherePattern = /^where\[([^[\]]*)\](?:\[([^[\]]*)\])?$/;
const ignored = /^(_|utm_)/;
/** JavaScript would also parse 0x10, 1e1 and blanks as numbers. */
const decimal = /^-?\d+$/;

/**
 * Creates the reader of a route's query string (specification: query-parameters). Unknown parameters, repeated ones and
 * invalid values are rejected by name. The server itself reads the parameters of `alsoAllowed`.
 */
export function queryReader(
  schema: TObject,
  options: { filters: boolean; alsoAllowed: readonly string[] },
): (search: string) => CheckedQuery {
  const check = compile(schema, 'text');
  const parameterNames = Object.keys(schema.properties);
  const integers = parameterNames.filter((name) => schema.properties[name]?.['type'] === 'integer');

  return (search) => {
    const values: Record<string, unknown> = {};
    const accepted: Record<string, string> = {};
    const where: WhereFilter[] = [];
    const names = new Set<string>();
    for (const [name, value] of new URLSearchParams(search)) {
      if (ignored.test(name)) continue;
      const filter = options.filters ? wherePattern.exec(name) : null;
      const canonical = filter ? `where[${filter[1]}][${filter[2] ?? 'eq'}]` : name;
      if (names.has(canonical)) throw invalid(name, 'occurs more than once');
      names.add(canonical);
      if (!value.isWellFormed() || value.includes('\u0000'))
        throw invalid(name, 'contains a character that is not valid in text');
      if (filter) where.push({ field: filter[1] ?? '', operator: filter[2] ?? 'eq', value, param: name });
      else if (parameterNames.includes(name)) values[name] = value;
      else if (options.alsoAllowed.includes(name)) accepted[name] = value;
      else {
        const candidates = [...parameterNames, ...options.alsoAllowed];
        throw apiError(
          'unknown_parameter',
          { name },
          { param: name, did_you_mean: didYouMean(name, candidates) },
        );
      }
    }
    const invalidInteger = integers.find((name) => name in values && !decimal.test(String(values[name])));
    if (invalidInteger !== undefined) throw parameterError(invalidInteger, 'takes a whole number');
    if (!check(values)) throw toQueryError(check.errors(values), schema);
    return { values, accepted, where };
  };
}

function toQueryError(errors: readonly ErrorObject[], schema: TObject): ApiError {
  const queryErrors: ApiError[] = [];
  for (const error of errors) {
    const name = error.instancePath.slice(1) || String(error.params['missingProperty'] ?? '');
    if (queryErrors.some((queryError) => queryError.hints.param === name)) continue;
    const description: unknown = schema.properties[name]?.['description'];
    queryErrors.push(parameterError(name, whyInvalid(error, description)));
  }
  return combineErrors(queryErrors) ?? invalid('query', 'has a value that is not valid');
}

function whyInvalid({ keyword, message }: ErrorObject, description: unknown): string {
  const takes = typeof description === 'string' ? `takes ${description}` : null;
  if (keyword === 'required') return takes === null ? 'is missing' : `is missing. It ${takes}`;
  return takes ?? message ?? 'has a value that is not valid';
}

function parameterError(name: string, why: string): ApiError {
  const code = ownCodes[name];
  return code === undefined ? invalid(name, why) : apiError(code, {}, { param: name });
}

function invalid(name: string, why: string): ApiError {
  return apiError('invalid_parameter', { name, why }, { param: name });
}
