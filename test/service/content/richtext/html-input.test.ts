import { beforeEach, describe, expect, it } from 'vitest';
import { defineType } from '../../../support/content.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import type { TestProject } from '../../../support/service.ts';

const { service } = await startMediaService();

let project: TestProject;
beforeEach(async () => {
  project = await service.newProject();
  await defineType(project, 'page', { title: 'string', text: 'richtext' });
});

const writeEntry = (html: string) =>
  project.secret.post('/v1/content/page/entries', { values: { title: 'A', text: { html } } });

describe('HTML in a rich text field', () => {
  it('is served as the document that it became', async () => {
    const { status, body } = await writeEntry('<h2>Light winds</h2><div>Wait for the <b>gust</b>.</div>');

    expect(status).toBe(201);
    expect(body.values.text.html).toBe(
      '<h2 id="light-winds">Light winds</h2><p>Wait for the <strong>gust</strong>.</p>',
    );
    expect(body.meta.warnings).toEqual([
      expect.objectContaining({ code: 'richtext_simplified', param: 'text.html' }),
    ]);
  });

  it.each([false, true])('keeps images and files that the API served (private: %s)', async (privateMedia) => {
    project = await service.newProject({ privateMedia });
    await defineType(project, 'page', { title: 'string', text: 'richtext' });
    const image = await newAsset(project.secret);
    const file = await newAsset(project.secret, { file_name: 'menu.pdf', content_type: 'application/pdf' });
    const markdown = `![A boat](${image} 'The harbor')\n\nThe [menu](${file}).`;
    const first = await project.secret.post('/v1/content/page/entries', {
      values: { title: 'A', text: { markdown } },
    });

    const second = await writeEntry(first.body.values.text.html as string);

    expect(second.status).toBe(201);
    expect(second.body.values.text).toEqual(first.body.values.text);
    expect(second.body.meta?.warnings ?? []).toEqual([]);
  });

  it('does not take images of other projects', async () => {
    const other = await service.newProject();
    const image = await newAsset(other.secret);
    const { url } = (await other.secret.get(`/v1/media/${image}`)).body;

    const { status, body } = await writeEntry(`<img src="${url}" alt="A boat">`);

    expect(status).toBe(201);
    expect(body.values.text.plain).toBe('A boat');
  });

  it('is rejected with the path of the text', async () => {
    const { status, body } = await writeEntry('<b>'.repeat(60_001));

    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_richtext_document', param: 'text.html' });
  });
});

describe('HTML in an article', () => {
  it.each(['blog', 'kb'])('of the module %s is converted', async (module) => {
    const collection =
      module === 'kb'
        ? { collection: (await project.secret.post('/v1/kb/collections', { title: 'Help' })).body.id }
        : {};
    const image = await newAsset(project.secret);
    const { url } = (await project.secret.get(`/v1/media/${image}`)).body;

    const { status, body } = await project.secret.post(`/v1/${module}/articles`, {
      title: 'News',
      body: { html: `<figure><img src="${url}" alt=""><figcaption>The harbor</figcaption></figure><p>Words` },
      ...collection,
    });

    expect(status).toBe(201);
    expect(body.body.plain).toBe('The harbor\n\nWords');
    expect(body.body.json.content[0].attrs).toMatchObject({ media_id: image, caption: 'The harbor' });
  });
});
