import { request } from 'node:http';
import type { TSchema } from '@sinclair/typebox';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { dashboardPath } from '../../../src/core/http/dashboard/dashboard-route.ts';
import { dashboardRoutes, routes } from '../../support/assembly.ts';
import { defineType, expectDone, inMs } from '../../support/content.ts';
import { startMediaService } from '../../support/media.ts';
import { coreSlowness, cpuMsOf } from '../../support/raw-connection.ts';
import { newWideProject, type WideProject } from '../../support/hostile/wide-project.ts';

const bytesMax = 16 * 1024 * 1024;
/** CPU time of the whole process, the reader's part included. */
const cpuMsMax = 1_000;
const triesMax = 4;
// As in production: answers are not checked against their schemas, which would take more than making them does.
const { service } = await startMediaService({
  ...{ NODE_ENV: 'development', BASE_URL: 'http://127.0.0.1', PROJECT_CREATION: 'owners' },
});

let world: WideProject;
let headers: { api: Record<string, string>; dashboard: Record<string, string> };
beforeAll(async () => {
  world = await newWideProject(service);
  const { project, owner, variables } = world;
  headers = {
    api: { Authorization: `Bearer ${project.secret.token}` },
    dashboard: { Cookie: owner.cookie ?? '' },
  };
  await vi.waitFor(async () => {
    const { body } = await project.secret.get(`/v1/releases/${variables['releaseId']}`);
    expect(body.status).toBe('ready');
  }, 30_000);
  await addTranslations();
}, 120_000);

/** A page of entries with as many texts without a translation as a type can have. */
async function addTranslations(): Promise<void> {
  const { project, owner } = world;
  expect((await owner.send('POST', `/projects/${project.id}/locales`, { code: 'de' })).status).toBe(201);
  const fields = Array.from({ length: 100 }, (_, i) => ({
    ...{ key: `text_${i}`, type: 'string', options: { localized: true } },
  }));
  await defineType(project, 'story', fields);
  const values = Object.fromEntries(fields.map(({ key }) => [key, 'A']));
  const path = '/v1/content/story/entries';
  const operation = { method: 'POST', path, body: { values, publish: true } };
  for (let i = 0; i < 2; i += 1) {
    const operations = Array.from({ length: 50 }, () => operation);
    expectDone(await project.secret.post('/v1/bulk', { mode: 'all', operations }));
  }
}

interface Read {
  path: string;
  query: TSchema | undefined;
  door: 'api' | 'dashboard';
}

/** Streams, which are as long as what they contain. */
const downloads = [
  '/dashboard/api/projects/:projectId/content/:type/export',
  '/dashboard/api/projects/:projectId/translations/export',
];

const reads: Read[] = [
  ...routes.map((route) => ({ ...route, door: 'api' as const })),
  ...dashboardRoutes.map((route) => ({
    ...route,
    path: `/dashboard/api${dashboardPath(route)}`,
    door: 'dashboard' as const,
  })),
]
  .filter(({ method, path }) => method === 'GET' && !downloads.includes(path))
  .map(({ path, input, door }) => ({ path, query: input.query, door }));

/** What a slug is of, by the part of the path in front of it. */
const slugged = { authors: 'author', categories: 'category', collections: 'shelf', sections: 'section' };

/** The path with something large behind each of its names; null where this test has nothing for one of them. */
function pathOf({ path }: Read): string | null {
  const known: Record<string, string | undefined> = { ...world.variables };
  const [, thing = ''] = /\/([a-z]+)\/:slug/.exec(path) ?? [];
  const kind = path.includes('/kb/articles/') ? '' : (slugged[thing as keyof typeof slugged] ?? 'blog');
  known['slug'] = path.includes('/kb/articles/') ? 'k0' : world.variables[`slug of ${kind}`];
  if (path.endsWith('/:type/lookup')) known['type'] = 'topic';
  if (/singleton|^\/v1\/content\/:type$/.test(path))
    known['type'] = path.includes('singleton') ? 'home' : 'page';
  const filled = path.replace(/:([A-Za-z]+)/g, (_all, name: string) => known[name] ?? '?');
  return filled.includes('?') ? null : filled;
}

/** Values of parameters with which a read looks at most. */
const widest: Readonly<Record<string, string>> = {
  ...{ limit: '100', count: 'true', from: inMs(0), until: inMs(40 * 24 * 3_600_000) },
  ...{ list: 'content/page', freshness: 'fresh' },
};

/** Those of the dashboard's search, whose words begin with a letter. */
const widestSearch: Readonly<Record<string, string>> = { q: 'a', limit: '50' };

function queryOf({ path, query }: Read): string {
  const known = Object.keys((query?.['properties'] as object | undefined) ?? {});
  const values = path.endsWith('/search') ? { ...widest, ...widestSearch } : widest;
  const pairs = known.filter((key) => key in values).map((key) => [key, values[key] ?? '']);
  if (path.endsWith('/:type/lookup')) pairs.push(['where[code]', 'first']);
  if (path === '/v1/translations') pairs.push(['locale', 'de'], ['state', 'missing,outdated,current']);
  if (path.endsWith('/comments/people')) pairs.push(['item', world.variables['entryId'] ?? '']);
  return new URLSearchParams(Object.fromEntries(pairs)).toString();
}

/** Asks, and keeps nothing of the answer. */
function drain(path: string, door: Read['door']): Promise<{ status: number; bytes: number; start: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(service.url + path, { headers: headers[door] }, (response) => {
      let [bytes, start] = [0, ''];
      response.on('data', (piece: Buffer) => {
        if (bytes === 0) start = piece.subarray(0, 300).toString();
        bytes += piece.length;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, start }));
      response.on('error', reject);
    });
    asking.on('error', reject).end();
  });
}

describe('the widest read', () => {
  it.each(reads.map((read): [string, Read] => [`${read.door} ${read.path}`, read]))(
    'of %s is bounded in bytes and time',
    { timeout: 60_000 },
    async (_name, read) => {
      const path = pathOf(read);
      expect(path).not.toBeNull();
      let answer = { status: 0, bytes: 0, start: '' };
      let leastMs = Infinity;
      for (let i = 0; i < triesMax && (leastMs > cpuMsMax || answer.status === 503); i += 1) {
        const ms = await cpuMsOf(async () => (answer = await drain(`${path}?${queryOf(read)}`, read.door)));
        leastMs = Math.min(leastMs, ms > cpuMsMax ? ms / coreSlowness() : ms);
      }

      if (![200, 303].includes(answer.status))
        expect(answer.start).toMatch(/query_too_expensive|unknown_delivery/);
      expect(answer.bytes).toBeLessThanOrEqual(bytesMax);
      expect(leastMs).toBeLessThan(cpuMsMax);
    },
  );

  it('is that of every route that reads', () => {
    expect(reads.length).toBeGreaterThan(60);
  });
});
