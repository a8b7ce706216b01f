import type { TSchema } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';
import type { BodyAdvice, BodyHint } from '../../../contract/errors/body-hints.ts';
import { jsonType } from '../../../contract/fields/json.ts';
import { combineErrors, apiError, ApiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import { compile } from '../query/compile.ts';
import type { Aliases } from '../pipeline/route.ts';

/** The maximum number of errors in one response. */
const reportedMax = 20;

/**
 * Creates the check of a route's body. Every error is reported by name, in the order of the schema's fields
 * (specification: several-faults).
 */
export function bodyChecker(
  schema: TSchema,
  aliases: Aliases = {},
  hint?: BodyHint,
): (body: Record<string, unknown>) => unknown {
  const check = compile(schema, 'body');
  const order = Object.keys((schema['properties'] as object | undefined) ?? {});

  return (sentBody) => {
    const body = withCanonicalNames(sentBody, aliases);
    if (check(body)) return body;
    const errors = [...errorsByParam(check.errors(body))].sort(([a], [b]) => rank(order, a) - rank(order, b));
    const reported = errors
      .slice(0, reportedMax)
      .map(([param, error]) => toFieldError(error, param, { body, hint }));
    throw combineErrors(reported) ?? apiError('invalid_json', { why: 'it does not have the expected form' });
  };
}

/** The first error of each position in the body, by the name of the position. */
function errorsByParam(errors: readonly ErrorObject[]): Map<string, ErrorObject> {
  const isHidden = hiddenErrors(errors);
  const byParam = new Map<string, ErrorObject>();
  for (const error of errors) {
    if (isHidden(error)) continue;
    const param = paramOf(error);
    if (param !== null && !byParam.has(param)) byParam.set(param, error);
  }
  return byParam;
}

function withCanonicalNames(sentBody: Record<string, unknown>, aliases: Aliases): Record<string, unknown> {
  const aliasesInBody = Object.keys(aliases).filter((name) => Object.hasOwn(sentBody, name));
  if (aliasesInBody.length === 0) return sentBody;
  const body = { ...sentBody };
  for (const name of aliasesInBody) {
    const canonical = aliases[name] ?? name;
    if (Object.hasOwn(sentBody, canonical)) {
      const why = `it was sent twice, as "${canonical}" and as "${name}"`;
      throw apiError('invalid_field_value', { name: canonical, why }, { param: canonical });
    }
    body[canonical] = body[name];
    delete body[name];
  }
  return body;
}

/**
 * Returns which errors are not reported: those of one branch of a choice, which is reported as a whole, and those of
 * items in a list that is too long. Takes linear time.
 */
function hiddenErrors(errors: readonly ErrorObject[]): (error: ErrorObject) => boolean {
  const choices = new Set<string>();
  const tooLong = new Set<string>();
  for (const { keyword, instancePath, schemaPath } of errors) {
    if (keyword === 'anyOf') choices.add(`${instancePath}\n${schemaPath}`);
    if (keyword === 'maxItems') tooLong.add(instancePath);
  }
  return ({ instancePath, schemaPath }) =>
    headsOf(schemaPath).some((head) => choices.has(`${instancePath}\n${head}`)) ||
    (tooLong.size > 0 && headsOf(instancePath).some((head) => tooLong.has(head)));
}

/** `/a/b/c` -> ``, `/a`, `/a/b`. */
function headsOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}

/** The name of an error's position (specification: several-faults); null if other errors describe it better. */
function paramOf({ keyword, params, parentSchema, instancePath }: ErrorObject): string | null {
  // Items of plain lists are named by the list's own key; their schemas have `x-item`.
  const isItem = parentSchema?.['x-item'] === true;
  const at = isItem ? pathOf(instancePath).replace(/\[\d+\]$/, '') : pathOf(instancePath);
  if (isUnknownKey(keyword)) return join(at, unknownKeyOf(params));
  if (keyword === 'required' && !isItem) return join(at, String(params['missingProperty']));
  return ['anyOf', 'oneOf', 'if'].includes(keyword) && at === '' ? null : at;
}

