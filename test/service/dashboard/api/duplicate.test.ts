import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

let project: TestProject;
let editor: DashboardClient;
beforeAll(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
});

const send = (method: string, path: string, body?: unknown) =>
  editor.send(method, `/projects/${project.id}${path}`, body);

describe('a duplicate', () => {
  it('of an entry is a new draft with the draft’s values, without those that are unique', async () => {
    await defineType(project, 'page', [
      { key: 'title', type: 'string' },
      { key: 'path', type: 'string', options: { unique: true } },
      { key: 'other', type: 'reference', options: { content_type: 'page' } },
    ]);
    const target = expectDone(
      await project.secret.post('/v1/content/page/entries', { values: { title: 'Target' } }),
    ) as { id: string };
    const original = expectDone(
      await project.secret.post('/v1/content/page/entries', {
        values: { title: 'One', path: '/one', other: target.id },
        publish: true,
      }),
    ) as { id: string };
    await send('PATCH', `/content/page/entries/${original.id}`, { values: { title: 'Two' } });

    const copy = await send('POST', `/content/page/entries/${original.id}/duplicate`);

    expect(copy.status).toBe(201);
    expect(copy.body).toMatchObject({
      status: 'draft',
      revision: 1,
      live: null,
      draft: { title: 'Two (copy)', other: target.id },
    });
    expect(copy.body.id).not.toBe(original.id);
    expect(copy.body.draft).not.toHaveProperty('path');
    const places = await project.secret.get(`/v1/content/page/${target.id}/referenced-by`);
    expect(places.body.data).toHaveLength(2);
    expect((await send('POST', '/content/page/entries/ent_none/duplicate')).body.error.code).toBe(
      'unknown_entry',
    );
  });

  it.each(['blog', 'kb'])('of an article of the %s has a title and a slug of its own', async (module) => {
    const place =
      module === 'kb'
        ? {
            collection: (
              expectDone(await project.secret.post('/v1/kb/collections', { title: 'Help' })) as { id: string }
            ).id,
          }
        : { canonical_url: 'https://example.com/first' };
    const original = expectDone(
      await project.secret.post(`/v1/${module}/articles`, {
        title: 'First',
        body: { markdown: 'Text' },
        publish: true,
        ...place,
      }),
    ) as { id: string };

    const copy = await send('POST', `/${module}/articles/${original.id}/duplicate`);

    expect(copy.status).toBe(201);
    expect(copy.body).toMatchObject({
      title: 'First (copy)',
      slug: 'first-copy',
      status: 'draft',
      revision: 1,
    });
    expect(JSON.stringify(copy.body.draft.body)).toContain('Text');
    if (module === 'kb') expect(copy.body.draft).toMatchObject(place);
    else expect(copy.body.draft.canonical_url).toBe('');
    const unknown = await send('POST', `/${module}/articles/none/duplicate`);
    expect(unknown.body.error.code).toBe(`unknown_${module}_article`);
  });
});
