import { describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

async function newSite() {
  const site = await newProjectInLocales(service);
  await defineType(site, 'page', [
    { key: 'title', type: 'string', options: { localized: true } },
    { key: 'path', type: 'string', options: { localized: true, unique: true } },
  ]);
  const create = async (path: string, locales: object) => {
    const body = { values: { title: 'x', path }, publish: true, locales };
    return String(expectDone(await site.secret.post('/v1/content/page/entries', body)).id);
  };
  const owner = await signedIn(service, site.id, 'owner');
  const change = (code: string, body: object) =>
    owner.send('PATCH', `/projects/${site.id}/locales/${code}`, body);
  return { site, create, change };
}

describe('a locale whose fallback would serve one unique value twice', () => {
  it('keeps its fallback', async () => {
    const { create, change } = await newSite();
    const published = { values: { title: 'y' }, publish: true };
    const german = await create('/a', { de: published });
    await create('/b', { de: { values: { path: '/a' }, publish: true } });
    const { status, body } = await change('de', { fallback: 'en' });

    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'locale_conflict', param: 'fallback', entries: [german] });
    expect((await change('fr', { fallback: 'en' })).status).toBe(200);
    expect((await change('de', { name: 'Deutsch' })).status).toBe(200);
  });

  it('keeps its fallback if another locale falls back to it', async () => {
    const { create, change } = await newSite();
    const austrian = await create('/a', { 'de-AT': { values: { title: 'y' }, publish: true } });
    await create('/b', { 'de-AT': { values: { path: '/a' }, publish: true } });
    const { status, body } = await change('de', { fallback: 'en' });

    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'locale_conflict', param: 'fallback', entries: [austrian] });
    expect(body.error.message).toContain('"de-AT"');
    expect((await change('de-AT', { fallback: null })).status).toBe(200);
    expect((await change('de', { fallback: 'en' })).status).toBe(200);
  });

  it('serves no whole entries', async () => {
    const { site, create, change } = await newSite();
    const id = await create('/a', {});
    const other = await create('/b', { de: { values: { path: '/a' }, publish: true } });
    expect((await change('de-AT', { serves_entries: true })).status).toBe(200);
    const { status, body } = await change('de', { fallback: 'en', serves_entries: true });

    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'locale_conflict', entries: [id] });
    const path = `/v1/content/page/${other}?locale=de`;
    expectDone(await site.secret.patch(path, { values: { path: '/c' } }));
    expect((await change('de', { fallback: 'en', serves_entries: true })).status).toBe(200);
  });
});