function isUnknownKey(keyword: string): boolean {
  return keyword === 'additionalProperties' || keyword === 'unevaluatedProperties';
}

function unknownKeyOf(params: ErrorObject['params']): string {
  return String(params['additionalProperty'] ?? params['unevaluatedProperty']);
}

interface SentBody {
  body: Record<string, unknown>;
  hint: BodyHint | undefined;
}

function toFieldError(error: ErrorObject, param: string, { body, hint }: SentBody): ApiError {
  const { keyword, params, parentSchema, instancePath } = error;
  const advise = (name: string, suggestion?: string): BodyAdvice | undefined => {
    if (instancePath === '') return hint?.(name, body, suggestion);
    const [, code] = /^\/locales\/([^/]+)$/.exec(instancePath) ?? [];
    if (code === undefined) return undefined;
    return hint?.(name, valueAt(body, instancePath) as Record<string, unknown>, suggestion, code);
  };
  if (isUnknownKey(keyword)) {
    const name = unknownKeyOf(params);
    const keys = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
    const suggestion = didYouMean(name, keys);
    const advice = advise(name, suggestion);
    const hints = { param, did_you_mean: advice?.did_you_mean ?? suggestion, available_fields: keys };
    return withAdvice(apiError('unknown_field', { name }, hints), advice);
  }
  if (keyword === 'required' && parentSchema?.['x-item'] !== true) {
    const name = String(params['missingProperty']);
    // An operation of a bulk request without `method` or `path` is an invalid value, like one with a wrong path.
    if (parentSchema?.['x-operation'] === true)
      return apiError('invalid_field_value', { name: param, why: 'it is missing' }, { param });
    const advice = advise(name);
    return withAdvice(apiError('missing_required_field', { name }, { param }), advice);
  }
  const got = jsonType(valueAt(body, instancePath));
  const expected = expectedBy(error);
  const why = `it must be ${expected}`;
  return apiError('invalid_field_value', { name: param, why }, { param, expected, got });
}

function withAdvice(error: ApiError, advice: BodyAdvice | undefined): ApiError {
  return advice === undefined ? error : new ApiError(error.code, advice.message, error.hints);
}

function expectedBy({ keyword, params, message, parentSchema }: ErrorObject): string {
  const description: unknown = parentSchema?.['description'];
  if (typeof description === 'string') return description;
  switch (keyword) {
    case 'type':
      return String(params['type']).replace(/,/g, ' or ');
    case 'enum':
      return `one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'anyOf':
      return (parentSchema?.['anyOf'] as Branch[]).map(nameOfBranch).join(' or ');
    case 'const':
      return JSON.stringify(params['allowedValue']);
    case 'maxLength':
      return `at most ${String(params['limit'])} characters`;
    case 'minLength':
      return `at least ${String(params['limit'])} characters`;
    case 'maxItems':
      return `at most ${String(params['limit'])} items`;
    default:
      return (message ?? 'another value').replace(/^must (be|match|NOT have) /, '');
  }
}

interface Branch {
  const?: unknown;
  type?: string;
}

function nameOfBranch({ const: only, type }: Branch): string {
  return only === undefined ? String(type) : JSON.stringify(only);
}

/** `/fields/2/type` -> `fields[2].type`. */
function pathOf(pointer: string): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
  return steps.reduce(
    (path, step) => (/^\d+$/.test(step) && path !== '' ? `${path}[${step}]` : join(path, step)),
    '',
  );
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function valueAt(body: unknown, pointer: string): unknown {
  let value = body;
  for (const step of pointer.split('/').slice(1))
    value = (value as Record<string, unknown> | undefined)?.[step];
  return value;
}

function rank(order: readonly string[], param: string): number {
  const first = param.split(/[.[]/)[0] ?? '';
  const index = order.indexOf(first);
  return index === -1 ? order.length : index;
}
