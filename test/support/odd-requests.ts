import fc from 'fast-check';
import { oddBody } from './odd-bodies.ts';

/** A route as the network sees it, with what is behind its path and who may enter. */
export interface RequestTarget {
  method: string;
  /** With `:name` for the variable parts. */
  path: string;
  variables: Record<string, string>;
  goodBody: object;
  headers: Record<string, string>;
}

export interface OddRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

const oddTexts = [
  '',
  ' ',
  '%',
  '%00',
  '%ff',
  '%E0%A4%A',
  '..%2f..%2f',
  '$where',
  '$gt',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '99999999999999999999',
  '0x1F',
  '[]',
  '{}',
  '{"$ne":null}',
  "' OR 1=1 --",
  '<script>',
  '%F0%9F%98%80',
  '%ED%A0%80',
  '😀'.repeat(3),
  'a'.repeat(3_000),
  '\\,',
  '.*',
  '(',
  '2026-02-30',
  'ent_',
  `ent_${'0'.repeat(26)}`,
  'rel_x',
];
const plausible = ['5', 'true', 'title', '-n', 'permanent', 'a,b'];
const operators = 'eq ne gt gte lt lte in contains starts_with is_null regex __proto__'.split(' ');
const parameters = 'limit cursor offset sort ids count release media_urls dry_run q since _x'.split(' ');
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'];

/** A value in most requests as it should be, in some anything else. */
function mostly<T>(right: T, others: fc.Arbitrary<T>, oneIn = 10): fc.Arbitrary<T> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: others });
}

function oddQuery(fields: readonly string[]): fc.Arbitrary<string> {
  const value = fc.oneof(fc.constantFrom(...plausible), fc.constantFrom(...oddTexts));
  const plain = fc.tuple(fc.constantFrom(...parameters, ...oddTexts), value).map((pair) => pair.join('='));
  const operator = fc.constantFrom('', ...operators.map((name) => `[${name}]`), '[');
  const where = fc
    .tuple(fc.constantFrom(...fields), operator, value)
    .map(([field, how, what]) => `where[${field}]${how}=${what}`);
  return fc
    .array(fc.oneof(plain, where), { maxLength: 3 })
    .map((parts) => (parts.length === 0 ? '' : `?${parts.join('&')}`));
}

const oddHeaders = fc.record(
  {
    'Content-Type': mostly('application/json', fc.constantFrom('text/plain', 'x', ''), 20),
    'If-Match': fc.constantFrom('*', '"1"', 'x', '"', 'W/'),
    'If-None-Match': fc.constantFrom('*', '"x"', ',,,'),
    Authorization: fc.constantFrom('', 'Bearer', 'Bearer x', 'Basic x', `Bearer ${'s'.repeat(500)}`),
    Origin: fc.constantFrom('null', 'https://x', '%%%'),
    'Idempotency-Key': fc.constantFrom('k', '', 'x'.repeat(256)),
    Cookie: fc.constantFrom('', '=', `galley_session=${'x'.repeat(3_000)}`),
  },
  { requiredKeys: ['Content-Type'] },
);
/** Most requests carry none of the rarer headers. */
const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ 'Content-Type': 'application/json' }) },
  { weight: 1, arbitrary: oddHeaders },
);

/** Requests to one route, odd in some of their parts. */
export function oddRequestTo(target: RequestTarget, fields: readonly string[]): fc.Arbitrary<OddRequest> {
  const variables = Object.entries(target.variables).map(([name, value]) =>
    fc.tuple(fc.constant(name), mostly(value, fc.constantFrom(...oddTexts), 5)),
  );
  return fc
    .record({
      method: mostly(target.method, fc.constantFrom(...methods)),
      variables: fc.tuple(...variables),
      query: oddQuery(fields),
      headers,
      body: oddBody(target.goodBody, fields),
      hasBody: mostly(['POST', 'PUT', 'PATCH'].includes(target.method), fc.boolean(), 20),
    })
    .map((made) => requestOf(target, made));
}

function requestOf(
  target: RequestTarget,
  made: {
    method: string;
    variables: [string, string][];
    query: string;
    headers: object;
    body: { bytes: Buffer; encoding: string | null };
    hasBody: boolean;
  },
): OddRequest {
  const values = new Map(made.variables);
  const path = target.path.replace(/:([A-Za-z]+)/g, (_all, name: string) => values.get(name) ?? name);
  const { bytes, encoding } = made.body;
  const request: OddRequest = {
    method: made.method,
    path: encodeURI((path + made.query).toWellFormed()).replace(/%25/g, '%'),
    headers: {
      ...target.headers,
      ...made.headers,
      ...(made.hasBody && { 'Content-Length': String(bytes.length) }),
      ...(made.hasBody && encoding !== null && { 'Content-Encoding': encoding }),
    },
    body: made.hasBody ? bytes : null,
  };
  return Object.defineProperty(request, fc.toStringMethod, { value: () => inShort(request) });
}

/** A request as a report can show it. */
export function inShort({ method, path, headers, body }: OddRequest): string {
  const text = body === null ? '' : JSON.stringify(body.toString('latin1', 0, 600));
  return `${method} ${path.slice(0, 600)} ${JSON.stringify(headers).slice(0, 600)} ${text} (${body?.length ?? 0} bytes)`;
}
