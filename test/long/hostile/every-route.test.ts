import { request } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import type { TSchema } from '@sinclair/typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { dashboardPath } from '../../../src/core/http/dashboard/dashboard-route.ts';
import { signedIn } from '../../support/dashboard.ts';
import { startMediaService } from '../../support/media.ts';
import { coreSlowness, cpuMsOf } from '../../support/raw-connection.ts';
import { fillPath, sampleVariables, thingOf } from '../../support/route-samples.ts';
import { dashboardRoutes, routes } from '../../support/assembly.ts';

/** CPU time of the whole process, the client's part included; the old checks took 23 s for 128 KiB. */
const cpuMsMax = 200;
const triesMax = 6;
const bytesMax = 4 * 1024 * 1024 - 1_024;
/** What is read and checked the same way on another route comes in this size: the old checks took seconds for it too. */
const bytesRepeated = 256 * 1024;
const { service } = await startMediaService();

let headers: { api: Record<string, string>; dashboard: Record<string, string> };
let things: Record<string, Record<string, string>>;
let projectId: string;
beforeAll(async () => {
  const project = await service.newProject();
  projectId = project.id;
  things = await sampleVariables(project);
  const member = await signedIn(service, project.id, 'owner');
  headers = {
    api: { Authorization: `Bearer ${project.secret.token}` },
    dashboard: { Cookie: member.cookie ?? '', 'X-CSRF-Token': member.csrf ?? '' },
  };
});

interface Target {
  name: string;
  method: string;
  path: string;
  body: TSchema;
  door: 'api' | 'dashboard';
}

const targets: Target[] = [
  ...routes.flatMap(({ method, path, input }): Target[] =>
    input.body === undefined
      ? []
      : [{ name: `${method} ${path}`, method, path, body: input.body, door: 'api' }],
  ),
  ...dashboardRoutes.flatMap((route): Target[] => {
    const path = `/dashboard/api${dashboardPath(route)}`;
    const { method, input } = route;
    return input.body === undefined
      ? []
      : [{ name: `${method} ${path}`, method, path, body: input.body, door: 'dashboard' }];
  }),
];

const met = new Set<string>();

/** How large a body may be: the largest for the first of each kind, less for those after it. */
function bytesFor(kind: string): number {
  if (met.has(kind)) return bytesRepeated;
  met.add(kind);
  return bytesMax;
}

/** A list of the same item, as often as it fits into so many bytes. */
function filled(bytes: number, [head, unit, tail]: [head: string, unit: string, tail: string]): Buffer {
  const item = Buffer.from(`,${unit}`);
  const times = Math.floor((bytes - head.length - tail.length) / item.length);
  const items = Buffer.alloc(times * item.length, item).subarray(1);
  return Buffer.concat([Buffer.from(head), items, Buffer.from(tail)]);
}

/** Places of a body where a list or an object is looked into: its own keys, and those of the objects in them. */
function placesOf(schema: TSchema): { path: string[]; inside: TSchema }[] {
  const keys = Object.entries((schema['properties'] as Record<string, TSchema> | undefined) ?? {});
  return keys
    .filter(([, inside]) => looksInside(inside))
    .flatMap(([key, inside]) => [
      { path: [key], inside },
      ...placesOf(inside).map((place) => ({ ...place, path: [key, ...place.path] })),
    ]);
}

/** False for a text, a number and the like, at whose type the check stops. */
function looksInside(schema: TSchema): boolean {
  const branches = schema['anyOf'] as TSchema[] | undefined;
  if (branches !== undefined) return branches.some(looksInside);
  const { type } = schema as { type?: string | string[] };
  return type === undefined ? !('const' in schema) : [type].flat().some((one) => /array|object/.test(one));
}

const bomb = memoized((bytes) => brotliCompressSync(Buffer.alloc(bytes, '[')));
const largerBomb = memoized((bytes) => brotliCompressSync(Buffer.alloc(16 * bytes, ' ')));

function memoized(make: (bytes: number) => Buffer): (bytes: number) => Buffer {
  const made = new Map<number, Buffer>();
  return (bytes) => {
    const buffer = made.get(bytes) ?? make(bytes);
    made.set(bytes, buffer);
    return buffer;
  };
}

/** Large bodies that are wrong in as many places as there can be. */
function* hostileBodies({ body, door }: Target): Generator<[string, Buffer, string?]> {
  for (const { path, inside } of placesOf(body)) {
    const head = path.map((key) => `{${JSON.stringify(key)}:`).join('');
    const tail = '}'.repeat(path.length);
    const bytes = bytesFor(JSON.stringify([path, inside]));
    yield [`${path.join('.')}: numbers`, filled(bytes, [`${head}[`, '1', `]${tail}`])];
    yield [`${path.join('.')}: objects`, filled(bytes, [`${head}[`, '{"type":"x"}', `]${tail}`])];
  }
  const keys = Array.from({ length: 1_999 }, (_, i) => `"k${i}":1`).join();
  yield ['unknown keys', Buffer.from(`{${keys}}`)];
  yield ['values of unknown keys', Buffer.from(`{"values":{${keys}}}`)];
  const bytes = bytesFor(`${door} ${JSON.stringify(body['properties']?.values ?? null)}`);
  yield ['objects of unknown keys', filled(bytes, ['{"values":[', `{${keys}}`, ']}'])];
  yield ['nested', Buffer.from(`{"values":${'['.repeat(99)}${']'.repeat(99)}}`)];
  yield ['nested too deep', Buffer.alloc(bytes, '[')];
  yield ['a bomb', bomb(bytes), 'br'];
  yield ['a larger bomb', largerBomb(bytes), 'br'];
}

function send({ method, path, door }: Target, body: Buffer, encoding?: string): Promise<number> {
  const variables = { ...things[thingOf(path.replace(/^.*:projectId/, '')) ?? ''], projectId };
  return new Promise((resolve, reject) => {
    const asking = request(
      service.url + fillPath(path, variables),
      {
        method,
        headers: {
          ...headers[door],
          'Content-Type': 'application/json',
          'Content-Length': body.length,
          ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
        },
      },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    );
    asking.on('error', reject).end(body);
  });
}

describe.each(targets.map((target): [string, Target] => [target.name, target]))('%s', (_name, target) => {
  it(
    'reads and checks the worst bodies in 0.2 s of CPU each, and refuses them',
    { timeout: 120_000 },
    async () => {
      const slow: string[] = [];
      for (const [what, body, encoding] of hostileBodies(target)) {
        let leastMs = Infinity;
        let status = 0;
        for (let i = 0; i < triesMax && leastMs > cpuMsMax; i += 1) {
          const ms = await cpuMsOf(async () => (status = await send(target, body, encoding)));
          leastMs = Math.min(leastMs, ms > cpuMsMax ? ms / coreSlowness() : ms);
        }
        if (leastMs > cpuMsMax) slow.push(`${what}: ${Math.round(leastMs)} ms, ${status}`);
        if (status >= 500) slow.push(`${what}: ${status}`);
      }
      expect(slow).toEqual([]);
    },
  );
});

describe('the routes with a body', () => {
  it('are all asked, by bodies that are made from what they declare', () => {
    expect(targets.length).toBeGreaterThan(40);
    expect(targets.flatMap(({ body }) => placesOf(body)).length).toBeGreaterThan(30);
  });
});
