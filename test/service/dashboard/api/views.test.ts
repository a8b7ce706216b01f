import { beforeAll, describe, expect, it } from 'vitest';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';

const service = await startOwnService({ MAX_VIEWS: '4' });

let project: TestProject;
let owner: DashboardClient;
let editor: DashboardClient;
beforeAll(async () => {
  project = await service.newProject();
  owner = await signedIn(service, project.id, 'owner');
  editor = await signedIn(service, project.id, 'editor');
});

const view = {
  list: 'content/recipe',
  name: 'My drafts',
  search: { status: 'draft', 'where[servings][gte]': '4', sort: '-updated_at' },
  columns: ['servings'],
  shared: false,
};
const send = (client: DashboardClient, method: string, path = '', body?: unknown) =>
  client.send(method, `/projects/${project.id}/views${path}`, body);
const names = async (client: DashboardClient, list = 'content/recipe') =>
  ((await send(client, 'GET', `?list=${list}`)).body.data as { name: string }[]).map(({ name }) => name);

describe('saved views', () => {
  it('are their person’s own until they are shared, and are renamed and removed', async () => {
    const made = await send(editor, 'POST', '', view);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...view, may_change: true, owner: { name: `editor-${project.id}` } });
    const path = `/${made.body.id}`;
    expect(await names(editor)).toEqual(['My drafts']);
    expect(await names(owner)).toEqual([]);
    expect(await names(editor, 'blog')).toEqual([]);
    expect((await send(owner, 'PATCH', path, { name: 'Taken' })).body.error.code).toBe('unknown_view');

    expect((await send(editor, 'PATCH', path, { shared: true, name: 'Drafts' })).status).toBe(200);
    expect(await names(owner)).toEqual(['Drafts']);

    expect((await send(editor, 'DELETE', path)).status).toBe(204);
    expect(await names(editor)).toEqual([]);
  });

  it('that others share are changed by owners alone', async () => {
    const { id } = (await send(owner, 'POST', '', { ...view, list: 'blog', shared: true })).body as {
      id: string;
    };
    const refused = await send(editor, 'PATCH', `/${id}`, { name: 'Mine' });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'role_required']);
    expect((await send(editor, 'DELETE', `/${id}`)).status).toBe(403);
    expect((await send(owner, 'DELETE', `/${id}`)).status).toBe(204);
  });

  it('are bounded in number, and have a form', async () => {
    for (let i = 0; i < 4; i += 1)
      expect((await send(editor, 'POST', '', { ...view, list: 'kb', name: `${i}` })).status).toBe(201);
    expect((await send(editor, 'POST', '', view)).body.error).toMatchObject({
      code: 'limit_reached',
      limit: 'views_per_project_max',
      value: 4,
    });
    for (const wrong of [{ list: 'media' }, { name: ' ' }, { name: 'x'.repeat(81) }, { search: { q: 1 } }]) {
      const { status, body } = await send(editor, 'POST', '', { ...view, ...wrong });
      expect([status, body.error.code]).toEqual([400, 'invalid_field_value']);
    }
    expect((await send(editor, 'PATCH', '/vew_1', {})).body.error.code).toBe('nothing_to_update');
  });

  it('are in one project alone', async () => {
    const stranger = await signedIn(service, (await service.newProject()).id, 'owner');
    expect((await send(stranger, 'GET', '?list=kb')).body.error.code).toBe('unknown_project');
  });
});
