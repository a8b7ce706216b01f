import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildPackage } from '../../../packages/client/test/built-package.ts';
import { freePort } from '../../../dev/embedded/mongod/instance.ts';
import { cleanup } from '../../support/cleanup.ts';
import { databaseOf } from '../../support/database.ts';
import { guideBlocks, pasteGuide } from '../../support/guide.ts';
import { type Program, run } from '../../support/program.ts';
import { startService, type TestProject } from '../../support/service.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 }); // the compiler starts slowly on a busy machine

const service = await startService();
const folder = await mkdtemp(join(tmpdir(), 'galley-programs-'));
const programs: Program[] = [];
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => programs.splice(0).forEach((program) => program.process.kill('SIGKILL')));
beforeAll(async () => {
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await buildPackage(join(folder, 'node_modules/galley-client'));
});

const keysOf = ({ secret, publishable }: TestProject) => ({
  BASE: service.url,
  KEY: secret.token,
  PUBLIC: publishable.token,
});

/** Runs a program of a page. A port that it names is replaced by a free one. */
async function startProgram(source: string, env: Record<string, string>): Promise<{ url: string } & Program> {
  const port = String(await freePort(0));
  const code = source.replaceAll(/\b400\d\b/g, port);
  const file = `program-${port}.mjs`;
  await writeFile(join(folder, file), code);
  const program = run(process.execPath, [file], { cwd: folder, env: { ...env, PORT: port } });
  programs.push(program);
  return Object.assign(program, { url: `http://127.0.0.1:${port}` });
}

/** Waits until a program listens. */
async function isListening(url: string): Promise<void> {
  const isUp = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(isUp, { timeout: 20_000, interval: 100 });
}

/** Reads a page of a program that may still be starting. */
async function page(url: string, body?: string): Promise<string> {
  const options = body === undefined ? {} : { method: 'POST', body };
  await isListening(url);
  return (await fetch(url, options)).text();
}

describe('docs/start/quick-start.md', () => {
  it('ends with a page that shows the entries', async () => {
    const project = await service.newProject();
    await pasteGuide('start/quick-start.md', service, project);
    const [source = ''] = guideBlocks('start/quick-start.md', 'js');

    const { url } = await startProgram(source, keysOf(project));

    expect(await page(url)).toContain('<li><a href="/workshops/rokkaku">Rokkaku in a weekend</a></li>');
    expect(await page(`${url}/workshops/your-first-delta`)).toBe(
      '<h1>Your first delta</h1><p>8 seats</p><p>Bring <strong>nothing</strong> but dry shoes.</p>',
    );
    expect(await page(`${url}/workshops/later`)).toBe('<h1>Not found</h1>');
  });
});

describe('docs/model/import.md', () => {
  it('has a script that imports rows once, however often it runs', async () => {
    const project = await service.newProject();
    await pasteGuide('model/import.md', service, project, folder);
    const [source = ''] = guideBlocks('model/import.md', 'js');

    for (const _round of [1, 2]) {
      const program = await startProgram(source, keysOf(project));
      expect([await program.ended(), program.out]).toEqual([0, '2 of 2 imported\n']);
    }

    const { data } = (await project.publishable.get('/v1/content/post?sort=slug')).body;
    expect(data).toMatchObject([
      { values: { title: 'One' }, published_at: '2015-03-04T00:00:00.000Z' },
      { values: { title: 'Two' }, published_at: '2016-05-06T00:00:00.000Z' },
    ]);
  });
});

describe('docs/build/forms.md', () => {
  it('has a server that stores suggestions as drafts', async () => {
    const project = await service.newProject();
    await pasteGuide('build/forms.md', service, project);
    const [source = ''] = guideBlocks('build/forms.md', 'js');

    const { url } = await startProgram(source, keysOf(project));

    expect(await page(url)).toContain('<form method="post">');
    expect(await page(url, 'title=Hello&text=There')).toBe('Thank you.');
    expect(await page(url, 'title=Hello&text=There&website=spam')).toBe('Thank you.');
    expect(await page(url, 'title=Hello')).toContain('missing_required_field');
    const entries = databaseOf(service.app.system).collection('entries');
    expect(await entries.countDocuments({ project_id: project.id })).toBe(1);
    expect((await project.publishable.get('/v1/content/suggestion')).body.data).toEqual([]);
  });
});

describe('docs/build/search.md', () => {
  it('has a program that fills an index and follows webhooks', async () => {
    const project = await service.newProject();
    const fields = [
      { key: 'name', type: 'string' },
      { key: 'slug', type: 'string' },
    ];
    await project.secret.put('/v1/schema/content-types/product', { fields });
    const create = async (name: string) => {
      const body = { values: { name, slug: name.toLowerCase() }, publish: true };
      return String((await project.secret.post('/v1/content/product/entries', body)).body.id);
    };
    const id = await create('Tern');
    await create('Plover');
    const index = await startIndex();
    const [source = ''] = guideBlocks('build/search.md', 'js');
    const env = { ...keysOf(project), SIGNING_SECRET: 'whsec_a', MEILI_URL: index.url, MEILI_KEY: 'key' };

    const program = await startProgram(source, env);
    await program.printed(/2 entries indexed/);
    const deliver = (event: string) => {
      const body = JSON.stringify({ id: 'whd_1', event, created_at: '', data: { id, type: 'product' } });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const digest = createHmac('sha256', 'whsec_a').update(`${timestamp}.${body}`).digest('hex');
      const headers = { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': `sha256=${digest}` };
      return fetch(program.url, { method: 'POST', headers, body });
    };
    await isListening(program.url);

    expect([...index.documents.values()].map(({ name }) => name).sort()).toEqual(['Plover', 'Tern']);
    await project.secret.patch(`/v1/content/product/${id}`, { values: { name: 'Tern II' } });
    expect((await deliver('content.entry.updated')).status).toBe(204);
    expect(index.documents.get(id)).toMatchObject({ name: 'Tern II', slug: 'tern' });
    await project.secret.patch(`/v1/content/product/${id}`, { publish: false });
    expect((await deliver('content.entry.unpublished')).status).toBe(204);
    expect(index.documents.has(id)).toBe(false);
    expect((await fetch(program.url, { method: 'POST', body: '{}' })).status).toBe(400);
  });
});

/** The two requests of a search service that the program sends, as its documentation describes them. */
async function startIndex() {
  const documents = new Map<string, { id: string; name: string; slug: string }>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const [, id] = /^\/indexes\/product\/documents(?:\/(\w+))?/.exec(request.url ?? '') ?? [];
      if (request.method === 'DELETE') documents.delete(id ?? '');
      else
        for (const one of JSON.parse(body) as { id: string; name: string; slug: string }[])
          documents.set(one.id, one);
      response.writeHead(202).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, documents };
}
