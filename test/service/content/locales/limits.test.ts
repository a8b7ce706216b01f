import { describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../../../support/content.ts';
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
});
