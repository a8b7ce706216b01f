import { describe, expect, it } from 'vitest';
import { dayMs, expectDone } from '../../../support/content.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { runJob } from '../../../support/publishing/due-work.ts';
import { type Item, kinds } from '../../../support/publishing/live-items.ts';

const service = await startOwnService();
/** The end of each item here; writes are made a day before it unless a test says otherwise. */
const end = new Date('2027-03-05T17:00:00.000Z');
const unpublish_at = end.toISOString();
const [dayBefore, justBefore, dayAfter] = [-dayMs, -1, dayMs].map((ms) => new Date(end.getTime() + ms));
const at = (moment: Date | undefined) => setClock(service, moment ?? end);

async function newItem(make: (project: TestProject) => Promise<Item>) {
  at(dayBefore);
  const project = await service.newProject();
  const item = await make(project);
  const beside = item.event === 'content.entry' ? { values: {} } : {};
  const send = (body: object) => project.secret.patch(item.path, { ...beside, ...body });
  return { project, item, send };
}

/** Names of the events about the item after its first publication. */
async function told(project: TestProject, { event }: Item): Promise<string[]> {
  const names = (await project.events()).filter((name) => name.startsWith(event));
  return names.slice(1).map((name) => name.slice(event.length + 1));
}

describe.each(Object.entries(kinds))('the end of a %s', (_name, make) => {
  it('keeps it live to the millisecond before, and takes it away at the end, told once', async () => {
    const { project, item, send } = await newItem(make);

    const set = await send({ unpublish_at });

    expect(set.body).toMatchObject({
      status: 'published',
      revision: 2,
      unpublish_at,
      has_unpublished_changes: false,
    });
    expect((await project.publishable.get('/v1/changes')).body.next_scheduled_change).toBe(unpublish_at);
    expect(await told(project, item)).toEqual([]);
    at(justBefore);
    expect(item.titleIn((await project.publishable.get(item.path)).body)).toBe('Old');
    at(end); // no job has run
    const gone = await project.publishable.get(item.path);
    expect(gone).toMatchObject({
      status: 404,
      body: { error: { code: expect.stringMatching(/not_published$/) } },
    });
    expect(gone.body.error).not.toHaveProperty('available_at');
    expect((await project.publishable.get('/v1/changes')).body.next_scheduled_change).toBeNull();

    await Promise.all([runJob(service), runJob(service)]);
    await runJob(service);

    expect(await told(project, item)).toEqual(['unpublished']);
    expect((await project.eventData()).at(-1)).toMatchObject({
      status: 'draft',
      ...(item.event === 'content.entry' ? { revision: 2 } : {}), // articles tell none
      updated_at: unpublish_at,
    });
    expect((await project.publishable.get(item.path)).status).toBe(404);
  });

  it('is never served to readers, and leaves the draft, its revision and its times', async () => {
    const { project, item, send } = await newItem(make);
    const { revision, updated_at, published_at } = expectDone(await send({ unpublish_at }));
    expect((await project.publishable.get(item.path)).text).not.toContain('unpublish');
    at(end);
    await runJob(service);

    const dry = await project.secret.patch(`${item.path}?dry_run=true`, item.body('New'));
    const same = expectDone(await send({ unpublish_at: null }));

    expect(dry.body).toMatchObject({ status: 'draft', revision: revision + 1 });
    expect(same).toMatchObject({ status: 'draft', revision, updated_at, published_at, live_revision: null });
    expect((same.values ?? same).title).toBe('Old');
  });

  it('moves revision and updated_at of the answer when set, moved and taken away, and tells nobody', async () => {
    const { project, item, send } = await newItem(make);
    const was = await project.publishable.get(item.path);
    const later = dayAfter?.toISOString();

    const answers = [];
    for (const sent of [unpublish_at, unpublish_at, later, null])
      answers.push(expectDone(await send({ unpublish_at: sent })));

    expect(answers.map((answer) => answer.revision)).toEqual([2, 2, 3, 4]);
    expect(answers.map((answer) => answer.unpublish_at)).toEqual([
      unpublish_at,
      unpublish_at,
      later,
      undefined,
    ]);
    expect(await told(project, item)).toEqual([]);
    const read = await project.publishable.get(item.path);
    expect([read.text, read.headers.get('etag')]).toEqual([was.text, was.headers.get('etag')]);
    at(dayAfter);
    await runJob(service);
    expect((await project.publishable.get(item.path)).status).toBe(200);
  });

  it('stays through edits and publications, and is told before a write that comes after it', async () => {
    const { project, item, send } = await newItem(make);
    await send({ unpublish_at });
    expect((await send(item.body('Edited'))).body).toMatchObject({ unpublish_at });
    expect((await send({ publish: true })).body).toMatchObject({ unpublish_at });
    at(end);

    const again = expectDone(await send({ publish: true }));

    expect(again).toMatchObject({ status: 'published', published_at: dayBefore?.toISOString() });
    expect(again).not.toHaveProperty('unpublish_at');
    expect(await told(project, item)).toEqual(['updated', 'unpublished', 'published']);
    at(dayAfter);
    await runJob(service);
    expect((await project.publishable.get(item.path)).status).toBe(200);
    expect(await told(project, item)).toEqual(['updated', 'unpublished', 'published']);
  });

  it('gives each of its events an id and a time of their own', async () => {
    const { project, item, send } = await newItem(make);
    await send({ unpublish_at });
    at(end);
    await runJob(service);
    at(new Date(end.getTime() + 1));
    await send({ publish: true, unpublish_at: dayAfter?.toISOString() });
    at(dayAfter);
    await runJob(service);

    const names = await project.events();
    const ofItem = (await project.eventData()).filter((_, i) => names[i]?.startsWith(item.event));
    const keys = ofItem.map(({ updated_at }) => updated_at);
    expect(await told(project, item)).toEqual(['unpublished', 'published', 'unpublished']);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.at(-1)).toBe(dayAfter?.toISOString());
  });

  it('has another time than a publication in its very millisecond', async () => {
    const { project, item, send } = await newItem(make);
    await send({ unpublish_at });
    at(end);
    await Promise.all([runJob(service), runJob(service)]);

    const again = expectDone(await send({ publish: true }));

    const [ended, published] = (await project.eventData()).slice(-2);
    expect([ended?.['updated_at'], published?.['updated_at']]).toEqual([unpublish_at, again.updated_at]);
    expect(again.updated_at > unpublish_at).toBe(true);
    expect(again).toMatchObject({ status: 'published', published_at: dayBefore?.toISOString() });
    expect((await project.publishable.get(item.path)).status).toBe(200);
    expect(await told(project, item)).toEqual(['unpublished', 'published']);
  });

  it('is told after a start that passed with it while no job ran', async () => {
    const { project, item, send } = await newItem(make);
    const start = new Date(end.getTime() - 60_000);
    await send({ publish: false });
    const scheduled = await send({ publish: true, published_at: start.toISOString(), unpublish_at });
    expect(scheduled.body).toMatchObject({ status: 'scheduled', unpublish_at });
    at(new Date(start.getTime() - 1));
    expect((await project.publishable.get(item.path)).status).toBe(404);
    at(start);
    expect((await project.publishable.get(item.path)).status).toBe(200);
    expect((await project.publishable.get('/v1/changes')).body.next_scheduled_change).toBe(unpublish_at);
    at(dayAfter);
    expect((await project.publishable.get(item.path)).status).toBe(404);

    await Promise.all([runJob(service), runJob(service)]);

    expect(await told(project, item)).toEqual(['unpublished', 'published', 'unpublished']);
    const [started, ended] = (await project.eventData()).slice(-2);
    expect(started).toMatchObject({ status: 'published', updated_at: dayBefore?.toISOString() });
    expect(ended).toMatchObject({ status: 'draft', updated_at: unpublish_at });
  });

  it('is dropped by unpublishing, also while scheduled', async () => {
    const { project, item, send } = await newItem(make);
    await send({ unpublish_at });
    const hidden = expectDone(await send({ publish: false }));
    const start = new Date(end.getTime() - 60_000).toISOString();
    await send({ publish: true, published_at: start, unpublish_at });
    const taken = expectDone(await send({ publish: false }));
    const live = expectDone(await send({ publish: true, published_at: dayBefore?.toISOString() }));
    at(dayAfter);
    await runJob(service);

    for (const answer of [hidden, taken, live]) expect(answer).not.toHaveProperty('unpublish_at');
    expect((await project.publishable.get(item.path)).status).toBe(200);
    expect(await told(project, item)).toEqual(['unpublished', 'published']);
  });

  it('comes after a scheduled change before it, and is told before a deletion', async () => {
    const { project, item, send } = await newItem(make);
    const publish_at = justBefore?.toISOString();
    await send({ unpublish_at });
    expect((await send({ ...item.body('New'), publish_at })).body).toMatchObject({
      publish_at,
      unpublish_at,
    });
    at(end);

    const deleted = await project.secret.delete(item.path);

    if (item.path === '/v1/content/home') return; // singletons cannot be deleted
    expect(deleted.status).toBe(204);
    expect(await told(project, item)).toEqual(['updated', 'unpublished', 'deleted']);
    const [ended, gone] = (await project.eventData()).slice(-2);
    expect(ended?.['updated_at']).not.toBe(gone?.['updated_at']);
    await runJob(service);
    expect(await told(project, item)).toHaveLength(3);
  });

  it('leaves nothing of which a change could be scheduled', async () => {
    const { project, item, send } = await newItem(make);
    await send({ unpublish_at });
    at(end);
    await runJob(service);

    const answer = await send({ ...item.body('New'), publish_at: dayAfter?.toISOString() });

    expect(answer.body.error).toMatchObject({ code: 'invalid_publish_at', param: 'publish_at' });
    expect(await told(project, item)).toEqual(['unpublished']);
  });
});
