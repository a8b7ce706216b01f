import { describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../../../../support/content.ts';
import { newProjectInLocales } from '../../../../support/locales.ts';
import { callTwice, openAgent } from '../../../../support/mcp/agent.ts';
import { startService } from '../../../../support/service.ts';

const service = await startService();

async function newSite() {
  const project = await newProjectInLocales(service);
  await defineType(project, 'page', [
    { key: 'title', type: 'string', options: { localized: true } },
    { key: 'price', type: 'number' },
  ]);
  const body = { values: { title: 'Prices', price: 3 }, publish: true };
  const { id } = expectDone(await project.secret.post('/v1/content/page/entries', body));
  return { project, id: String(id), agent: await openAgent(service, project.secret.token) };
}

describe('an agent in several locales', () => {
  it('finds what to translate, writes it, publishes it, and deletes it', async () => {
    const { agent, id, project } = await newSite();
    const { body: described } = await agent.call('describe', {});
    expect(described.locales).toMatchObject([{ code: 'en', default: true }, { code: 'de' }, {}, {}]);
    const missing = { type: 'page', locale: 'de', translations: 'missing' };
    const { body: untranslated } = await agent.call('find', missing);
    expect(untranslated.items).toMatchObject([{ id, missing_fields: ['title'], title: 'Prices' }]);

    const german = { type: 'page', id, values: { title: 'Preise' } };
    const written = await agent.call('write', { items: [german], locale: 'de' });
    expect(written.body).toMatchObject({ done: true, items: [{ id, status: 'draft' }] });
    expect((await agent.call('find', missing)).body.items).toEqual([]);
    const change = { type: 'page', id, locale: 'de' };
    expect((await callTwice(agent, 'publish', { ...change, action: 'publish' })).body).toMatchObject({
      done: true,
      status: 'published',
    });
    expect((await agent.call('read', change)).body.item).toMatchObject({
      locale: 'de',
      values: { title: 'Preise', price: 3 },
    });
    const { body: germanPage } = await agent.call('find', { type: 'page', locale: 'de' });
    expect(germanPage.items).toMatchObject([{ values: { title: 'Preise' } }]);
    expect((await callTwice(agent, 'delete', change)).body).toMatchObject({ done: true });
    expect((await agent.call('read', change)).isError).toBe(true);
    expect((await project.publishable.get(`/v1/content/page/${id}`)).status).toBe(200);
  });

  it('finds articles to translate', async () => {
    const { agent, project } = await newSite();
    const article = { title: 'Light winds', body: { markdown: 'Wait for the gust.' }, publish: true };
    const { id } = expectDone(await project.secret.post('/v1/blog/articles', article));
    const missing = { type: 'blog_article', locale: 'de', translations: 'missing' };
    const { body: untranslated } = await agent.call('find', missing);
    expect(untranslated.items).toMatchObject([{ id, missing_fields: ['title', 'body'] }]);
    const values = { title: 'Wenig Wind', body: { markdown: 'Warte auf die Bö.' } };
    const german = { type: 'blog_article', id, values };
    expect((await agent.call('write', { items: [german], locale: 'de' })).body.done).toBe(true);
    expect((await agent.call('find', missing)).body.items).toEqual([]);
  });

  it('receives an error for arguments that cannot be combined', async () => {
    const { agent, id } = await newSite();
    const item = { type: 'page', id, values: { title: 'Preise' } };
    const several = await agent.call('write', { items: [item, item], locale: 'de' });
    expect(several.body.error).toMatchObject({ code: 'invalid_parameter', param: 'items' });
    const filtered = { type: 'page', locale: 'de', translations: 'missing', where: { price: 3 } };
    expect((await agent.call('find', filtered)).body.error).toMatchObject({ param: 'where' });
    const unknown = await agent.call('read', { type: 'page', id, locale: 'it' });
    expect(unknown.body.error).toMatchObject({ code: 'unknown_locale' });
  });
});
