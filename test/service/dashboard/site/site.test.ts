import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dashboardSite } from '../../../../src/dashboard/site/service.ts';

describe('GET /dashboard', () => {
  let folder: string;
  let server: Server;
  let url: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'galley-site-'));
    const koa = new Koa();
    koa.silent = true;
    koa.use(dashboardSite(['https://files.example.com'], () => Promise.resolve(null), folder));
    const handle = koa.callback();
    server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });

  async function build(): Promise<void> {
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<title>Galley</title>');
    await writeFile(join(folder, 'assets/main-abc123.js'), `console.log('${'x'.repeat(2_000)}')`);
    await writeFile(join(folder, 'secret.txt'), 'not for the world');
  }

  it('says that the dashboard is being built until it is, and comes back by itself', async () => {
    const answer = await fetch(`${url}/dashboard`);

    expect(answer.status).toBe(503);
    expect(answer.headers.get('Refresh')).toBe('2');
    expect(await answer.text()).toContain('is being built');
  });

  it.each(['/dashboard', '/dashboard/', '/dashboard/p/prj_1/keys?x=1'])(
    'answers %s with the app',
    async (path) => {
      await build();

      const answer = await fetch(`${url}${path}`);

      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe('<title>Galley</title>');
      expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    },
  );

  it('answers 304 for the page that the browser has', async () => {
    await build();
    const etag = (await fetch(`${url}/dashboard`)).headers.get('ETag') ?? '';

    const answer = await fetch(`${url}/dashboard`, { headers: { 'If-None-Match': etag } });

    expect(answer.status).toBe(304);
  });

  it('allows no script or style but its own files, no frame, and no host but the bucket’s', async () => {
    await build();

    const { headers } = await fetch(`${url}/dashboard`);
    const policy = new Map(
      (headers.get('Content-Security-Policy') ?? '')
        .split('; ')
        .map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]),
    );

    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('style-src')).toBe("'self'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('img-src')).toBe("'self' https://files.example.com data: blob:");
    expect(policy.get('connect-src')).toBe("'self' https://files.example.com");
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  });

  it('keeps hashed files for good and sends them compressed', async () => {
    await build();

    const answer = await fetch(`${url}/dashboard/assets/main-abc123.js`);

    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('Content-Encoding')).toBe('gzip');
    expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(await answer.text()).toContain('console.log');
  });

  it.each([
    '/dashboard/assets/gone-000000.js',
    '/dashboard/assets/..%2Fsecret.txt',
    '/dashboard/assets/../secret.txt',
  ])('gives no other file: %s', async (path) => {
    await build();

    const answer = await fetch(`${url}${path}`);

    expect(await answer.text()).not.toContain('not for the world');
    if (!path.includes('/../')) expect(answer.status).not.toBe(503);
  });

  it('leaves the API of the dashboard alone', async () => {
    await build();

    expect((await fetch(`${url}/dashboard/api/session`)).status).toBe(404);
    expect((await fetch(`${url}/dashboard`, { method: 'POST' })).status).toBe(404);
  });
});
