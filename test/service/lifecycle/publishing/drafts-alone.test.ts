import { describe, expect, it } from 'vitest';
import { dayMs, inMs, refusal } from '../../../support/content.ts';
import { startService } from '../../../support/service.ts';

import { kinds } from '../../../support/publishing/live-items.ts';

const service = await startService();
const inDays = (days: number) => inMs(days * dayMs);

describe.each(Object.entries(kinds))('draft=true on a live %s', (_name, make) => {
  const newItem = async () => {
    const project = await service.newProject();
    const item = await make(project);
    const version = async () => (await project.secret.get('/v1/changes')).body.version;
    const shown = async () => item.titleIn((await project.publishable.get(item.path)).body);
    const path = `${item.path}?draft=true`;
    return { project, item, path, version, shown };
  };

  it('writes the draft alone, and readers notice nothing', async () => {
    const { project, item, path, version, shown } = await newItem();
    const [before, events] = [await version(), await project.events()];

    const answer = await project.secret.patch(path, item.body('New'));

    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ status: 'published', has_unpublished_changes: true, revision: 2 });
    expect(await shown()).toBe('Old');
    expect([await version(), await project.events()]).toEqual([before, events]);
    const live = await project.secret.patch(item.path, { publish: true });
    expect(live.body).toMatchObject({ status: 'published', has_unpublished_changes: false });
    expect(await shown()).toBe('New');
  });

  it.each([
    ['publish', true],
    ['publish', false],
    ['published_at', inDays(-1)],
    ['publish_at', inDays(1)],
    ['publish_at', null],
    ['unpublish_at', inDays(1)],
  ])('takes no "%s": %s beside it', async (key, value) => {
    const { project, item, path, shown } = await newItem();

    const answer = await project.secret.patch(path, { ...item.body('New'), [key]: value });

    expect(refusal(answer)).toEqual([400, 'invalid_parameter', 'draft']);
    expect(answer.body.error.message).toContain(`"${key}"`);
    expect(await shown()).toBe('Old');
  });

  it('is tried with dry_run, and asks for the newest draft by If-Match', async () => {
    const { project, item, path } = await newItem();

    const tried = await project.secret.patch(`${path}&dry_run=true`, item.body('New'));
    expect(tried.body).toMatchObject({ revision: 2, meta: { dry_run: true } });
    await project.secret.patch(path, item.body('Newer'));

    const late = await project.secret.patch(path, item.body('Latest'), { 'If-Match': '"1"' });
    expect(refusal(late).slice(0, 2)).toEqual([409, 'revision_conflict']);
    expect((await project.secret.patch(path, item.body('Latest'), { 'If-Match': '"2"' })).status).toBe(200);
  });

  it('is for secret keys of its own project', async () => {
    const { project, item, path, shown } = await newItem();
    const stranger = await service.newProject();
    await make(stranger);

    const refused = await project.publishable.patch(path, item.body('New'));
    await stranger.secret.patch(path, item.body('Theirs'));

    expect(refusal(refused).slice(0, 2)).toEqual([403, 'secret_key_required']);
    expect(await shown()).toBe('Old');
  });

  it('takes true or false', async () => {
    const { project, item, shown } = await newItem();

    const odd = await project.secret.patch(`${item.path}?draft=yes`, item.body('New'));
    expect(refusal(odd)).toEqual([400, 'invalid_parameter', 'draft']);
    expect((await project.secret.patch(`${item.path}?draft=false`, item.body('New'))).status).toBe(200);
    expect(await shown()).toBe('New');
  });
});

describe('draft=true', () => {
  it('lets a draft be incomplete, until it is published', async () => {
    const project = await service.newProject();
    const item = await kinds.entry(project);
    const fields = [
      { key: 'title', type: 'string' },
      { key: 'text', type: 'text', options: { required: true } },
    ];
    await project.secret.put('/v1/schema/content-types/page', { fields });

    const saved = await project.secret.patch(`${item.path}?draft=true`, { values: { text: null } });
    const published = await project.secret.patch(item.path, { publish: true });

    expect(saved.status, saved.text).toBe(200);
    expect(refusal(published)).toEqual([400, 'missing_required_field', 'text']);
  });

  it('on PUT replaces the draft of a singleton, and begins one', async () => {
    const project = await service.newProject();
    const item = await kinds.singleton(project);
    const begun = { kind: 'singleton', fields: [{ key: 'title', type: 'string' }] };
    await project.secret.put('/v1/schema/content-types/later', begun);

    const put = await project.secret.put(`${item.path}?draft=true`, { values: {} });
    const first = await project.secret.put('/v1/content/later?draft=true', { values: { title: 'A' } });

    expect(put.body).toMatchObject({ values: { title: null }, has_unpublished_changes: true });
    expect((await project.publishable.get(item.path)).body).toEqual({ title: 'Old' });
    expect([first.status, first.body.status]).toEqual([201, 'draft']);
  });

  it('keeps slug and position in the draft, and takes no "archived"', async () => {
    const project = await service.newProject();
    const item = await kinds['knowledge base article'](project);
    const place = async () => (await project.publishable.get(item.path)).body.position;
    const before = await place();

    const moved = await project.secret.patch(`${item.path}?draft=true`, { position: 77 });
    const archived = await project.secret.patch(`${item.path}?draft=true`, { archived: true });

    expect([moved.body.position, await place()]).toEqual([77, before]);
    expect(refusal(archived)).toEqual([400, 'invalid_parameter', 'draft']);
    const draft = await project.secret.post('/v1/blog/articles', { title: 'A', slug: 'a' });
    const renamed = await project.secret.patch(`/v1/blog/articles/${draft.body.id}?draft=true`, {
      slug: 'b',
    });
    expect(renamed.body.slug).toBe('b');
  });

  it('is no parameter of creations, which are drafts anyway', async () => {
    const project = await service.newProject();
    await kinds.entry(project);

    const answer = await project.secret.post('/v1/content/page/entries?draft=true', { values: {} });

    expect(refusal(answer)).toEqual([400, 'unknown_parameter', 'draft']);
  });

  it('is named by introspection and the OpenAPI document where it is taken', async () => {
    const project = await service.newProject();
    await kinds.entry(project);
    const { body } = await project.secret.get('/v1/introspection');
    const { body: openapi } = await project.secret.get('/v1/openapi.json');

    const taking = [...body.content_types, ...Object.values<any>(body.modules)]
      .flatMap(({ endpoints }) => endpoints as { method: string; path: string; parameters: string[] }[])
      .filter(({ parameters }) => parameters.includes('draft'))
      .map(({ method, path }) => `${method} ${path}`);
    expect(taking.sort()).toEqual([
      'PATCH /v1/blog/articles/{slug}',
      'PATCH /v1/content/page/{entryId}',
      'PATCH /v1/kb/articles/{slug}',
    ]);
    expect(body.conventions.publishing.draft).toContain('draft=true');
    const named = openapi.paths['/v1/blog/articles/{slug}'].patch.parameters;
    expect(named).toContainEqual(expect.objectContaining({ name: 'draft', in: 'query' }));
  });
});
