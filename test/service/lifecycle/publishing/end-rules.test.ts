import { describe, expect, it } from 'vitest';
import { dayMs, defineType, expectDone, pluck, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { type Item, kinds } from '../../../support/publishing/live-items.ts';

const service = await startOwnService();
const now = new Date('2027-03-05T17:00:00.000Z');
const inDays = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
setClock(service, now);

async function newItem(make: (project: TestProject) => Promise<Item>) {
  setClock(service, now);
  const project = await service.newProject();
  const item = await make(project);
  const isEntry = item.event === 'content.entry';
  const send = (body: object) =>
    project.secret.patch(item.path, { ...(isEntry ? { values: {} } : {}), ...body });
  return { project, item, send, isEntry };
}

const refused = [400, 'invalid_unpublish_at', 'unpublish_at'];

describe.each(Object.entries(kinds))('the end of a live %s', (_name, make) => {
  it('is refused where it is no time, not to come, or too far ahead, and never moved', async () => {
    const { send } = await newItem(make);

    for (const unpublish_at of ['soon', 7, '', '2027-02-30', inDays(-1), now.toISOString()])
      expect(refusal(await send({ unpublish_at })), String(unpublish_at)).toEqual(refused);
    const far = [400, 'unpublish_at_too_far_ahead', 'unpublish_at'];
    expect(refusal(await send({ unpublish_at: '2028-03-05T17:00:00.001Z' }))).toEqual(far);
    expect((await send({ unpublish_at: '2028-03-05T17:00:00Z' })).status).toBe(200);
    const next = await send({ unpublish_at: new Date(now.getTime() + 1).toISOString() });
    expect(next.status).toBe(200);
  });

  it('takes a date alone as its midnight, UTC, and null everywhere', async () => {
    const { send } = await newItem(make);

    expect((await send({ unpublish_at: '2027-03-06' })).body.unpublish_at).toBe('2027-03-06T00:00:00.000Z');
    expect((await send({ unpublish_at: '2027-03-06T10:00:00' })).body.unpublish_at).toBe(
      '2027-03-06T10:00:00.000Z',
    );
    const offset = await send({ unpublish_at: '2027-03-06T10:00:00+02:00' });
    expect(offset.body.unpublish_at).toBe('2027-03-06T08:00:00.000Z');
    expect(await send({ publish: false, unpublish_at: null })).toMatchObject({ status: 200 });
    expect(await send({ unpublish_at: null })).toMatchObject({ status: 200, body: { status: 'draft' } });
  });

  it('is refused beside what hides the item', async () => {
    const { send, item } = await newItem(make);

    expect(refusal(await send({ publish: false, unpublish_at: inDays(1) }))).toEqual(refused);
    if (item.event !== 'kb.article') return;
    expect(refusal(await send({ archived: true, unpublish_at: inDays(1) }))).toEqual(refused);
    await send({ unpublish_at: inDays(1) });
    expect((await send({ archived: true })).body).not.toHaveProperty('unpublish_at');
  });

  it('is refused at or before its start, whichever of the two is moved', async () => {
    const { send } = await newItem(make);
    const published_at = inDays(2);

    for (const unpublish_at of [inDays(1), published_at])
      expect(refusal(await send({ publish: true, published_at, unpublish_at }))).toEqual(refused);
    const justAfter = new Date(now.getTime() + 2 * dayMs + 1).toISOString();
    expect((await send({ publish: true, published_at, unpublish_at: justAfter })).body.status).toBe(
      'scheduled',
    );
    for (const moved of [justAfter, inDays(3)])
      expect(refusal(await send({ publish: true, published_at: moved }))).toEqual(refused);
    expect((await send({ publish: true, published_at: inDays(3), unpublish_at: null })).status).toBe(200);
  });

  it('and a scheduled change stand in their order; whichever is sent second is at fault', async () => {
    const { send, item } = await newItem(make);
    const change = { ...item.body('New'), publish_at: inDays(2) };
    const changeRefused = [400, 'invalid_publish_at', 'publish_at'];

    await send({ unpublish_at: inDays(2) });
    expect(refusal(await send(change))).toEqual(changeRefused);
    expect(refusal(await send({ ...change, unpublish_at: inDays(2) }))).toEqual(changeRefused);
    expect((await send({ ...change, unpublish_at: inDays(3) })).body.unpublish_at).toBe(inDays(3));
    for (const unpublish_at of [inDays(1), inDays(2)])
      expect(refusal(await send({ unpublish_at }))).toEqual(refused);
    expect((await send({ unpublish_at: inDays(1), publish: true })).body).not.toHaveProperty('publish_at');
  });

  it('changes nothing in a dry run, and passes If-Match like any write', async () => {
    const { project, item, send, isEntry } = await newItem(make);
    const body = { ...(isEntry ? { values: {} } : {}), unpublish_at: inDays(1) };

    const dry = await project.secret.patch(`${item.path}?dry_run=true`, body);
    const stale = await project.secret.patch(item.path, body, { 'If-Match': '"99"' });

    expect(dry.body).toMatchObject({ unpublish_at: inDays(1), meta: { dry_run: true } });
    expect(stale).toMatchObject({ status: 409, body: { error: { code: 'revision_conflict' } } });
    expect((await project.secret.get('/v1/changes')).body.next_scheduled_change).toBeNull();
    expect((await send({})).body).not.toHaveProperty('unpublish_at');
  });
});

/** Writes that make an item with an end. */
const creations: [string, string, (rest: object) => object][] = [
  ['POST', '/v1/content/page/entries', (rest) => ({ values: { title: 'A' }, ...rest })],
  ['PUT', '/v1/content/home', (rest) => ({ values: { title: 'A' }, ...rest })],
  ['POST', '/v1/blog/articles', (rest) => ({ title: 'A', ...rest })],
  ['POST', '/v1/kb/articles', (rest) => ({ title: 'A', ...rest })],
];

describe.each(creations)('the end that comes with %s %s', (method, path, bodyWith) => {
  it('is taken or refused as a later one is', async () => {
    setClock(service, now);
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
    const { id: collection } = expectDone(await project.secret.post('/v1/kb/collections', { title: 'All' }));
    const shelf = path.startsWith('/v1/kb') ? { collection } : {};
    const send = (rest: object) =>
      project.secret[method === 'PUT' ? 'put' : 'post'](path, bodyWith({ ...shelf, ...rest }));

    for (const rest of [
      { publish: true, unpublish_at: now.toISOString() },
      { publish: true, unpublish_at: 'soon' },
      { publish: false, unpublish_at: inDays(1) },
      { publish: true, published_at: inDays(1), unpublish_at: inDays(1) },
    ])
      expect(refusal(await send(rest)), JSON.stringify(rest)).toEqual(refused);
    const far = [400, 'unpublish_at_too_far_ahead', 'unpublish_at'];
    expect(refusal(await send({ publish: true, unpublish_at: inDays(367) }))).toEqual(far);
    expect(await send({ publish: true, unpublish_at: null })).not.toHaveProperty('body.unpublish_at');
    const next = new Date(now.getTime() + 1).toISOString();
    expect((await send({ publish: true, unpublish_at: next })).body.unpublish_at).toBe(next);
  });
});

describe('the end of an entry', () => {
  it('stands beside values or publish, and only where the entry goes live', async () => {
    const { project, item, send } = await newItem(kinds.entry);
    const unpublish_at = inDays(1);

    expect(refusal(await project.secret.patch(item.path, { unpublish_at }))).toEqual(refused);
    const created = await project.secret.post('/v1/content/page/entries', { values: {}, unpublish_at });
    expect(refusal(created)).toEqual(refused);
    const live = { values: {}, publish: true, unpublish_at };
    expect((await project.secret.post('/v1/content/page/entries', live)).body).toMatchObject({
      unpublish_at,
    });
    await send({ publish: false });
    expect(refusal(await send({ unpublish_at }))).toEqual(refused);
    expect((await send({ publish: true, unpublish_at })).body).toMatchObject({
      status: 'published',
      unpublish_at,
    });
  });

  it('of what is live is set without its draft going live', async () => {
    const { project, item, send } = await newItem(kinds.entry);
    const owner = await signedIn(service, project.id, 'owner');
    const draft = `/projects/${project.id}${item.path.replace('/v1/content/page', '/content/page/entries')}`;
    await owner.send('PATCH', draft, item.body('Drafted'));

    const answer = expectDone(await send({ unpublish_at: inDays(1) }));

    expect(answer).toMatchObject({ values: { title: 'Drafted' }, has_unpublished_changes: true });
    expect((await project.publishable.get(item.path)).body.values.title).toBe('Old');
  });

  it('of a singleton stays through a PUT that says nothing of it', async () => {
    const { project, item, send } = await newItem(kinds.singleton);
    await send({ unpublish_at: inDays(1) });

    const put = await project.secret.put(item.path, { values: { title: 'New' } });
    const moved = await project.secret.put(item.path, { values: { title: 'New' }, unpublish_at: inDays(2) });

    expect(put.body).toMatchObject({ status: 'published', unpublish_at: inDays(1) });
    expect(moved.body).toMatchObject({ unpublish_at: inDays(2) });
  });

  it('is told with all other faults of the write', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const body = { values: { title: 7, other: 1 }, publish: true, unpublish_at: 'soon' };

    const answer = await project.secret.post('/v1/content/page/entries', body);

    expect(pluck(answer.body.error.errors, 'code').sort()).toEqual([
      'invalid_field_value',
      'invalid_unpublish_at',
      'unknown_field',
    ]);
  });
});

