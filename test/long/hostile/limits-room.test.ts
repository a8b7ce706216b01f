import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../support/client.ts';
import { signedIn } from '../../support/dashboard.ts';
import { defineType, expectDone, publishEntry } from '../../support/content.ts';
import { databaseOf } from '../../support/database.ts';
import { png, startMediaService } from '../../support/media.ts';
import { startService } from '../../support/service.ts';
import { few } from '../../support/hostile/few.ts';

const { service: one } = await startMediaService(few);

describe('at a limit of its project', () => {
  it('what exists can still be changed, and what is removed makes room', async () => {
    const { secret } = await one.newProject();
    const made = expectDone(await secret.post('/v1/authors', { name: 'A' }));
    expectDone(await secret.post('/v1/authors', { name: 'B' }));
    expect((await secret.post('/v1/authors', { name: 'C' })).status).toBe(400);

    expect((await secret.patch(`/v1/authors/${made.slug}`, { name: 'AA' })).status).toBe(200);
    expect((await secret.delete(`/v1/authors/${made.slug}`)).status).toBe(204);
    expect((await secret.post('/v1/authors', { name: 'C' })).status).toBe(201);
  });

  it('removed entries and articles make room for as many', async () => {
    const project = await one.newProject();
    const { secret } = project;
    await defineType(project, 'page', { title: 'string' });
    const newEntry = () => secret.post('/v1/content/page/entries', { values: { title: 'x' } });
    const newArticle = () => secret.post('/v1/blog/articles', { title: 'x' });
    const entries = [];
    for (let i = 0; i < 5; i += 1) entries.push(expectDone(await newEntry()));
    const articles = [];
    for (let i = 0; i < 3; i += 1) articles.push(expectDone(await newArticle()));

    await secret.delete(`/v1/content/page/${entries[0].id}`);
    await secret.delete(`/v1/blog/articles/${articles[0].slug}`);

    expect([(await newEntry()).status, (await newEntry()).status]).toEqual([201, 400]);
    expect([(await newArticle()).status, (await newArticle()).status]).toEqual([201, 400]);
  });

  it('a singleton is an entry too, on its first save', async () => {
    const project = await one.newProject();
    await defineType(project, 'page', { title: 'string' });
    await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
    for (let i = 0; i < 4; i += 1) await publishEntry(project, 'page', { title: 'x' });

    const home = { values: { title: 'x' } };
    expect((await project.secret.put('/v1/content/home', home)).status).toBe(201);
    expect((await project.secret.put('/v1/content/home', { values: { title: 'y' } })).status).toBe(200);
    expect((await project.secret.post('/v1/content/page/entries', home)).body.error.code).toBe(
      'limit_reached',
    );
  });

  it('a clone is refused before it begins when its entries would pass the limit, and leaves no release', async () => {
    const project = await one.newProject();
    await defineType(project, 'page', { title: 'string' });
    for (let i = 0; i < 3; i += 1) await publishEntry(project, 'page', { title: 'x' });

    const refused = await project.secret.post('/v1/releases', { name: 'Copy' });

    expect(refused.body.error).toMatchObject({ code: 'limit_reached', limit: 'entries_per_project_max' });
    expect((await project.secret.get('/v1/releases')).body.data).toHaveLength(1);
  });

  it('a clone counts from its beginning, and gives its entries back when it is deleted', async () => {
    const project = await one.newProject();
    const { secret } = project;
    await defineType(project, 'page', { title: 'string' });
    const newEntry = () => secret.post('/v1/content/page/entries', { values: { title: 'x' } });
    for (let i = 0; i < 2; i += 1) expectDone(await newEntry());
    const copy = expectDone(await secret.post('/v1/releases', { name: 'Copy' }));

    expect([(await newEntry()).status, (await newEntry()).status]).toEqual([201, 400]);
    await secret.delete(`/v1/releases/${copy.id}`);
    expect([(await newEntry()).status, (await newEntry()).status, (await newEntry()).status]).toEqual([
      201, 201, 400,
    ]);
  });

  it('sections count with collections', async () => {
    const { secret } = await one.newProject();
    const shelf = expectDone(await secret.post('/v1/kb/collections', { title: 'A' }));
    for (const title of ['B', 'C'])
      expectDone(await secret.post('/v1/kb/sections', { title, collection: shelf.id }));

    const refused = await secret.post('/v1/kb/sections', { title: 'D', collection: shelf.id });

    expect(refused.body.error).toMatchObject({ code: 'limit_reached', limit: 'kb_shelves_per_project_max' });
  });

  it('assets and their bytes are limited, and what was never sent is forgotten with its upload', async () => {
    const { secret } = await one.newProject();
    const ask = (size_bytes: number) => secret.post('/v1/media/uploads', { ...png, size_bytes });

    expect((await ask(990)).status).toBe(201);
    const refused = await ask(11);
    expect(refused.body.error).toMatchObject({ code: 'limit_reached', limit: 'media_bytes_per_project_max' });
    expect((await ask(10)).status).toBe(201);
  });

  it('keys that were revoked make room, and only so many of them are kept', async () => {
    const project = await one.newProject();
    const owner = await signedIn(one, project.id, 'owner');
    const send = (method: string, path: string, body?: unknown) =>
      owner.send(method, `/projects/${project.id}${path}`, body);

    for (let n = 0; n < 8; n += 1) {
      const made = await send('POST', '/keys', { purpose: 'secret', name: `key ${n}` });
      expect(made.status).toBe(201);
      expect((await send('DELETE', `/keys/${made.body.key.id}`)).status).toBe(200);
    }

    const { data } = (await send('GET', '/keys')).body;
    const names = (data as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['test', 'test', 'key 3', 'key 4', 'key 5', 'key 6', 'key 7']);
  });

  it('a project that has more than its limit keeps working; only more is refused', async () => {
    const project = await one.newProject();
    const small = await startService({ MONGODB_DB: one.app.config.MONGODB_DB, MAX_ENTRIES: '2' });
    await defineType(project, 'page', { title: 'string' });
    const ids = [];
    for (let i = 0; i < 4; i += 1) ids.push(await publishEntry(project, 'page', { title: 'x' }));
    const secret = new ApiClient(small.url, project.secret.token);
    const path = `/v1/content/page/${ids[0]}`;

    expect((await secret.patch(path, { values: { title: 'y' } })).status).toBe(200);
    expect((await secret.post('/v1/content/page/entries', { values: {} })).body.error).toMatchObject({
      code: 'limit_reached',
      value: 2,
    });
    expect((await secret.delete(path)).status).toBe(204);
    expect((await secret.get('/v1/content/page')).body.data).toHaveLength(3);
  });

  it('a project that was there before its entries were counted is counted on its next write', async () => {
    const project = await one.newProject();
    await defineType(project, 'page', { title: 'string' });
    for (let i = 0; i < 4; i += 1) await publishEntry(project, 'page', { title: 'x' });
    const projects = databaseOf(one.app.system).collection<{ _id: string }>('projects');
    await projects.updateOne({ _id: project.id }, { $unset: { usage: true } });

    await publishEntry(project, 'page', { title: 'x' });

    const next = await project.secret.post('/v1/content/page/entries', { values: {} });
    expect(next.body.error.code).toBe('limit_reached');
  });
});
