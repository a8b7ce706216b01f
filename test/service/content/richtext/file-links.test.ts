import { beforeEach, describe, expect, it } from 'vitest';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { newAsset, newUpload, startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';

const { service } = await startMediaService();

const pdf = { file_name: 'menu.pdf', content_type: 'application/pdf' };
const linkTo = (id: string, more: object = {}) => ({
  version: 2,
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'The ' },
        {
          type: 'text',
          text: 'menu',
          marks: [{ type: 'link', attrs: { ref: { type: 'media', id }, ...more } }],
        },
      ],
    },
  ],
});

let project: TestProject;
let editor: DashboardClient;
beforeEach(async () => {
  project = await service.newProject();
  editor = await signedIn(service, project.id, 'editor');
});

const write = (body: object) =>
  project.secret.post('/v1/blog/articles', { title: 'Menu', body, publish: true });
const read = async () => (await project.publishable.get('/v1/blog/articles/menu')).body.body;
const marksIn = ({ json }: any) => json.content[0].content[1].marks as object[] | undefined;

describe('a link to a file in rich text', () => {
  it.each([false, true])('is served as an address, in json and html (private: %s)', async (privateMedia) => {
    project = await service.newProject({ privateMedia });
    const id = await newAsset(project.secret, pdf);
    await write(linkTo(id, { title: 'As PDF' }));
    const { url } = (await project.secret.get(`/v1/media/${id}`)).body;

    const body = await read();

    expect(marksIn(body)).toEqual([{ type: 'link', attrs: { href: url, title: 'As PDF' } }]);
    expect(body.html).toContain('rel="nofollow noopener"');
    expect(body.html).toContain(`<a href="${(url as string).replaceAll('&', '&amp;')}" title="As PDF"`);
    expect((await fetch(url as string)).status).toBe(200);
    const again = await project.secret.patch('/v1/blog/articles/menu', { body: body.json });
    expect(again.status).toBe(200);
  });

  it('follows a replaced file, is named before a deletion, and leaves the bare text behind a deleted one', async () => {
    const id = await newAsset(project.secret, pdf);
    await write(linkTo(id));
    const path = `/projects/${project.id}/media/${id}`;
    const before = marksIn(await read());
    const upload_id = await newUpload(project.secret, pdf);
    await editor.send('POST', `${path}/replace`, { upload_id });
    const { url } = (await project.secret.get(`/v1/media/${id}`)).body;
    expect(marksIn(await read())).toEqual([{ type: 'link', attrs: { href: url } }]);
    expect(marksIn(await read())).not.toEqual(before);
    expect((await editor.send('GET', `${path}/places`)).body.data).toMatchObject([
      { type: 'blog_article', title: 'Menu', live: true },
    ]);

    await editor.send('DELETE', path);

    const body = await read();
    expect(marksIn(body)).toBeUndefined();
    expect(body.html).toBe('<p>The menu</p>');
  });

  it('is no use of the asset in its events, where an image in the same text is', async () => {
    const [file, image] = [
      await newAsset(project.secret, pdf),
      await newAsset(project.secret, { file_name: 'kite.png', content_type: 'image/png' }),
    ];
    const { version, content } = linkTo(file);
    const shown = { type: 'image', attrs: { media_id: image } };
    await write({ version, content: [...content, shown] });
    const usesOf = async (id: string) =>
      (await editor.send('GET', `/projects/${project.id}/media/${id}/used-by`)).body;

    expect(await usesOf(file)).toMatchObject({ used_by: [], used_by_total: 0 });
    expect(await usesOf(image)).toMatchObject({ used_by_total: 1 });
    const { data } = (await editor.send('GET', `/projects/${project.id}/media/${file}/places`)).body;
    expect(data).toMatchObject([{ type: 'blog_article', title: 'Menu', live: true }]);
  });

  it('stands in fields of entries too, and keeps the asset from a bulk deletion', async () => {
    await project.secret.put('/v1/schema/content-types/page', {
      fields: [
        { key: 'title', type: 'string' },
        { key: 'text', type: 'richtext' },
      ],
    });
    const id = await newAsset(project.secret, pdf);
    const values = { title: 'Draft', text: linkTo(id) };
    await project.secret.post('/v1/content/page/entries', { values });

    const { body } = await editor.send('POST', `/projects/${project.id}/media/bulk-delete`, { ids: [id] });

    expect(body.data[0].error).toMatchObject({ code: 'media_in_use' });
    const places = async () =>
      (await editor.send('GET', `/projects/${project.id}/media/${id}/places`)).body.data;
    expect(await places()).toMatchObject([{ type: 'entry', title: 'Draft', live: false }]);
    await project.secret.post('/v1/content/page/entries', { values, publish: true });
    expect(((await places()) as { live: boolean }[]).filter(({ live }) => live)).toHaveLength(1);
  });

  it('is refused for files of others and for uploads that are not there', async () => {
    const foreign = await newAsset((await service.newProject()).secret, pdf);
    const pending = await newUpload(project.secret, pdf);

    for (const id of [foreign, pending])
      expect((await write(linkTo(id))).body.error).toMatchObject({ code: 'unknown_link', expected: 'media' });
  });

  it('is in no description of the forms', async () => {
    const { body } = await project.secret.get('/v1/introspection');

    expect(body.rich_text.ref_types).not.toContain('media');
    expect(JSON.stringify(body.rich_text.json_schema.$defs.link)).not.toContain('media');
  });
});
