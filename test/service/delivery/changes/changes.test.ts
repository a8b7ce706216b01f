import { describe, expect, it } from 'vitest';
import { pruneEvents } from '../../../../src/projects/events/prune.ts';
import { emitTestEvents } from '../../../support/events.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();
const { app } = service;
interface Told {
  event: string;
  data: Record<string, unknown>;
}

const dayMs = 24 * 60 * 60 * 1000;

async function definePage(project: TestProject): Promise<void> {
  await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
}

function createPage(project: TestProject, publish: boolean) {
  return project.secret.post('/v1/content/page/entries', { values: { title: 'A' }, publish });
}

describe('GET /v1/changes', () => {
  it('answers the state of the project and of each part', async () => {
    const project = await service.newProject();

    const answer = await project.publishable.get('/v1/changes');

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      version: 1,
      changed_at: expect.any(String),
      next_scheduled_change: null,
      release: { id: project.releaseId, name: 'Main', default: true },
      modules: Object.fromEntries(
        ['content', 'schema', 'blog', 'kb', 'authors', 'media', 'releases'].map((name) => [
          name,
          { version: 1, changed_at: expect.any(String) },
        ]),
      ),
    });
    expect(answer.headers.get('ETag')).toMatch(/^"/);
    const again = await project.publishable.get('/v1/changes', {
      'If-None-Match': answer.headers.get('ETag') ?? '',
    });
    expect(again.status).toBe(304);
  });

  it('moves with what readers can see, and only in the part that changed', async () => {
    const project = await service.newProject();
    await definePage(project);
    const before = (await project.secret.get('/v1/changes')).body;

    await createPage(project, false);
    expect((await project.secret.get('/v1/changes')).body).toEqual(before);

    await createPage(project, true);
    const after = (await project.secret.get('/v1/changes')).body;
    expect(after.version).toBe(before.version + 1);
    expect(after.modules.content.version).toBe(before.modules.content.version + 1);
    expect({ ...after.modules, content: null }).toEqual({ ...before.modules, content: null });
  });

  it('with since says whether and what, in the order of the changes', async () => {
    const project = await service.newProject();
    await definePage(project);
    const { version } = (await project.secret.get('/v1/changes')).body;
    const unchanged = await project.secret.get(`/v1/changes?since=${version}`);
    const entry = await createPage(project, true);
    await project.secret.patch(`/v1/content/page/${entry.body.id}`, { publish: false });

    const answer = await project.secret.get(`/v1/changes?since=${version}`);

    expect(unchanged.body).toMatchObject({
      changed: false,
      events: [],
      has_more: false,
      next_since: String(version),
    });
    expect(answer.body).toMatchObject({
      changed: true,
      has_more: false,
      next_since: String(version + 2),
      events: [
        {
          id: expect.stringMatching(/^evt_/),
          event: 'content.entry.published',
          created_at: expect.any(String),
          data: { id: entry.body.id, type: 'page', url: `/v1/content/page/${entry.body.id}` },
        },
        { event: 'content.entry.unpublished' },
      ],
    });
    const rest = await project.secret.get(`/v1/changes?since=${answer.body.next_since}`);
    expect(rest.body).toMatchObject({ changed: false, events: [] });
  });

  it('with a time as since tells what was made later', async () => {
    const project = await service.newProject();
    await emitTestEvents(app, project.id, { data: { order: 1 } });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const time = app.clock.now().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await emitTestEvents(app, project.id, { data: { order: 2 } });

    const answer = await project.secret.get(`/v1/changes?since=${time}`);

    expect(answer.body).toMatchObject({ changed: true, events: [{ data: { order: 2 } }] });
    expect(answer.body.events).toHaveLength(1);
    const later = new Date(app.clock.now().getTime() + 1_000).toISOString();
    expect((await project.secret.get(`/v1/changes?since=${later}`)).body).toMatchObject({
      changed: false,
      events: [],
    });
  });

  it('pages through many events of one transaction without a gap or a repetition', async () => {
    const project = await service.newProject();
    await emitTestEvents(
      app,
      project.id,
      ...Array.from({ length: 230 }, (_, order) => ({ data: { order } })),
    );

    const orders: number[] = [];
    let since = '1';
    for (let hasMore = true; hasMore;) {
      const { body } = await project.secret.get(`/v1/changes?since=${since}`);
      const events = body.events as Told[];
      expect(events.length).toBeLessThanOrEqual(100);
      orders.push(...events.map((event) => Number(event.data['order'])));
      since = body.next_since;
      hasMore = body.has_more;
    }

    expect(orders).toEqual(Array.from({ length: 230 }, (_, order) => order));
  });

  it.each(['soon', '-1', '999999', '1.evt_1', '1.2.3', '2026-13-01T00:00:00Z', '1999-01-01T00:00:00Z', ''])(
    'with since=%s, which it cannot go on from, says so',
    async (since) => {
      const project = await service.newProject();
      await emitTestEvents(app, project.id, {});

      const answer = await project.secret.get(`/v1/changes?since=${since}`);

      expect(answer.body).toMatchObject({
        changed: true,
        reset: true,
        events: [],
        has_more: false,
        next_since: '2',
      });
    },
  );

  it('forgets events after 30 days and says so to who asks from before', async () => {
    const project = await service.newProject();
    await emitTestEvents(app, project.id, {}, {});
    await databaseOf(app.system)
      .collection('events')
      .updateMany({ project_id: project.id }, { $set: { fanned: true } });
    const now = app.clock.now().getTime();

    await pruneEvents(app.system, new Date(now + 29 * dayMs));
    expect((await project.secret.get('/v1/changes?since=1')).body.events).toHaveLength(2);
    await pruneEvents(app.system, new Date(now + 31 * dayMs));

    expect((await project.secret.get('/v1/changes?since=1')).body).toMatchObject({
      changed: true,
      reset: true,
    });
    expect((await project.secret.get('/v1/changes?since=2')).body).toMatchObject({
      changed: false,
      events: [],
    });
  });

  it('tells a publishable key nothing of what readers never saw, and no ids of releases', async () => {
    const project = await service.newProject();
    await definePage(project);
    const draft = await createPage(project, false);
    const live = await createPage(project, true);
    await project.secret.delete(`/v1/content/page/${draft.body.id}`);
    await emitTestEvents(app, project.id, {
      name: 'release.published',
      data: {
        id: 'rel_1',
        name: 'Spring',
        default: true,
        url: '/v1/releases/rel_1',
        previous: { id: 'rel_0' },
      },
    });

    const told = async (client: TestProject['secret']) =>
      (await client.get('/v1/changes?since=1')).body.events as Told[];
    const names = async (client: TestProject['secret']) => (await told(client)).map((each) => each.event);

    expect(await names(project.secret)).toEqual([
      'content.type.updated',
      'content.entry.published',
      'content.entry.deleted',
      'release.published',
    ]);
    expect(await names(project.publishable)).toEqual([
      'content.type.updated',
      'content.entry.published',
      'release.published',
    ]);
    const events = await told(project.publishable);
    expect(events.at(-1)?.data).toEqual({ name: 'Spring', default: true });
    expect(events[1]?.data).toMatchObject({ id: live.body.id });
  });

  it('tells nothing of another project', async () => {
    const [project, other] = [await service.newProject(), await service.newProject()];
    await emitTestEvents(app, other.id, {});

    expect((await project.secret.get('/v1/changes?since=1')).body).toMatchObject({
      changed: false,
      events: [],
      version: 1,
    });
  });
});
