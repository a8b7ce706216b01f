import { beforeEach, describe, expect, it } from 'vitest';
import { defineType, inMs, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const home = '/v1/content/home';

let project: TestProject;
beforeEach(async () => {
  project = await service.newProject();
  await defineType(
    project,
    'home',
    [
      { key: 'title', type: 'string', required: true },
      { key: 'text', type: 'text', options: { default: 'D' } },
    ],
    { kind: 'singleton' },
  );
});

describe('GET /v1/content/{type} of a singleton', () => {
  it('returns the values object directly, its headers carry the tag', async () => {
    await project.secret.put(home, { values: { title: 'A' }, publish: true });

    const answer = await project.publishable.get(home);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ title: 'A', text: null });
    expect(answer.headers.get('ETag')).toMatch(/^"1-/);
  });

  it('answers content_not_published before the first save and while it is a draft', async () => {
    expect(refusal(await project.publishable.get(home))).toEqual([404, 'content_not_published', undefined]);
    await project.secret.put(home, { values: { title: 'A' } });
    expect(refusal(await project.secret.get(home))).toEqual([404, 'content_not_published', undefined]);
  });

  it('answers content_not_published with available_at while it is scheduled, also when its slug is entry', async () => {
    await defineType(project, 'entry', { title: 'string' }, { kind: 'singleton' });
    const published_at = inMs(60_000);
    await project.secret.put('/v1/content/entry', { values: {}, publish: true, published_at });

    const answer = await project.publishable.get('/v1/content/entry');

    expect(answer.body.error).toMatchObject({ code: 'content_not_published', available_at: published_at });
  });

  it.each(['limit=5', 'cursor=x', 'offset=0', 'sort=title', 'ids=', 'count=true', 'where[title]=A'])(
    'refuses the list parameter %s: not_a_collection',
    async (query) => {
      await project.secret.put(home, { values: { title: 'A' }, publish: true });

      const answer = await project.publishable.get(`${home}?${query}`);

      expect(refusal(answer)).toEqual([400, 'not_a_collection', query.split('=')[0]]);
    },
  );

  it('has no entry paths: not_a_collection', async () => {
    const put = await project.secret.put(home, { values: { title: 'A' } });
    for (const path of [`${home}/${put.body.id}`, `${home}/${put.body.id}/referenced-by`])
      expect(refusal(await project.secret.get(path))).toEqual([400, 'not_a_collection', 'type']);
    expect(refusal(await project.secret.delete(`${home}/${put.body.id}`))).toEqual([
      400,
      'not_a_collection',
      'type',
    ]);
    expect((await project.secret.delete(home)).body.error.code).toBe('method_not_allowed');
  });
});

describe('PUT /v1/content/{type}', () => {
  it('creates the single entry on first save: 201 with its own address; then replaces: 200', async () => {
    const created = await project.secret.put(home, { values: { title: 'A', text: 'T' }, publish: true });
    const replaced = await project.secret.put(home, { values: { title: 'B' } });

    expect([created.status, created.headers.get('Location')]).toEqual([201, home]);
    expect([replaced.status, replaced.headers.get('Location')]).toEqual([200, null]);
    expect(replaced.body).toMatchObject({ id: created.body.id, status: 'published', revision: 2 });
    expect(await project.events()).toEqual([
      'content.type.updated',
      'content.entry.published',
      'content.entry.updated',
    ]);
  });

  it('clears omitted keys, in what is live too, and fills no default', async () => {
    await project.secret.put(home, { values: { title: 'A', text: 'T' }, publish: true });

    const answer = await project.secret.put(home, { values: { title: 'B' } });

    expect(answer.body.values).toEqual({ title: 'B', text: null });
    expect((await project.publishable.get(home)).body).toEqual({ title: 'B', text: null });
  });

  it('is checked as a whole: a missing required field is refused, published or not', async () => {
    expect(refusal(await project.secret.put(home, { values: { text: 'T' } }))).toEqual([
      400,
      'missing_required_field',
      'title',
    ]);
    expect((await project.secret.put(home, {})).body.error.code).toBe('missing_required_field');
  });

  it('publishes, hides and schedules as an entry does', async () => {
    await project.secret.put(home, { values: { title: 'A' }, publish: true });
    const hidden = await project.secret.put(home, { values: { title: 'B' }, publish: false });
    expect(hidden.body).toMatchObject({ status: 'draft', values: { title: 'B' }, live_revision: null });
    expect((await project.publishable.get(home)).status).toBe(404);
  });

  it('is for singletons: not_a_singleton', async () => {
    await defineType(project, 'page', { title: 'string' });
    for (const method of ['PUT', 'PATCH']) {
      const answer = await project.secret.send(method, '/v1/content/page', { body: { values: {} } });
      expect(refusal(answer)).toEqual([400, 'not_a_singleton', 'type']);
    }
  });

  it('saves one entry however many save it first at once', async () => {
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((title) => project.secret.put(home, { values: { title }, publish: true })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  it('with If-Match fails while there is nothing to match', async () => {
    const answer = await project.secret.put(home, { values: { title: 'A' } }, { 'If-Match': '*' });

    expect(refusal(answer)).toEqual([409, 'revision_conflict', undefined]);
    expect(answer.body.error.current_revision).toBe(0);
  });
});

describe('PATCH /v1/content/{type}', () => {
  it('merges: omitted keys stay, null clears', async () => {
    await project.secret.put(home, { values: { title: 'A', text: 'T' }, publish: true });

    const answer = await project.secret.patch(home, { values: { text: null } });

    expect(answer.status).toBe(200);
    expect((await project.publishable.get(home)).body).toEqual({ title: 'A', text: null });
  });

  it('creates a singleton that was never saved, checked as a whole', async () => {
    expect(refusal(await project.secret.patch(home, { values: { text: 'T' } }))).toEqual([
      400,
      'missing_required_field',
      'title',
    ]);
    const created = await project.secret.patch(home, { values: { title: 'A' }, publish: true });
    expect([created.status, created.headers.get('Location')]).toEqual([201, home]);
    expect((await project.publishable.get(home)).body).toEqual({ title: 'A', text: null });
  });

  it('refuses a body with neither values nor publish: nothing_to_update', async () => {
    expect(refusal(await project.secret.patch(home, {}))).toEqual([400, 'nothing_to_update', undefined]);
  });

  it('and PUT need a secret key', async () => {
    for (const method of ['PUT', 'PATCH']) {
      const answer = await project.publishable.send(method, home, { body: { values: {} } });
      expect(refusal(answer)).toEqual([403, 'secret_key_required', undefined]);
    }
  });
});
