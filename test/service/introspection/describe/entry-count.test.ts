import { describe, expect, it } from 'vitest';
import { createEntry, defineType, expectDone } from '../../../support/content.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();

describe('GET /v1/introspection with a secret key', () => {
  it('counts a draft at once, under another ETag, and is kept while nothing is written', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const read = (headers = {}) => project.secret.get('/v1/introspection', headers);
    const countOf = async () => {
      const { body, headers } = await read();
      return { count: body.releases[0].entry_count as number, tag: String(headers.get('ETag')) };
    };
    const before = await countOf();
    expect(before.count).toBe(0);
    expect((await read({ 'If-None-Match': before.tag })).status).toBe(304);

    const { id } = await createEntry(project, 'page', { title: 'Draft' });

    const after = await countOf();
    expect(after.count).toBe(1);
    expect((await read({ 'If-None-Match': before.tag })).status).toBe(200);
    expect((await read({ 'If-None-Match': after.tag })).status).toBe(304);
    expectDone(await project.secret.delete(`/v1/content/page/${id}`));
    expect(await countOf()).toEqual(before);
  });

  it('tells a publishable key no counts, and the same bytes whatever is drafted', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const before = await project.publishable.get('/v1/introspection');

    await createEntry(project, 'page', { title: 'Draft' });

    const after = await project.publishable.get('/v1/introspection');
    expect(after.body.releases).toBeUndefined();
    expect([after.text, after.headers.get('ETag')]).toEqual([before.text, before.headers.get('ETag')]);
  });
});
