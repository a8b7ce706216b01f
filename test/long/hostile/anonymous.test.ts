import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/content.ts';
import { DashboardClient, signedIn } from '../../support/dashboard.ts';
import { startService, type TestService } from '../../support/service.ts';

const most = 5;
const start = () => startService({ RATE_ANONYMOUS: String(most) });
/** One for each test: the budget is that of the address, which all tests share. */
const services = await Promise.all(Array.from({ length: 4 }, start));
const next = () => services.pop() as TestService;
/** A followed redirect would take a point of its own. */
const stay = { redirect: 'manual' } as const;

async function statuses(ask: () => Promise<{ status: number }>, times = most + 2): Promise<number[]> {
  const got: number[] = [];
  for (let i = 0; i < times; i += 1) got.push((await ask()).status);
  return got;
}

describe('the budget of an address without a good key', () => {
  it('refuses what comes after it with rate_limited, whatever is wrong with the key, and never a good key', async () => {
    const service = next();
    const project = await service.newProject();
    const tokens = [null, 'sk_unknown', `sk_${'0'.repeat(46)}`];

    const refused = await statuses(() => project.as(tokens.pop() ?? null).get('/v1/ping'));
    const late = await project.as(null).get('/v1/ping');

    expect(refused).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(refusal(late)).toEqual([429, 'rate_limited', undefined]);
    expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await statuses(() => project.secret.get('/v1/ping'))).toEqual(Array(most + 2).fill(200));
    expect(await statuses(() => project.publishable.get('/v1/ping'))).toEqual(Array(most + 2).fill(200));
    const foreign = { Origin: 'https://evil.example' };
    expect((await project.publishable.get('/v1/ping', foreign)).status).toBe(429);
  });

  it('holds for paths that are none, documents and metrics, and never for health probes', async () => {
    const { url } = next();

    expect(await statuses(() => fetch(`${url}/docs`, stay), 3)).not.toContain(429);
    expect(await statuses(() => fetch(`${url}/nothing`), 2)).toEqual([404, 404]);
    expect((await fetch(`${url}/metrics`)).status).toBe(429);
    expect((await fetch(`${url}/docs`, stay)).status).toBe(429);
    for (const path of ['/healthz', '/readyz'])
      expect(await statuses(() => fetch(url + path))).not.toContain(429);
  });

  it('holds for made-up sessions and preview tokens; the body of who is refused is not read', async () => {
    const service = next();
    const stranger = new DashboardClient(service.url);
    stranger.cookie = 'galley_session=made-up';
    const preview = () =>
      fetch(`${service.url}/preview/v1/blog/articles`, { headers: { Authorization: 'Bearer made-up' } });

    expect(await statuses(() => stranger.send('GET', '/session'), 3)).toEqual([200, 200, 200]);
    expect(await statuses(preview, 4)).toEqual([401, 401, 429, 429]);
    expect((await stranger.send('POST', '/session', 'no object')).status).toBe(429);
  });

  it('is of the person for account routes, and not spent by work in a project', async () => {
    const service = next();
    const project = await service.newProject();
    const owner = await signedIn(service, project.id, 'owner');
    const editor = await signedIn(service, project.id, 'editor');

    expect(await statuses(() => owner.send('GET', '/projects'))).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await editor.send('GET', '/projects')).status).toBe(200);
    const inside = () => owner.send('GET', `/projects/${project.id}/v1/ping`);
    expect(await statuses(inside)).toEqual(Array(most + 2).fill(200));
    expect(await statuses(() => editor.send('GET', '/projects/prj_none/v1/ping'), 5)).toEqual([
      404, 404, 404, 404, 429,
    ]);
  });
});
