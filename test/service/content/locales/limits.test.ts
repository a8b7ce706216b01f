import { describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { sweepAll } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService } from '../../../support/service.ts';

const service = await startService({ LOCALES: 'on', MAX_LOCALE_ROWS: '3' });

describe('the limit of rows in further locales', () => {
  it('rejects a write that adds one too many, and no other', async () => {
    const site = await newProjectInLocales(service);
    await defineType(site, 'page', [{ key: 'title', type: 'string', options: { localized: true } }]);
    const german = { de: { values: { title: 'Hallo' } } };
    const create = (locales: object) =>
      site.secret.post('/v1/content/page/entries', { values: { title: 'Hello' }, locales });
    const { id } = expectDone(await create({ ...german, fr: { values: { title: 'Salut' } } }));
    expectDone(await create(german));

    const rejected = await create(german);
    expect(rejected.status).toBe(400);
    expect(rejected.body.error).toMatchObject({
      code: 'limit_reached',
      limit: 'locale_rows_per_project_max',
      value: 3,
    });
    expectDone(await site.secret.post('/v1/content/page/entries', { values: { title: 'English' } }));
    const path = `/v1/content/page/${String(id)}`;
    expectDone(await site.secret.patch(path, { locales: { de: { values: { title: 'Servus' } } } }));
    expectDone(await site.secret.delete(`${path}?locale=fr`));
    expectDone(await create(german));
    expect((await create(german)).body.error).toMatchObject({ code: 'limit_reached' });
    expectDone(await site.secret.delete(path));
    expectDone(await create(german));
    const { limits } = expectDone(await site.secret.get('/v1/introspection'));
    expect(limits).toMatchObject({ locale_rows_per_project_max: 3 });
  });

  it('counts the rows of restored entries, of clones, and of what a job changed', async () => {
    const site = await newProjectInLocales(service);
    await defineType(site, 'page', [{ key: 'title', type: 'string', options: { localized: true } }]);
    const owner = await signedIn(service, site.id, 'owner');
    const isOverLimit = { code: 'limit_reached', limit: 'locale_rows_per_project_max' };
    const create = async (...codes: string[]) => {
      const locales = Object.fromEntries(codes.map((code) => [code, { values: { title: 'Hallo' } }]));
      return site.secret.post('/v1/content/page/entries', { values: { title: 'Hello' }, locales });
    };
    const { id } = expectDone(await create('de', 'fr'));
    expect((await site.secret.post('/v1/releases', { name: 'Spring' })).body.error).toMatchObject(
      isOverLimit,
    );

    expectDone(await site.secret.delete(`/v1/content/page/${String(id)}`));
    expectDone(await create('de', 'fr'));
    const { body } = await owner.send('GET', `/projects/${site.id}/trash`);
    const ids = (body.data as { trash_id: string }[]).map(({ trash_id }) => trash_id);
    const restored = await owner.send('POST', `/projects/${site.id}/trash/restore`, { ids });
    expect(restored.body).toMatchObject({ failed: 1, data: [{ error: isOverLimit }] });

    expect((await owner.send('PATCH', `/projects/${site.id}/locales/fr`, { fallback: 'de' })).status).toBe(
      200,
    );
    await sweepAll(service);
    expect((await create('de', 'fr')).body.error).toMatchObject(isOverLimit);
    expectDone(await create('de'));
    expect((await create('de')).body.error).toMatchObject(isOverLimit);
  });
});
