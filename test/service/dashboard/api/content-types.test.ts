import { describe, expect, it } from 'vitest';
import { backgroundDone } from '../../../../src/core/util/async/background.ts';
import { blockTemplates } from '../../../../src/content/types/blocks/templates.ts';
import { templates } from '../../../../src/content/types/definition/templates.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();

async function owned() {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const send = (method: string, path: string, body?: unknown) =>
    owner.send(method, `/projects/${project.id}${path}`, body);
  return { project, send };
}

describe('GET content-types/{type}/impact', () => {
  it('counts entries and filled fields, and names who points at the type', async () => {
    const { project, send } = await owned();
    await defineType(project, 'author', { name: 'string', bio: 'text' });
    await publishEntry(project, 'author', { name: 'Ada', bio: '' });
    await project.secret.post('/v1/content/author/entries', { values: { name: 'Bo', bio: 'Draft' } });
    await project.secret.put('/v1/schema/content-types/post', {
      fields: [{ key: 'by', type: 'reference', options: { content_type: 'author' } }],
    });

    expect((await send('GET', '/content-types/author/impact')).body).toEqual({
      slug: 'author',
      entries: 2,
      live_entries: 1,
      fields: [
        { key: 'name', label: 'Name', drafts: 2, live: 1 },
        { key: 'bio', label: 'Bio', drafts: 1, live: 0 },
      ],
      referenced_by: [{ slug: 'post', name: 'Post', field: 'by' }],
    });
    const refused = await send('DELETE', '/content-types/author', { confirm: 'author' });
    expect(refused.body.error).toMatchObject({
      code: 'content_type_referenced',
      referenced_by: [{ slug: 'post', field: 'by' }],
    });
    expect((await send('GET', '/content-types/nothing/impact')).body.error.code).toBe('unknown_content_type');
  });
});

describe('DELETE content-types/{type}', () => {
  it('removes the type with its entries in one step, and says so once', async () => {
    const { project, send } = await owned();
    await defineType(project, 'note', { title: 'string' });
    const id = await publishEntry(project, 'note', { title: 'A' });
    const before = (await project.events()).length;

    const gone = await send('DELETE', '/content-types/note', { confirm: 'note' });

    expect(gone.status).toBe(204);
    const read = await project.secret.get(`/v1/content/note/${id}`);
    expect(read.body.error.code).toBe('unknown_content_type');
    expect((await project.events()).slice(before)).toEqual(['content.type.deleted']);
    await backgroundDone();
    const db = databaseOf(service.app.system);
    for (const name of ['entries', 'content_types'])
      expect(await db.collection(name).countDocuments({ project_id: project.id })).toBe(0);
    expect((await project.secret.get('/v1/releases')).body.data[0].entry_count).toBe(0);
  });

  it('leaves nothing to a new type of the same name', async () => {
    const { project, send } = await owned();
    await defineType(project, 'note', { title: 'string' });
    await publishEntry(project, 'note', { title: 'A' });
    await send('DELETE', '/content-types/note', { confirm: 'note' });

    const again = await project.secret.put('/v1/schema/content-types/note', {
      fields: [{ key: 'title', type: 'number' }],
    });

    expect(again.status).toBe(201);
    expect((await project.secret.get('/v1/content/note')).body.data).toEqual([]);
  });

  it('refuses another confirmation, and a type of another project', async () => {
    const { project, send } = await owned();
    const other = await owned();
    await defineType(project, 'note', { title: 'string' });

    const unsure = await send('DELETE', '/content-types/note', { confirm: 'Note' });
    const foreign = await other.send('DELETE', '/content-types/note', { confirm: 'note' });

    expect(unsure.body.error).toMatchObject({ code: 'invalid_field_value', param: 'confirm' });
    expect(foreign.body.error.code).toBe('unknown_content_type');
  });
});

describe('the templates', () => {
  it('are at least six, and each makes a type that belongs to the project alone', async () => {
    const { project, send } = await owned();
    const { data } = (await send('GET', '/content-type-templates')).body as { data: typeof templates };
    expect(data.length).toBeGreaterThanOrEqual(6);
    for (const { slug, ...definition } of blockTemplates)
      expect((await send('PUT', `/v1/schema/blocks/${slug}`, definition)).status).toBe(201);

    for (const { slug, description: _description, ...definition } of data) {
      const made = await send('PUT', `/v1/schema/content-types/${slug}`, definition);
      expect([slug, made.status, made.body]).toEqual([slug, 201, expect.objectContaining({ slug })]);
    }

    const { fields } = (await project.secret.get('/v1/schema/content-types/page')).body as {
      fields: object[];
    };
    await project.secret.put('/v1/schema/content-types/page', { fields: fields.slice(0, 1) });
    const template = templates.find(({ slug }) => slug === 'page');
    expect(template?.fields.length).toBeGreaterThan(1);
  });
});