describe.each(['blog article', 'knowledge base article'] as const)('the end of a draft of a %s', (kind) => {
  it('waits with the draft, is refused once it has passed, and goes when the draft is hidden again', async () => {
    const { project, send, item } = await newItem(kinds[kind]);
    await send({ publish: false });
    expect((await send({ unpublish_at: inDays(1) })).body).toMatchObject({
      status: 'draft',
      unpublish_at: inDays(1),
    });
    expect((await project.secret.get('/v1/changes')).body.next_scheduled_change).toBeNull();
    expect((await send({ publish: true })).body).toMatchObject({
      status: 'published',
      unpublish_at: inDays(1),
    });
    await send({ publish: false });
    await send({ unpublish_at: inDays(1) });
    setClock(service, Date.parse(inDays(1)));

    expect(refusal(await send({ publish: true }))).toEqual(refused);
    expect((await send(item.body('Edited'))).body).toMatchObject({ unpublish_at: inDays(1) });
    expect((await send({ publish: true, unpublish_at: null })).body).not.toHaveProperty('unpublish_at');
    await send({ publish: false });
    await send({ unpublish_at: inDays(2) });
    expect((await send({ publish: false })).body).not.toHaveProperty('unpublish_at');
  });

  it('is refused at or before the date that the draft keeps', async () => {
    const { send } = await newItem(kinds[kind]);
    await send({ publish: false });

    expect(refusal(await send({ published_at: inDays(2), unpublish_at: inDays(2) }))).toEqual(refused);
    expectDone(await send({ published_at: inDays(2), unpublish_at: inDays(3) }));
    expect(refusal(await send({ published_at: inDays(4) }))).toEqual(refused);
  });
});
