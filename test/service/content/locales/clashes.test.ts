import { describe, expect, it } from 'vitest';
import { defineType, expectDone, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { rowsAndDerivation, sweepAll } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

/** A French value that falls back to the German one of `other`, but that `holder` takes before the job runs. */
async function newClash() {
  const site = await newProjectInLocales(service);
  await defineType(
    site,
    'page',
    [
      { key: 'title', type: 'string', options: { localized: true } },
      { key: 'path', type: 'string', options: { localized: true, unique: true } },
    ],
    { display_field: 'title' },
  );
  const owner = await signedIn(service, site.id, 'owner');
  const create = async (body: object) =>
    String(expectDone(await site.secret.post('/v1/content/page/entries', body)).id);
  const french = (values: object) => ({ fr: { values: { title: 'Prix', ...values }, publish: true } });
  const other = await create({
    values: { title: 'Prices' },
    locales: { de: { values: { title: 'Preise', path: '/x' }, publish: true }, ...french({}) },
  });
  const changed = await owner.send('PATCH', `/projects/${site.id}/locales/fr`, { fallback: 'de' });
  expect(changed.status).toBe(200);
  const holder = await create({ values: { title: 'Fees' }, locales: french({ path: '/x' }) });
  await sweepAll(service);
  const clashes = async () =>
    (await owner.send('GET', `/projects/${site.id}/locales/clashes`)).body.clashes as unknown;
  const patch = (id: string, locale: string, values: object) =>
    site.secret.patch(`/v1/content/page/${id}?locale=${locale}`, { values });
  const pathOf = async (id: string) =>
    expectDone(await site.publishable.get(`/v1/content/page/${id}?locale=fr`)).values.path as unknown;
  return { site, other, holder, clashes, patch, pathOf };
}

describe('a clash of unique values that a job finds', () => {
  it('is listed, and other values of the entry can be written', async () => {
    const { other, clashes, patch, pathOf } = await newClash();

    const clash = { locale: 'fr', id: other, type: 'page', title: 'Prix', fields: ['path'] };
    expect(await clashes()).toEqual([clash]);
    expectDone(await patch(other, 'de', { title: 'Gebühren' }));
    expectDone(await patch(other, 'fr', { title: 'Tarifs' }));
    expect(await pathOf(other)).toBe(null);
    expect(await clashes()).toEqual([{ ...clash, title: 'Tarifs' }]);
  });

  it('ends with another value in the locale, which is reserved', async () => {
    const { site, other, holder, clashes, patch, pathOf } = await newClash();

    const answer = await patch(other, 'fr', { path: '/x' });
    expect(refusal(answer)[1]).toBe('field_value_taken');
    expectDone(await patch(other, 'fr', { path: '/y' }));
    expect(await pathOf(other)).toBe('/y');
    expect(await clashes()).toEqual([]);
    expect(refusal(await patch(holder, 'fr', { path: '/y' }))[1]).toBe('field_value_taken');
    const { stored, derived } = await rowsAndDerivation(service, site.id);
    expect(stored).toEqual(derived);
  });

  it('ends with the next write of the entry after the other one changed', async () => {
    const { other, holder, clashes, patch, pathOf } = await newClash();

    expectDone(await patch(holder, 'fr', { path: '/z' }));
    expect(await pathOf(other)).toBe(null);
    expectDone(await patch(other, 'fr', { title: 'Tarifs' }));
    expect(await pathOf(other)).toBe('/x');
    expect(await clashes()).toEqual([]);
  });
});
