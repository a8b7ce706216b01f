import { beforeAll, describe, expect, it } from 'vitest';
import { dashboardPath } from '../../../../src/core/http/dashboard/dashboard-route.ts';
import { dashboardRoutes, routes as apiRoutes } from '../../../support/assembly.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';
import { marker, type Places, plant, type Planted } from '../../../support/access/planted.ts';

/**
 * No byte of what is marked reaches a caller who was narrowed to pages, through any route that reads, whatever stands in its
 * path; and those who were not narrowed are told of it, so that the marks are there to be found.
 */
const service = await startService();
let planted: Planted;
let narrowed: DashboardClient;
let tokens: Record<'secret' | 'publishable', string>;

const pages = { areas: ['content'], types: ['page'] };

beforeAll(async () => {
  planted = await plant(service);
  const { project, owner } = planted;
  narrowed = await signedIn(service, project.id, 'editor', 'narrow@example.test');
  const { body } = await owner.send('GET', `/projects/${project.id}/members`);
  const { id } = (body.data as { id: string; email: string }[]).find(
    ({ email }) => email === 'narrow@example.test',
  ) ?? { id: '' };
  const changed = await owner.send('PATCH', `/projects/${project.id}/members/${id}`, { grant: pages });
  expect([changed.status, changed.body.grant]).toEqual([200, pages]);
  const can = ['read', 'draft', 'publish'];
  const scopes = { can, ...pages, releases: 'default' as const };
  tokens = {
    secret: (await project.newKey({ purpose: 'secret', scopes })).token,
    publishable: (await project.newKey({ purpose: 'publishable', scopes: { ...scopes, can: ['read'] } }))
      .token,
  };
}, 60_000);

/** The path with each combination of what may stand in its places. */
function filled(path: string, places: Places): string[] {
  const place = /:(\w+)/.exec(path)?.[1];
  if (place === undefined) return [path];
  const values = places[place] ?? ['nothing'];
  return values.flatMap((value) => filled(path.replace(`:${place}`, value), places));
}

const queries: Readonly<Record<string, readonly string[]>> = {
  '/v1/changes': ['?since=0', '?since=0&tags=true'],
  '/v1/content/:type': [
    `?where[title][contains]=${marker}`,
    '?count=true&sort=-title',
    '?fields=title,peer',
    '?ids=ENTRY',
  ],
  '/views': ['?list=content/veiled', '?list=blog', '?list=kb', '?list=content/page'],
  '/search': [`?q=${marker}`],
  '/calendar': ['?from=2020-01-01T00:00:00Z&until=2030-01-01T00:00:00Z'],
};

function asked(path: string): string[] {
  const { project, release, other } = planted;
  const { places } = planted;
  const more = (queries[path] ?? []).map((query) => query.replace('ENTRY', other));
  const all = ['', `?release=${release}`, ...more];
  return filled(path.replace(':projectId', project.id), places).flatMap((one) =>
    all.map((query) => one + query),
  );
}

const reads = apiRoutes.filter(({ method }) => method === 'GET').map(({ path }) => path);
const deskReads = dashboardRoutes
  .filter(({ method, scope }) => method === 'GET' && scope !== 'account')
  .map((route) => ({ path: route.path, desk: dashboardPath(route) }));

async function bytesOf(path: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(service.url + path, { headers });
  return `${path}\n${response.status}\n${await response.text()}`;
}

/** The answers in which the mark stands, and how many answers were asked for. */
async function told(paths: readonly string[], headers: Record<string, string>) {
  const found: string[] = [];
  for (const path of paths) {
    const bytes = await bytesOf(path, headers);
    const answer = bytes.slice(bytes.indexOf('\n', path.length) + 1); // what was asked may name it
    if (answer.includes(marker) && !path.includes(marker)) found.push(bytes.slice(0, 400));
    else if (path.includes(marker) && answer.replaceAll(path, '').includes(marker))
      found.push(bytes.slice(0, 400));
  }
  return found;
}

const byKey = (token: string) => ({ Authorization: `Bearer ${token}` });
const bySession = (client: DashboardClient) => ({ Cookie: client.cookie ?? '' });

describe.each(['secret', 'publishable'] as const)('a narrowed %s key', (purpose) => {
  it.each(reads)('reads nothing of what it was not given: %s', async (path) => {
    expect(await told(asked(path), byKey(tokens[purpose]))).toEqual([]);
  });

  it('reads the page all the same, with null in place of the rest', async () => {
    const { project, page } = planted;
    const { status, body } = await project.as(tokens[purpose]).get(`/v1/content/page/${page}`);

    expect(status).toBe(200);
    expect(body.values).toMatchObject({
      title: 'Open',
      peer: null,
      peers: [null, null],
      read: [null],
      by: null,
    });
    expect(body.values.body.html).toBe('<p>place 0</p><p>place 1</p><p>place 2</p>');
  });
});

