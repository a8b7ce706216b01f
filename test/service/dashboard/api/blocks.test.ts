import { describe, expect, it } from 'vitest';
import { blockTemplates } from '../../../../src/content/types/blocks/templates.ts';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';
import { defineLandingPage, group, hero } from '../../../support/blocks/landing-page.ts';

const service = await startService();

async function owned() {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const send = (method: string, path: string, body?: unknown) =>
    owner.send(method, `/projects/${project.id}${path}`, body);
  const put = (slug: string, fields: object[]) => project.secret.put(`/v1/schema/blocks/${slug}`, { fields });
  const remove = (slug: string, query = '') => send('DELETE', `/blocks/${slug}${query}`, { confirm: slug });
  return { project, send, put, remove };
}

const list = (...blocks: string[]) => [{ key: 'sections', type: 'blocks', options: { blocks } }];

describe('GET blocks/{block}/impact', () => {
  it('names what uses the definition, and counts entries and filled fields at every depth', async () => {
    const { project, send } = await owned();
    await defineLandingPage(project);
    await publishEntry(project, 'page', { sections: [hero('A'), group(group(hero('B')))] });
    await project.secret.post('/v1/content/page/entries', {
      values: { sections: [hero('C', { text: { markdown: 'Words' } })] },
    });

    const { body } = await send('GET', '/blocks/hero/impact');

    expect(body).toMatchObject({ slug: 'hero', entries: 2, counted_entries: 2, live_entries: 1 });
    expect(body.fields).toEqual([
      { key: 'title', label: 'Title', drafts: 2, live: 1 },
      { key: 'text', label: 'Text', drafts: 1, live: 0 },
      { key: 'image', label: 'Image', drafts: 0, live: 0 },
      { key: 'maker', label: 'Maker', drafts: 0, live: 0 },
    ]);
    expect(body.used_in).toEqual([
      { slug: 'page', name: 'Page', field: 'sections' },
      { slug: 'group', name: 'Group', field: 'items', block: true },
    ]);
    expect((await send('GET', '/blocks/heroo/impact')).body.error).toMatchObject({
      code: 'unknown_block',
      param: 'block',
      did_you_mean: 'hero',
    });
  });
});

describe('DELETE blocks/{block}', () => {
  it('removes a definition that nothing names, tells nobody, and moves the schema alone', async () => {
    const { project, put, remove } = await owned();
    expectDone(await put('hero', []));
    expectDone(await put('group', [{ key: 'items', type: 'blocks', options: { blocks: ['group'] } }]));
    const before = (await project.secret.get('/v1/changes')).body;
    const events = await project.events();

    expect((await remove('group')).status).toBe(204); // it names itself alone

    const after = (await project.secret.get('/v1/changes')).body;
    expect((await project.secret.get('/v1/schema/blocks')).body.data).toMatchObject([{ slug: 'hero' }]);
    expect(await project.events()).toEqual(events);
    expect(after.modules.schema).not.toEqual(before.modules.schema);
    expect(after.modules.content).toEqual(before.modules.content);
  });

  it('is refused while a type or another definition names it, with the first of them', async () => {
    const { project, put, remove } = await owned();
    expectDone(await put('hero', []));
    expectDone(await put('group', list('hero')));
    await defineType(project, 'page', list('hero'));

    expect((await remove('hero')).body.error).toMatchObject({
      code: 'block_in_use',
      param: 'block',
      referenced_by: [
        { slug: 'page', name: 'Page', field: 'sections' },
        { slug: 'group', name: 'Group', field: 'sections', block: true },
      ],
    });
  });

  it('is refused while values of a removed list are being cleared, and taken afterwards', async () => {
    const { project, put, remove } = await owned();
    expectDone(await put('hero', []));
    await defineType(project, 'page', list('hero'));
    await publishEntry(project, 'page', { sections: [{ block: 'hero' }] });
    const types = databaseOf(service.app.system).collection('content_types');
    const own = { project_id: project.id, slug: 'page' };
    const removed = [{ key: 'sections', type: 'blocks' }];
    await defineType(project, 'page', [{ key: 'title', type: 'string' }]);
    await expect
      .poll(async () => (await types.findOne(own))?.['removed'])
      .toMatchObject([{ is_detached: true }]);

    await types.updateOne(own, { $set: { removed } }); // as it is until the job has cleared the values
    const early = await remove('hero');
    await types.updateOne(own, { $set: { removed: [] } });

    expect(early.body.error).toMatchObject({
      code: 'block_in_use',
      referenced_by: [{ slug: 'page', field: 'sections' }],
    });
    expect((await remove('hero')).status).toBe(204);
  });

  it('is told as a conflict where the default release lost it after the clone', async () => {
    const { project, put, remove } = await owned();
    expectDone(await put('hero', []));
    const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' }));
    await remove('hero');

    const { body } = await project.secret.get(`/v1/releases/${id}/diff`);

    expect(body.blocks.added).toEqual([{ slug: 'hero', name: 'Hero', conflict: true }]);
  });

  it('refuses another confirmation, another project, editors, and what is not there', async () => {
    const { project, send, put, remove } = await owned();
    const other = await owned();
    const editor = await signedIn(service, project.id, 'editor');
    expectDone(await put('hero', []));

    const unsure = await send('DELETE', '/blocks/hero', { confirm: 'Hero' });
    const refused = await editor.send('DELETE', `/projects/${project.id}/blocks/hero`, { confirm: 'hero' });

    expect(unsure.body.error).toMatchObject({ code: 'invalid_field_value', param: 'confirm' });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'role_required']);
    expect((await other.remove('hero')).body.error.code).toBe('unknown_block');
    expect((await remove('nothing')).body.error.code).toBe('unknown_block');
    expect((await project.secret.delete('/v1/schema/blocks/hero')).status).toBe(405);
  });
});

describe('the templates of blocks', () => {
  it('are eight, and each makes a definition when it comes after those that it names', async () => {
    const { send } = await owned();
    const { data } = (await send('GET', '/block-templates')).body as { data: typeof blockTemplates };
    expect(data.map(({ slug }) => slug).sort()).toEqual([
      'button',
      'call_to_action',
      'faq',
      'feature',
      'feature_grid',
      'hero',
      'question',
      'quote',
    ]);

    for (const { slug, ...definition } of data) {
      const made = await send('PUT', `/v1/schema/blocks/${slug}`, definition);
      expect([slug, made.status, made.body]).toEqual([
        slug,
        201,
        expect.objectContaining(withoutFields(definition)),
      ]);
    }
  });
});

function withoutFields({ fields: _fields, ...rest }: Partial<(typeof blockTemplates)[number]>) {
  return rest;
}
