import { readFileSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deleteAsset } from '../../../../src/content/media/change.ts';
import { sweepMedia } from '../../../../src/content/media/upload/expiry.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { newAsset, newUpload, startMediaService } from '../../../support/media.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { inRepository } from '../../../support/program.ts';
import { watchShardKeys } from '../../../support/shard-keys.ts';
import { collections, declared, shardable } from '../../../support/assembly.ts';
import { tester } from '../../../support/actor.ts';
import { clientOf, databaseOf } from '../../../support/database.ts';

const { service } = await startMediaService({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' });
const { app } = service;
await app.start();
const watch = watchShardKeys(clientOf(app.system));

/** A day in the life of a project: everything that changes rows, asked for as people and programs do. */
async function walkThrough() {
  const project = await service.newProject();
  const { secret, publishable } = project;
  const owner = await signedIn(service, project.id, 'owner');
  const receiver = await startReceiver();
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await owner.send(method, `/projects/${project.id}${path}`, body);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { endpoint } = await send('POST', '/webhooks', { url: receiver.url });
  await send('PATCH', `/webhooks/${endpoint.id}`, { enabled: true });

  await defineType(project, 'page', { title: 'string', cover: 'image' });
  const asset = await newAsset(secret);
  const page = await publishEntry(project, 'page', { title: 'One', cover: asset });
  expectDone(await secret.patch(`/v1/content/page/${page}`, { values: { title: 'Two' } }));
  await send('PATCH', `/content/page/entries/${page}`, { values: { title: 'Drafted' } });
  await send('PATCH', `/content/page/entries/${page}`, { values: { title: 'Drafted again' } });
  await send('POST', `/presence/${page}`, { state: 'editing' });
  await send('DELETE', `/presence/${page}`);
  await defineType(project, 'page', { title: 'string' });

  const { id: author } = expectDone(await secret.post('/v1/authors', { name: 'Ada' }));
  expectDone(await secret.patch('/v1/authors/ada', { name: 'Ada L.' }));
  expectDone(await secret.post('/v1/blog/articles', { title: 'News', authors: [author], publish: true }));
  expectDone(await secret.patch('/v1/blog/articles/news', { title: 'Old news' }));
  expectDone(await secret.delete('/v1/blog/articles/news'));
  expectDone(await secret.delete('/v1/authors/ada'));
  const { id: collection } = expectDone(await secret.post('/v1/kb/collections', { title: 'Help' }));
  const { id: section } = expectDone(await secret.post('/v1/kb/sections', { title: 'Part', collection }));
  expectDone(await secret.post('/v1/kb/articles', { title: 'How', collection, section, publish: true }));
  for (const helpful of [true, false])
    expectDone(await publishable.post('/v1/kb/articles/how/vote', { helpful, visitor_id: 'ada' }));
  expectDone(await secret.delete('/v1/kb/articles/how'));

  const { id: release } = expectDone(await secret.post('/v1/releases', { name: 'Spring' }));
  expect((await secret.get(`/v1/content/page/${page}?release=${release}`)).status).toBe(200);
  expectDone(await secret.post(`/v1/releases/${release}/promote`));
  expectDone(await secret.delete(`/v1/releases/${project.releaseId}`));
  expectDone(await secret.delete(`/v1/content/page/${page}`));

  const headers = { 'Idempotency-Key': `once-${project.id}` };
  for (let i = 0; i < 2; i += 1) await secret.post('/v1/blog/categories', { name: 'Once' }, headers);
  await deleteAsset(await app.contextsOf(tester).project(project.id), asset);
  await newUpload(secret);
  await receiver.got(5);
  await send('POST', `/webhooks/${endpoint.id}/test`);
  await send('DELETE', `/webhooks/${endpoint.id}`);
  return project;
}

describe('a change of one row', () => {
  it('says the project, by which a sharded cluster finds its shard, whatever is done', async () => {
    const project = await walkThrough();
    const dayAfter = new Date(app.clock.now().getTime() + 48 * 60 * 60 * 1000);
    const { storage } = await app.contextsOf(tester).project(project.id);
    await sweepMedia({ system: app.system, storage, now: dayAfter });

    // As older versions left them, for the changes of stored data that a start makes.
    const own = { project_id: project.id };
    const db = databaseOf(app.system);
    await db.collection('authors').insertOne({ ...own, name: 'Łaz', sort_name: 'łaz', revision: 1 });
    await db.collection('content_types').updateMany(own, { $unset: { is_settled: true } });
    for (const migration of declared.migrations) await migration.run(app.system);

    expect(watch.faults).toEqual([]);
    expect([...watch.single].sort()).toEqual(
      expect.arrayContaining([
        '$merge content_types',
        '$merge entries',
        'delete articles',
        'delete authors',
        'delete entries',
        'delete media',
        'delete media_leftovers',
        'delete presence',
        'findAndModify deliveries',
        'findAndModify kb_vote_totals',
        'findAndModify presence',
        'findAndModify versions',
        'findAndModify webhook_endpoints',
        'update articles',
        'update authors',
        'update content_types',
        'update deliveries',
        'update entries',
        'update idempotency',
        'update kb_sections',
        'update media',
        'update media_leftovers',
        'update release_removals',
      ]),
    );
  });

  it('is found out by every test of a service when it does not', async () => {
    const client = new MongoClient(app.config.MONGODB_URI, { monitorCommands: true });
    onTestFinished(() => client.close());
    const { faults } = watchShardKeys(client);
    const rows = client.db(app.config.MONGODB_DB).collection('entries');

    await rows.updateOne({ id: 'ent_0' }, { $set: { a: 1 } });
    await rows.bulkWrite([{ deleteOne: { filter: { project_id: { $in: ['prj_0'] } } } }]);
    await rows.findOneAndUpdate({ $or: [{ project_id: 'prj_0' }] }, { $set: { a: 1 } });
    const merge = { into: 'entries', on: '_id', whenMatched: 'fail' };
    await rows.aggregate([{ $match: { project_id: 'prj_0' } }, { $merge: merge }]).toArray();
    await rows.updateOne({ $and: [{ project_id: 'prj_0' }, { id: 'ent_0' }] }, { $set: { a: 1 } });
    await rows.updateMany({ id: 'ent_0' }, { $set: { a: 1 } });

    expect(faults.map((fault) => fault.split(' ').slice(0, 2).join(' '))).toEqual([
      'update entries',
      'delete entries',
      'findAndModify entries',
      '$merge entries',
    ]);
  });
});

describe('docs/run/scaling.md', () => {
  const page = readFileSync(inRepository('docs/run/scaling.md'), 'utf8');
  const section = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const named = (text: string) =>
    [...text.matchAll(/^\| (`[^|]*`) *\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name),
    );

  it('says of every collection whether it may be sharded', () => {
    const other = collections.filter((one) => !shardable.includes(one)).map(({ name }) => name);

    expect(named(section('Collections to shard')).sort()).toEqual(shardable.map(({ name }) => name).sort());
    expect(named(section('Unsharded collections')).sort()).toEqual(
      [...other, 'leases', 'schema_versions'].sort(),
    );
  });

  it('shards what has no unique index without the project in front, and names those of the others', () => {
    const loose = collections.flatMap(({ name, indexes }) =>
      indexes
        .filter(({ unique, key }) => unique === true && Object.keys(key)[0] !== 'project_id')
        .map(({ key }) => [name, Object.keys(key).join(', ')] as const),
    );

    expect(shardable.filter(({ name }) => loose.some(([one]) => one === name))).toEqual([]);
    const rows = section('Unsharded collections').split('\n');
    for (const [name, keys] of loose)
      expect(rows.find((row) => row.includes(`\`${name}\``))).toContain(`\`${keys}\``);
  });

  it('shards what has an index of all its rows that begins with the project, as MongoDB asks', () => {
    const bare = shardable.filter(
      ({ indexes }) =>
        !indexes.some(
          ({ key, partialFilterExpression }) =>
            partialFilterExpression === undefined && Object.keys(key)[0] === 'project_id',
        ),
    );

    expect(bare).toEqual([]);
  });
});