describe('a narrowed secret key', () => {
  it('hears nothing of it in the stream, from its beginning on', async () => {
    const { project } = planted;
    const bytesOfStream = async (token: string) => {
      const headers = { ...byKey(token), Accept: 'text/event-stream', 'Last-Event-ID': '0' };
      const ending = AbortSignal.timeout(4_000);
      const response = await fetch(`${service.url}/v1/changes?since=0`, {
        headers,
        signal: ending,
      });
      let text = '';
      const decoder = new TextDecoder();
      try {
        for await (const chunk of response.body ?? [])
          text += decoder.decode(chunk as Uint8Array, { stream: true });
      } catch {
        expect(ending.aborted).toBe(true); // it goes on until nobody listens
      }
      return text;
    };

    const [narrow, whole] = await Promise.all([
      bytesOfStream(tokens.secret),
      bytesOfStream(project.secret.token),
    ]);

    expect(narrow).toContain('content.entry.published');
    expect(narrow).not.toContain(planted.post);
    expect(narrow).not.toContain(marker);
    expect(whole).toContain(planted.post);
  });

  it('is told nothing of it by what is refused', async () => {
    const { project, page, other, post } = planted;
    const client = project.as(tokens.secret);
    const path = `/v1/content/page/${page}`;
    const refused = await Promise.all([
      client.patch(path, { values: { peer: other, peers: [other], read: [post] } }),
      client.patch(path, { values: { body: { markdown: `[a](entry:${other}) [b](blog_article:${post})` } } }),
      client.post('/v1/content/veiled/entries', { values: { title: 'x' } }),
      client.patch(`/v1/content/veiled/${other}`, { values: { title: 'x' } }),
      client.patch(`/v1/content/page/${other}`, { values: { title: 'x' } }),
      client.delete(path),
      client.put('/v1/schema/content-types/page', { fields: [] }),
      client.get(`/v1/content/page?where[peer]=${other}&fields=nothing`),
    ]);

    expect(refused.map(({ status }) => status).every((status) => status >= 400)).toBe(true);
    for (const { text } of refused) expect(text).not.toContain(marker);
  });

  it('gets no former answer that was made before it was narrowed', async () => {
    const { project, owner, other } = planted;
    const { token, keyId } = await project.newKey({ purpose: 'secret' });
    const client = project.as(token);
    const create = () =>
      client.post(
        '/v1/content/page/entries',
        { values: { title: 'Once', peer: other } },
        { 'Idempotency-Key': 'before-it-was-narrowed' },
      );
    expect((await create()).text).toContain(other);
    const scopes = { can: ['read', 'draft'], areas: ['blog'] };
    await owner.send('PATCH', `/projects/${project.id}/keys/${keyId}`, { scopes });

    const again = await create();

    expect([again.status, again.body.error.required]).toEqual([403, 'area:content']);
    expect(again.text).not.toContain(other);
  });
});

describe('a narrowed editor', () => {
  it.each(reads)('reads nothing through the API: %s', async (path) => {
    const desk = `/dashboard/api/projects/${planted.project.id}`;
    const paths = asked(path)
      .filter((one) => !one.includes('release='))
      .map((one) => desk + one);
    expect(await told(paths, bySession(narrowed))).toEqual([]);
  });

  it.each(deskReads)('reads nothing in the dashboard: $desk', async ({ path, desk }) => {
    const queried = asked(path).map((one) => one.slice(filled(path, planted.places)[0]?.length ?? 0));
    expect(queried.length).toBeGreaterThan(0);
    const paths = asked(desk).filter((one) => !one.includes('release='));
    const more = (queries[path] ?? []).map((query) => desk.replace(':projectId', planted.project.id) + query);
    const all = [...paths, ...more].map((one) => `/dashboard/api${one}`);
    expect(await told(all, bySession(narrowed))).toEqual([]);
  });

  it('previews nothing else, neither drafts nor a later time', async () => {
    const { project } = planted;
    const at = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
    const create = async (path: string, body: object) =>
      String((await narrowed.send('POST', `/projects/${project.id}${path}`, body)).body.token);
    const credentials = {
      member: await create('/preview', {}),
      'member at a time': await create('/preview', { at }),
      link: await create('/preview-links', { expires_in_hours: 1 }),
      'link to a time': await create('/preview-links', { expires_in_hours: 1, at }),
      key: tokens.secret,
    };
    const previewed = reads.filter((path) => /^\/v1\/(content|blog|kb|authors)(\/|$)/.test(path));
    const paths = previewed.flatMap(asked).filter((path) => !path.includes('release='));
    const later = paths.map((path) => `${path}${path.includes('?') ? '&' : '?'}at=${at}`);

    for (const [name, token] of Object.entries(credentials)) {
      const all = [...paths, ...later, `/v1/session`].map((path) => `/preview${path}`);
      expect([name, await told(all, byKey(token))]).toEqual([name, []]);
    }
    const whole = await told(
      later.map((path) => `/preview${path}`),
      byKey(project.secret.token),
    );
    expect(whole.length).toBeGreaterThan(10);
  });
});

it('is found by those who were not narrowed, through many routes', async () => {
  const { project, owner } = planted;
  const byOwner = await told(
    deskReads.flatMap(({ desk }) => asked(desk)).map((path) => `/dashboard/api${path}`),
    bySession(owner),
  );
  const bySecret = await told(reads.flatMap(asked), byKey(project.secret.token));

  expect(byOwner.length).toBeGreaterThan(20);
  expect(bySecret.length).toBeGreaterThan(40);
});
