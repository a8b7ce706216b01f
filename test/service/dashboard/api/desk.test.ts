import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../support/client.ts';
import type { Narrowed } from '../../../../src/contract/access.ts';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();

async function staffed() {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const editor = await signedIn(service, project.id, 'editor');
  return { project, owner, editor, base: `/projects/${project.id}` };
}

describe('GET home', () => {
  it('says what was edited, what appears next and what is stale', async () => {
    const { project, owner, editor, base } = await staffed();
    await defineType(project, 'page', { title: 'string' });
    const later = new Date(service.app.clock.now().getTime() + 3_600_000).toISOString();
    await project.secret.post('/v1/content/page/entries', {
      values: { title: 'Soon' },
      publish: true,
      published_at: later,
    });
    await project.secret.post('/v1/blog/articles', { title: 'Post' });
    const collection = expectDone(await project.secret.post('/v1/kb/collections', { title: 'Help' })) as {
      id: string;
    };
    await project.secret.post('/v1/kb/articles', { title: 'Old', collection: collection.id, publish: true });
    const db = databaseOf(service.app.system);
    const past = new Date('2020-01-01');
    await db
      .collection('articles')
      .updateOne({ project_id: project.id, module: 'kb' }, { $set: { aging_at: past, review_due_at: past } });
    const hook = await owner.send('POST', `${base}/webhooks`, { url: 'https://example.com/' });
    await db
      .collection('webhook_endpoints')
      .updateOne(
        { project_id: project.id, _id: hook.body.endpoint.id },
        { $set: { consecutive_failures: 3 } },
      );

    const { body } = await owner.send('GET', `${base}/home`);

    expect(valuesOf({ body: { data: body.recent } }, 'title')).toEqual(['Old', 'Post', 'Soon']);
    expect(body.scheduled).toMatchObject([
      { kind: 'entry', type: 'page', title: 'Soon', scheduled_for: later },
    ]);
    expect(body.stale_articles).toMatchObject([{ slug: 'old', review_due_at: past.toISOString() }]);
    expect(body.stale_count).toBe(1);
    expect(body.failing_webhooks).toMatchObject([{ health: { state: 'failing' } }]);
    const forEditor = await editor.send('GET', `${base}/home`);
    expect(forEditor.body.failing_webhooks).toEqual([]);
  });
});

describe('presence', () => {
  it('says who else has an item open, until they leave', async () => {
    const { project, owner, editor, base } = await staffed();
    const heartbeat = (client: typeof owner, state: string) =>
      client.send('POST', `${base}/presence/ent_1`, { state });

    expect((await heartbeat(owner, 'editing')).body.data).toEqual([]);
    const seen = await heartbeat(editor, 'viewing');

    expect(seen.body.data).toMatchObject([{ item: 'ent_1', name: `owner-${project.id}`, state: 'editing' }]);
    expect((await editor.send('GET', `${base}/presence`)).body.data).toHaveLength(1);
    expect((await editor.send('POST', `${base}/presence/ent_2`, { state: 'viewing' })).body.data).toEqual([]);
    await owner.send('DELETE', `${base}/presence/ent_1`);
    expect((await heartbeat(editor, 'editing')).body.data).toEqual([]);
    expect((await heartbeat(editor, 'asleep')).body.error.code).toBe('invalid_field_value');
  });

  it('names the field that a person has the focus in', async () => {
    const { owner, editor, base } = await staffed();
    const report = (body: object) => owner.send('POST', `${base}/presence/ent_1`, body);
    const fieldOf = async () => (await editor.send('GET', `${base}/presence`)).body.data[0].field;
    await report({ state: 'editing' });
    expect(await fieldOf()).toBe(null);
    const { version } = (await editor.send('GET', `${base}/activity`)).body;
    await report({ state: 'editing', field: 'title' });
    expect(await fieldOf()).toBe('title');
    const activity = await editor.send('GET', `${base}/activity?since=${version}&wait=10`);
    expect(activity.body.changed).toContain('presence');
    await report({ state: 'editing', field: null });
    expect(await fieldOf()).toBe(null);
    expect((await report({ state: 'editing', field: 'a'.repeat(201) })).status).toBe(400);
  });

  it('hides people on items that a narrowed member may not read', async () => {
    const { project, owner, editor, base } = await staffed();
    for (const type of ['page', 'note']) await defineType(project, type, { title: 'string' });
    const note = await publishEntry(project, 'note', { title: 'A note' });
    const page = await publishEntry(project, 'page', { title: 'A page' });
    const post = String(expectDone(await project.secret.post('/v1/blog/articles', { title: 'Post' })).id);
    for (const id of [note, page, post, 'ent_1'])
      await owner.send('POST', `${base}/presence/${id}`, { state: 'editing' });
    const narrowed = (grant: Narrowed, name: string) =>
      signedIn(service, project.id, { role: 'editor', grant }, `${name}-${project.id}@example.test`);
    const itemsOf = async (client: typeof owner) =>
      ((await client.send('GET', `${base}/presence`)).body.data as { item: string }[])
        .map(({ item }) => item)
        .sort();
    const ofBlog = await narrowed({ areas: ['blog'] }, 'blog');

    expect(await itemsOf(editor)).toEqual([note, page, post, 'ent_1'].sort());
    expect(await itemsOf(ofBlog)).toEqual([post]);
    expect(await itemsOf(await narrowed({ types: ['note'] }, 'note'))).toEqual([note, post].sort());
    const probed = await ofBlog.send('POST', `${base}/presence/${page}`, { state: 'viewing' });
    expect(probed.body.data).toEqual([]);
  });

  it('forgets who was not heard of for a while', async () => {
    const { owner, editor, base } = await staffed();
    await owner.send('POST', `${base}/presence/ent_1`, { state: 'editing' });
    const db = databaseOf(service.app.system);
    await db.collection('presence').updateMany({}, { $set: { at: new Date(Date.now() - 46_000) } });

    expect((await editor.send('GET', `${base}/presence`)).body.data).toEqual([]);
  });
});
