import type { TSchema } from '@sinclair/typebox';
import type { ErrorObject } from 'ajv';
import { joinProblems, problem, type Problem } from '../../contract/problem.ts';
import { didYouMean } from '../../contract/suggest.ts';
import { compile } from './compile.ts';
import type { Aliases } from './route.ts';

/** Makes the check of a route's body: every fault by name, in the order of the schema's fields (contract, section 5). */
export function bodyChecker(
  schema: TSchema,
  aliases: Aliases = {},
): (body: Record<string, unknown>) => unknown {
  const check = compile(schema, 'json');
  const order = Object.keys((schema['properties'] as object | undefined) ?? {});

  return (sent) => {
    const body = withCanonicalNames(sent, aliases);
    if (check(body)) return body;
    const faults = (check.errors ?? [])
      .filter((error, _i, all) => !isBranch(error, all))
      .map((error) => faultOf(error, body))
      .filter((fault) => fault !== null);
    const unique = faults.filter((fault, i) => faults.findIndex((other) => sameFault(fault, other)) === i);
    unique.sort((a, b) => rank(order, a) - rank(order, b));
    throw joinProblems(unique) ?? problem('invalid_json', { why: 'it does not have the expected form' });
  };
}

function withCanonicalNames(sent: Record<string, unknown>, aliases: Aliases): Record<string, unknown> {
  const used = Object.keys(aliases).filter((name) => Object.hasOwn(sent, name));
  if (used.length === 0) return sent;
  const body = { ...sent };
  for (const name of used) {
    const canonical = aliases[name] ?? name;
    if (Object.hasOwn(sent, canonical)) {
      const why = `it was sent twice, as "${canonical}" and as "${name}"`;
      throw problem('invalid_field_value', { name: canonical, why }, { param: canonical });
    }
    body[canonical] = body[name];
    delete body[name];
  }
  return body;
}

/** Whether the fault is that of one branch of a choice, which is told as a whole. */
function isBranch({ schemaPath, instancePath }: ErrorObject, all: readonly ErrorObject[]): boolean {
  return all.some(
    (other) =>
      other.keyword === 'anyOf' &&
      other.instancePath === instancePath &&
      schemaPath.startsWith(`${other.schemaPath}/`),
  );
}

function faultOf(error: ErrorObject, body: unknown): Problem | null {
  // Items of plain lists are named by the list's own key (contract, section 5); their schemas say `x-item`.
  const isItem = error.parentSchema?.['x-item'] === true;
  const at = isItem ? pathOf(error.instancePath).replace(/\[\d+\]$/, '') : pathOf(error.instancePath);
  if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
    const name = String(error.params['additionalProperty'] ?? error.params['unevaluatedProperty']);
    const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {});
    return problem(
      'unknown_field',
      { name },
      { param: join(at, name), did_you_mean: didYouMean(name, known), available_fields: known },
    );
  }
  if (error.keyword === 'required' && !isItem) {
    const name = String(error.params['missingProperty']);
    return problem('missing_required_field', { name }, { param: join(at, name) });
  }
  if (['anyOf', 'oneOf', 'if'].includes(error.keyword) && at === '') return null;
  const value = valueAt(body, error.instancePath);
  const expected = expectedBy(error);
  return problem(
    'invalid_field_value',
    { name: at, why: `it must be ${expected}` },
    { param: at, expected, got: kindOf(value) },
  );
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

/** The JSON type of a value as errors name it. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
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

function sameFault(a: Problem, b: Problem): boolean {
  return a.hints.param === b.hints.param;
}

function rank(order: readonly string[], fault: Problem): number {
  const first = (fault.hints.param ?? '').split(/[.[]/)[0] ?? '';
  const index = order.indexOf(first);
  return index === -1 ? order.length : index;
}
