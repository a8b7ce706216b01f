import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../support/client.ts';
import { dayMs, expectDone, inMs, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { runJob } from '../../../support/publishing/due-work.ts';
import { type Item, kinds } from '../../../support/publishing/live-items.ts';

const service = await startService();
/** The same data two days later. */
const later = await startService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  CLOCK_OFFSET_MS: String(2 * dayMs),
});

const tomorrow = () => inMs(dayMs);
const afterIt = ({ secret }: TestProject) => new ApiClient(later.url, secret.token);

const updates = async (project: TestProject, { event }: Item) =>
  (await project.events()).filter((name) => name === `${event}.updated`).length;

describe.each(Object.entries(kinds))('a scheduled change of a live %s', (_name, make) => {
  it('waits beside the live version and is made at its date, told once', async () => {
    const project = await service.newProject();
    const item = await make(project);
    const publish_at = tomorrow();

    const answer = await project.secret.patch(item.path, { ...item.body('New'), publish_at });

    expect(answer.body).toMatchObject({ status: 'published', publish_at, has_unpublished_changes: true });
    const before = await project.publishable.get(item.path);
    expect(item.titleIn(before.body)).toBe('Old');
    expect((await project.publishable.get('/v1/changes')).body.next_scheduled_change).toBe(publish_at);
    await runJob(service);
    expect(await updates(project, item)).toBe(0);

    expect(item.titleIn((await afterIt(project).get(item.path)).body)).toBe('Old'); // no job has run
    await Promise.all([runJob(later), runJob(later)]);
    await runJob(later);

    const after = await project.publishable.get(item.path);
    expect(item.titleIn(after.body)).toBe('New');
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(await updates(project, item)).toBe(1);
    expect((await project.eventData()).at(-1)).toMatchObject({ updated_at: publish_at, status: 'published' });
    const written = await afterIt(project).patch(item.path, item.body('New'));
    expect(written.body).toMatchObject({ status: 'published', has_unpublished_changes: false });
    expect(written.body).not.toHaveProperty('publish_at');
  });

  it('is turned by the next write of the item, before that write', async () => {
    const project = await service.newProject();
    const item = await make(project);
    await project.secret.patch(item.path, { ...item.body('New'), publish_at: tomorrow() });

    const hidden = await afterIt(project).patch(item.path, { ...item.body('Newest'), publish: false });

    expect(hidden.status).toBe(200);
    expect((await project.events()).slice(-2)).toEqual([
      `${item.event}.updated`,
      `${item.event}.unpublished`,
    ]);
    await runJob(later);
    expect(await updates(project, item)).toBe(1);
  });

  it('is turned before a write of the same kind, and both are told', async () => {
    const project = await service.newProject();
    const item = await make(project);
    await project.secret.patch(item.path, { ...item.body('New'), publish_at: tomorrow() });

    await afterIt(project).patch(item.path, item.body('Newest'));

    expect(item.titleIn((await project.publishable.get(item.path)).body)).toBe('Newest');
    expect(await updates(project, item)).toBe(2);
  });

  it('is moved by another date, and holds the draft of that write', async () => {
    const project = await service.newProject();
    const item = await make(project);
    await project.secret.patch(item.path, { ...item.body('New'), publish_at: tomorrow() });
    const publish_at = inMs(3 * dayMs);

    const moved = await project.secret.patch(item.path, { ...item.body('Newer'), publish_at });
    await runJob(later);

    expect(moved.body.publish_at).toBe(publish_at);
    expect(item.titleIn((await afterIt(project).get(item.path)).body)).toBe('Old');
    expect((await afterIt(project).get('/v1/changes')).body.next_scheduled_change).toBe(publish_at);
  });

  it.each([
    ['null, and the draft stays', { publish_at: null }],
    ['unpublishing', { publish: false }],
    ['publishing now', { publish: true }],
    ['a later start', { publish: true, published_at: inMs(3 * dayMs) }],
  ])('is dropped by %s', async (_by, move) => {
    const project = await service.newProject();
    const item = await make(project);
    await project.secret.patch(item.path, { ...item.body('New'), publish_at: tomorrow() });

    const beside = 'publish' in move || item.event !== 'content.entry' ? {} : { values: {} };
    const answer = expectDone(await project.secret.patch(item.path, { ...beside, ...move }));
    const told = await project.events();
    await runJob(later);

    expect(answer).not.toHaveProperty('publish_at');
    expect(await project.events()).toEqual(told);
    expect((answer.values ?? answer).title).toBe('New');
  });

  it('does not hold what was edited after it; edits of the API are live until its date', async () => {
    const project = await service.newProject();
    const item = await make(project);
    await project.secret.patch(item.path, { ...item.body('New'), publish_at: tomorrow() });

    await project.secret.patch(item.path, item.body('Between'));

    expect(item.titleIn((await project.publishable.get(item.path)).body)).toBe('Between');
    await runJob(later);
    expect(item.titleIn((await project.publishable.get(item.path)).body)).toBe('New');
  });

  it('is refused with invalid_publish_at where it cannot be', async () => {
    const project = await service.newProject();
    const item = await make(project);
    const send = (body: object) => project.secret.patch(item.path, { ...item.body('New'), ...body });
    const refused = [400, 'invalid_publish_at', 'publish_at'];

    for (const publish_at of ['soon', 7, inMs(-1000), inMs(367 * dayMs)])
      expect(refusal(await send({ publish_at })), String(publish_at)).toEqual(refused);
    const publish_at = tomorrow();
    expect(refusal(await send({ publish_at, publish: false }))).toEqual(refused);
    expect(refusal(await send({ publish_at, publish: true, published_at: tomorrow() }))).toEqual(refused);
    await project.secret.patch(item.path, { publish: false });
    expect(refusal(await send({ publish_at }))).toEqual(refused);
    expect(await send({ publish_at: null })).toMatchObject({ status: 200 });
  });

  it('changes nothing in a dry run, and passes If-Match like any write', async () => {
    const project = await service.newProject();
    const item = await make(project);
    const publish_at = tomorrow();
    const body = { ...item.body('New'), publish_at };

    const dry = await project.secret.patch(`${item.path}?dry_run=true`, body);
    const stale = await project.secret.patch(item.path, body, { 'If-Match': '"99"' });

    expect(dry.body.publish_at).toBe(publish_at);
    expect(stale).toMatchObject({ status: 409, body: { error: { code: 'revision_conflict' } } });
    expect((await project.secret.get('/v1/changes')).body.next_scheduled_change).toBeNull();
  });
});

describe('a scheduled change in releases', () => {
  it('is copied, made in both, told for the default one, and is no difference between them', async () => {
    const project = await service.newProject();
    const item = await kinds.entry(project);
    expectDone(await project.secret.patch(item.path, { ...item.body('New'), publish_at: tomorrow() }));
    const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Copy' }));

    await runJob(later);

    const inCopy = await afterIt(project).get(`${item.path}?release=${id}`);
    expect(item.titleIn(inCopy.body)).toBe('New');
    expect(await updates(project, item)).toBe(1);
    const diff = await afterIt(project).get(`/v1/releases/${id}/diff`);
    expect(diff.body.summary.entries).toMatchObject({ added: 0, changed: 0, removed: 0, conflicts: 0 });
  });
});
