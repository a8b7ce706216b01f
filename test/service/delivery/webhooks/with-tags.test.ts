import { writeProject } from '../../../../src/projects/write/transaction.ts';
import { describe, expect, it } from 'vitest';
import type { EventRecord } from '../../../../src/projects/events/schema.ts';
import { replaySince } from '../../../../src/delivery/webhooks/sending/replay.ts';
import { acting, tester } from '../../../support/actor.ts';
import { databaseOf } from '../../../support/database.ts';
import { expectDone } from '../../../support/content.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { toldSince } from '../../../support/delivery/holding.ts';
import { newEndpoint, quickDeliveries } from '../../../support/webhooks/endpoints.ts';

const service = await startService(quickDeliveries);
const { app } = service;
await app.start();

/** A project with an endpoint that asks for tags and one that does not. */
async function newPair() {
  const project = await service.newProject();
  const [asking, plain] = [await startReceiver(), await startReceiver()];
  const endpoint = await newEndpoint(app, project, { receiver: asking, withTags: true });
  await newEndpoint(app, project, { receiver: plain });
  return { project, asking, plain, endpoint };
}

/** One change with several events that tells so many tags. */
async function changeMuch({ id }: TestProject, tags: readonly string[]): Promise<void> {
  const call = await app.contextsOf(tester).project(id);
  await writeProject(call, async (inside) => {
    for (const n of [1, 2, 3]) {
      const subject = `art_${String(n).padStart(26, '0')}`;
      inside.emit({ name: 'blog.article.updated', subject, revision: n, data: { n }, isPublic: true });
    }
    inside.invalidate('blog', { tags });
    return inside.stored({ action: 'article.changed', subject: { kind: 'blog_article', id: 'test' } });
  });
}

describe('an endpoint that asks for cache tags', () => {
  it('is sent those of the change in data, and others get the bytes that they always got', async () => {
    const { project, asking, plain } = await newPair();

    expectDone(await project.secret.post('/v1/blog/articles', { title: 'Kites', publish: true }));

    const [[withTags], [without]] = [await asking.got(1), await plain.got(1)];
    const { tags, ...data } = withTags?.body.data as Record<string, unknown>;
    expect(data).toEqual(without?.body.data);
    expect(without?.body.data).not.toHaveProperty('tags');
    expect((tags as string[]).sort()).toEqual(await toldSince(project.secret, 1));
    expect(tags).toContain(data['id']);
    expect(Object.keys(withTags?.body as object)).toEqual(Object.keys(without?.body as object));
  });

  it('is sent the same with each event of a change', async () => {
    const { project, asking } = await newPair();

    await changeMuch(project, ['one', 'two']);

    const sent = await asking.got(3);
    const code = project.id.slice(-8);
    for (const { body } of sent) expect(body.data['tags']).toEqual([`one:${code}`, `two:${code}`]);
  });

  it('is sent the one that means everything instead of more than 64', async () => {
    const { project, asking } = await newPair();

    await changeMuch(
      project,
      Array.from({ length: 65 }, (_, n) => `tag-${n}`),
    );

    for (const { body } of await asking.got(3))
      expect(body.data['tags']).toEqual([`all:${project.id.slice(-8)}`]);
  });

  it('is sent those that an earlier version kept on a row of their own', async () => {
    const { project, asking, endpoint } = await newPair();
    await changeMuch(project, ['one']);
    const [first] = await asking.got(3);
    const database = databaseOf(app.system);
    const events = database.collection<EventRecord>('events');
    const kept = await events.findOne({ project_id: project.id, tags: { $exists: true } });
    if (kept === null) throw new Error('no event keeps the tags');
    await events.updateMany({ project_id: project.id }, { $unset: { tags: 1, hidden: 1 } });
    await database.collection<{ _id: string }>('invalidations').insertOne({
      _id: 'inv_01jd2v8k3q5w7x9y0z1a2b3c4e',
      project_id: project.id,
      project_revision: kept.project_revision,
      tags: kept.tags,
      hidden: [],
      created_at: kept.created_at,
    } as { _id: string });

    await replaySince(endpoint.db, endpoint.id, { since: new Date(0), by: acting(app) });

    const again = (await asking.got(6)).slice(3);
    expect(again.map(({ body }) => body.data['tags'])).toEqual(Array(3).fill(first?.body.data['tags']));
  });

  it('is sent the same bytes again by a replay', async () => {
    const { project, asking, endpoint } = await newPair();
    await changeMuch(project, ['one', 'two']);
    const before = (await asking.got(3)).map(({ raw }) => raw);

    await replaySince(endpoint.db, endpoint.id, { since: new Date(0), by: acting(app) });

    const again = (await asking.got(6)).slice(3).map(({ raw }) => raw);
    expect(again.sort()).toEqual(before.sort());
  });
});
