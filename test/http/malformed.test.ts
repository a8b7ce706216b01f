import { Agent, request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { errors } from '../../src/contract/errors.ts';
import { routes } from '../../src/routes.ts';
import { defineType } from '../support/content.ts';
import { startMediaService } from '../support/media.ts';
import { fillPath, sampleBodies, sampleVariables, thingOf } from '../support/route-samples.ts';
import type { TestProject } from '../support/service.ts';

const { service } = await startMediaService();
const requestCount = 2_000;
const seed = 20261120;
const parallel = 16;

let project: TestProject;
let things: Record<string, Record<string, string>>;
beforeAll(async () => {
  project = await service.newProject();
  things = await sampleVariables(project);
  await defineType(project, 'page', [
    { key: 'title', type: 'string', required: true },
    { key: 'text', type: 'text' },
    { key: 'body', type: 'richtext' },
    { key: 'n', type: 'number' },
    { key: 'on', type: 'boolean' },
    { key: 'day', type: 'date' },
    { key: 'tone', type: 'select', options: { choices: ['a', 'b'] } },
    { key: 'at', type: 'url' },
    { key: 'photos', type: 'gallery' },
    { key: 'by', type: 'link', options: { target: 'author' } },
    { key: 'to', type: 'reference_list', options: { content_type: 'page' } },
  ]);
});

/** A small generator of numbers that gives the same ones for the same seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = randomFrom(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const chance = (part: number) => random() < part;

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
const operators = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'contains',
  'starts_with',
  'is_null',
  'regex',
  '',
];
const parameters = [
  'limit',
  'cursor',
  'offset',
  'sort',
  'ids',
  'count',
  'release',
  'media_urls',
  'dry_run',
  'q',
  '_x',
];
const fields = [
  'title',
  'text',
  'body',
  'n',
  'on',
  'day',
  'tone',
  'at',
  'photos',
  'by',
  'to',
  'nope',
  '__proto__',
];

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  'x',
  '',
  [],
  {},
  [[]],
  [null],
  [{}],
  { version: 2, content: [{ type: 'paragraph', content: [{ type: 'text', text: '' }] }] },
  { version: 3 },
  { content: [{ type: 'x' }] },
  { markdown: '# a\n\n![x](y)' },
  { markdown: 5 },
  '2026-01-01',
  'javascript:alert(1)',
  `med_${'0'.repeat(26)}`,
  [`ent_${'0'.repeat(26)}`],
  { $ne: null },
  'y'.repeat(600),
  { id: 'med_1' },
];

function oddBody(depth = 0): unknown {
  if (depth > 3 || chance(0.5)) return pick(oddValues);
  if (chance(0.3)) return Array.from({ length: Math.floor(random() * 4) }, () => oddBody(depth + 1));
  const keys = [
    ...fields,
    'values',
    'publish',
    'published_at',
    'fields',
    'key',
    'type',
    'options',
    'name',
    'seo',
  ];
  return Object.fromEntries(
    Array.from({ length: Math.floor(random() * 4) }, () => [pick(keys), oddBody(depth + 1)]),
  );
}

/** A good body with one or two of its parts made odd, or one that never was good. */
function bodyFor(name: string): string {
  if (chance(0.1))
    return pick(['', '{', '[]', 'null', '{"a":1e999}', '{"a":"\\ud800"}', '[['.repeat(300), '\u0000']);
  if (chance(0.3)) return JSON.stringify(oddBody());
  const body: Record<string, unknown> = { ...(sampleBodies[name] ?? { title: 'T', name: 'N' }) };
  if (name.includes('/v1/content/'))
    body['values'] = Object.fromEntries(fields.filter(() => chance(0.4)).map((key) => [key, oddBody(2)]));
  for (const key of Object.keys(body)) if (chance(0.3)) body[key] = oddBody(2);
  if (chance(0.3)) body[pick(['publish', 'published_at', 'kind', 'slug', 'zzz'])] = oddBody(2);
  return JSON.stringify(body);
}

function oddQuery(): string {
  const parts = Array.from({ length: Math.floor(random() * 4) }, () => {
    const value = chance(0.5) ? pick(['5', 'true', 'title', '-n', 'permanent', 'a,b']) : pick(oddTexts);
    if (chance(0.5)) return `${pick([...parameters, ...oddTexts])}=${value}`;
    return `where[${pick(fields)}]${chance(0.7) ? `[${pick(operators)}]` : ''}=${value}`;
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

function oddRequest(): Sent {
  const route = pick(routes);
  const good = things[thingOf(route.path) ?? ''] ?? {};
  const variables = Object.fromEntries(
    Object.entries(good).map(([key, value]) => [key, chance(0.2) ? pick(oddTexts) : value]),
  );
  const method = chance(0.1)
    ? pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'])
    : route.method;
  const path = encodeURI(fillPath(route.path, variables) + oddQuery()).replace(/%25/g, '%');
  const body =
    ['POST', 'PUT', 'PATCH'].includes(method) || chance(0.05)
      ? bodyFor(`${method} ${route.path}`)
      : undefined;
  const headers: Record<string, string> = { Authorization: `Bearer ${project.secret.token}` };
  if (body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(body));
  if (body !== undefined)
    headers['Content-Type'] = chance(0.95) ? 'application/json' : pick(['text/plain', 'x', '']);
  if (chance(0.1)) headers['If-Match'] = pick(['*', '"1"', 'x', '"', 'W/']);
  if (chance(0.1)) headers['If-None-Match'] = pick(['*', '"x"', ',,,']);
  if (chance(0.05))
    headers['Authorization'] = pick(['', 'Bearer', 'Bearer x', 'Basic x', `Bearer ${'s'.repeat(500)}`]);
  if (chance(0.05)) headers['Content-Encoding'] = pick(['gzip', 'br', 'nonsense']);
  if (chance(0.05)) headers['Origin'] = pick(['null', 'https://x', '%%%']);
  if (chance(0.05)) headers['Idempotency-Key'] = pick(['k', '', 'x'.repeat(256)]);
  return { method, path, headers, body };
}

interface Got {
  status: number;
  type: string;
  requestId: string;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: parallel });

function send({ method, path, headers, body }: Sent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asking = request(`${service.url}/`, { agent, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: String(response.headers['content-type'] ?? ''),
          requestId: String(response.headers['x-request-id']),
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

/** What is wrong with an answer, or null. */
function complaint({ method }: Sent, { status, type, requestId, text }: Got): string | null {
  if (status >= 500) return 'a failure of the service';
  if (!/^req_[0-9a-z]{26}$/.test(requestId)) return 'no request id';
  if (status < 400 || method === 'HEAD') return null;
  if (!type.startsWith('application/json')) return `an error of type ${type}`;
  const { error } = JSON.parse(text) as { error?: Record<string, unknown> };
  const { code, message, request_id, doc_url } = error ?? {};
  if (typeof code !== 'string' || !(code in errors)) return 'no code of the catalogue';
  if (errors[code as keyof typeof errors].status !== status) return 'a status that is not the code’s';
  return typeof message === 'string' && request_id === requestId && String(doc_url).endsWith(code)
    ? null
    : 'no whole envelope';
}

describe(`${requestCount} malformed requests (seed ${seed})`, () => {
  it('give no 5xx and always the envelope', { timeout: 120_000 }, async () => {
    const bad: unknown[] = [];
    const statuses = new Map<number, number>();
    let left = requestCount;
    const sender = async () => {
      while (left > 0 && bad.length < 20) {
        left -= 1;
        const sent = oddRequest();
        const got = await send(sent);
        statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1);
        const wrong = complaint(sent, got);
        if (wrong !== null) bad.push({ wrong, sent, got });
      }
    };
    await Promise.all(Array.from({ length: parallel }, sender));
    agent.destroy();

    expect(bad).toEqual([]);
    expect(statuses.get(400)).toBeGreaterThan(requestCount / 4); // it does reach the checks
    expect([...statuses.keys()].some((status) => status < 300)).toBe(true);
  });
});
