import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../../../support/client.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { clientOf, databaseOf } from '../../../support/database.ts';

const service = await startService({ RATE_READ: '3', RATE_WRITE: '2', RATE_WINDOW_SECONDS: '60' });

const ping = (project: TestProject) => project.secret.get('/v1/ping');
const isRefused = ({ status }: ApiAnswer) => status === 429;

describe('budgets', () => {
  it('admit exactly as many requests as the limit, and count them down in the headers', async () => {
    const project = await service.newProject();

    const answers = [await ping(project), await ping(project), await ping(project)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ headers }) => headers.get('X-RateLimit-Remaining-read'))).toEqual(['2', '1', '0']);
    expect(answers[0]?.headers.get('X-RateLimit-Limit-read')).toBe('3');
    const reset = Number(answers[2]?.headers.get('X-RateLimit-Reset-read'));
    expect(reset).toBeGreaterThan(0);
    expect(reset).toBeLessThanOrEqual(60);
  });

  it('answer 429 rate_limited with the headers and Retry-After once they are spent', async () => {
    const project = await service.newProject();
    for (let i = 0; i < 3; i += 1) await ping(project);

    const refused = await ping(project);

    expect(refused).toMatchObject({
      status: 429,
      body: { error: { type: 'rate_limit_error', code: 'rate_limited' } },
    });
    expect(refused.headers.get('X-RateLimit-Remaining-read')).toBe('0');
    expect(refused.headers.get('Retry-After')).toBe(refused.headers.get('X-RateLimit-Reset-read'));
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('let no more in when everything arrives at once', async () => {
    const project = await service.newProject();

    const answers = await Promise.all(Array.from({ length: 40 }, () => ping(project)));

    expect(answers.filter(isRefused)).toHaveLength(37);
    const remaining = answers
      .filter((answer) => !isRefused(answer))
      .map(({ headers }) => headers.get('X-RateLimit-Remaining-read'));
    expect(remaining.sort()).toEqual(['0', '1', '2']);
  });

  it('do not count what was refused, nor ask the database about it', async () => {
    const project = await service.newProject();
    const { token, keyId } = await project.newKey({ purpose: 'secret' });
    const client = project.as(token);
    await Promise.all(Array.from({ length: 10 }, () => client.get('/v1/ping')));
    const updates: unknown[] = [];
    clientOf(service.app.system).on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'findAndModify') updates.push(command);
    });

    await Promise.all(Array.from({ length: 10 }, () => client.get('/v1/ping')));

    expect(updates).toEqual([]);
    const db = databaseOf(service.app.system);
    const rows = db.collection<{ key: string; points: number }>('counters', {
      readConcern: { level: 'local' }, // counters are written with concern 1
    });
    for (const key of [`read:${keyId}`, `project_read:${project.id}`])
      expect(await rows.findOne({ key })).toMatchObject({ points: 3 });
  });

  it('are independent of each other, and of those of other keys', async () => {
    const project = await service.newProject();
    const other = project.as((await project.newKey({ purpose: 'secret' })).token);
    for (let i = 0; i < 4; i += 1) await ping(project);

    const write = await project.secret.put('/v1/schema/content-types/page', { fields: [] });

    expect(write.status).toBe(201);
    expect(write.headers.get('X-RateLimit-Remaining-write')).toBe('1');
    expect((await other.get('/v1/ping')).status).toBe(200);
  });

  it('are spent by 304s and by refused input, not by 401s, foreign origins and unknown endpoints', async () => {
    const project = await service.newProject();
    const { token } = await project.newKey({ purpose: 'publishable', origins: ['https://site.example'] });
    const client = project.as(token);

    await client.get('/v1/ping', { Origin: 'https://else.example' });
    await client.get('/v1/nothing');
    await project.as(`${token}x`).get('/v1/ping');
    const wrong = await client.get('/v1/ping?nonsense=1');

    expect(wrong.status).toBe(400);
    expect(wrong.headers.get('X-RateLimit-Remaining-read')).toBe('2');
  });
});

describe('a new window', () => {
  it('opens when the old one has ended, with the whole budget', async () => {
    const quick = await startService({ RATE_READ: '2', RATE_WINDOW_SECONDS: '1' });
    const project = await quick.newProject();
    await Promise.all(Array.from({ length: 6 }, () => ping(project)));
    const refused = await ping(project);
    expect(refused.status).toBe(429);

    await new Promise((resolve) => setTimeout(resolve, Number(refused.headers.get('Retry-After')) * 1_000));

    const answers = await Promise.all(Array.from({ length: 6 }, () => ping(project)));
    expect(answers.filter((answer) => !isRefused(answer))).toHaveLength(2);
  });
});

describe('the budget of a publishable key', () => {
  it('is counted for each address that a trusted proxy names, IPv6 by its /64', async () => {
    const behindProxy = await startService({ RATE_READ: '1', TRUSTED_PROXY_HOPS: '1' });
    const { publishable } = await behindProxy.newProject();
    const from = (address: string) => statusFrom(behindProxy.url, publishable.token, address);

    expect(await from('198.51.100.1')).toBe(200);
    expect(await from('198.51.100.1')).toBe(429);
    expect(await from('198.51.100.2')).toBe(200);
    expect(await from('2001:db8:1:2::1')).toBe(200);
    expect(await from('2001:db8:1:2:ffff::9')).toBe(429);
    expect(await from('2001:db8:1:3::1')).toBe(200);
  });

  it('is the same for an address with a port, in brackets, or mapped into IPv6', async () => {
    const behindProxy = await startService({ RATE_READ: '1', TRUSTED_PROXY_HOPS: '1' });
    const { publishable } = await behindProxy.newProject();
    const from = (address: string) => statusFrom(behindProxy.url, publishable.token, address);

    expect(await from('203.0.113.1:1234')).toBe(200);
    for (const same of ['203.0.113.1:1235', '203.0.113.1', '::ffff:203.0.113.1', '[::ffff:203.0.113.1]:80'])
      expect([same, await from(same)]).toEqual([same, 429]);
    expect(await from('[2001:db8:1:2::1]:4711')).toBe(200);
    for (const same of ['[2001:db8:1:2::2]:4712', '[2001:db8:1:2::1]', '2001:db8:1:2::3'])
      expect([same, await from(same)]).toEqual([same, 429]);
  });

  it('does not believe what the caller wrote in front of the proxy’s word', async () => {
    const behindProxy = await startService({ RATE_READ: '1', TRUSTED_PROXY_HOPS: '1' });
    const { publishable } = await behindProxy.newProject();
    const from = (address: string) => statusFrom(behindProxy.url, publishable.token, address);

    expect(await from('203.0.113.1, 198.51.100.1')).toBe(200);
    expect(await from('203.0.113.2, 198.51.100.1')).toBe(429);
  });

  it('ignores forwarding headers when no proxy is trusted', async () => {
    const direct = await startService({ RATE_READ: '1' });
    const { publishable } = await direct.newProject();

    expect(await statusFrom(direct.url, publishable.token, '198.51.100.1')).toBe(200);
    expect(await statusFrom(direct.url, publishable.token, '198.51.100.2')).toBe(429);
  });
});

/** `fetch` refuses to send forwarding headers of one's own, so this is done by hand. */
function statusFrom(url: string, token: string, forwardedFor: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': forwardedFor };
    const asking = request(`${url}/v1/ping`, { headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    asking.on('error', reject);
    asking.end();
  });
}
