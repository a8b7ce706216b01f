import { describe, expect, it } from 'vitest';
import { defineType, expectDone, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

async function newSite(pages: number) {
  const site = await newProjectInLocales(service);
  await defineType(site, 'page', [{ key: 'title', type: 'string', options: { localized: true } }]);
  for (let n = 0; n < pages; n += 1)
    expectDone(
      await site.secret.post('/v1/content/page/entries', { values: { title: `Page ${n}` }, publish: true }),
    );
  return site;
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

describe('the dashboard', () => {
  it('exports texts, and imports them from an item on', async () => {
    const site = await newSite(3);
    const author = await signedIn(service, site.id, 'author');
    const at = `/projects/${site.id}/translations`;
    const file = (await author.send('GET', `${at}/export?locale=de&format=json`)).body;
    expect(file.units).toHaveLength(3);
    const units = (file.units as object[]).map((unit, n) => ({ ...unit, translation: `Seite ${n}` }));
    const importFrom = async (body: object) =>
      expectDone(await author.send('POST', `${at}/import`, { file: base64({ ...file, units }), ...body }));
    const report = { imported: 3, unchanged: 0, rejected: [], next: null, items: 3 };
    expect(await importFrom({ dry_run: true })).toEqual(report);
    expect(await importFrom({ from: 2 })).toEqual({ ...report, imported: 1 });
    expect(await importFrom({})).toEqual({ ...report, imported: 2, unchanged: 1 });
    expect(expectDone(await site.secret.get('/v1/translations?locale=de')).data).toEqual([]);
  });

  it('imports texts of a member who is limited to their locale', async () => {
    const site = await newSite(2);
    expectDone(await site.secret.post('/v1/authors', { name: 'Edda', bio: 'Sews sails.' }));
    expectDone(await site.secret.post('/v1/blog/articles', { title: 'Hello', publish: true }));
    const { data } = expectDone(await site.secret.get('/v1/locales')) as {
      data: { id: string; code: string }[];
    };
    const id = data.find(({ code }) => code === 'de')?.id ?? '';
    const translator = await signedIn(service, site.id, { role: 'editor', grant: { locales: [id] } });
    const at = `/projects/${site.id}/translations`;
    const file = (await translator.send('GET', `${at}/export?locale=de&format=json`)).body;
    const units = (file.units as object[]).map((unit) => ({ ...unit, translation: 'Text' }));
    const importInto = (locale: string) =>
      translator.send('POST', `${at}/import`, { file: base64({ ...file, locale, units }) });

    expect((await importInto('fr')).body.error).toMatchObject({
      code: 'role_required',
      required: 'locale:fr',
    });
    expect(expectDone(await importInto('de'))).toMatchObject({ imported: units.length, rejected: [] });
    const missing = async (kind: string) =>
      expectDone(await site.secret.get(`/v1/translations?locale=de&kind=${kind}`)).data;
    expect([await missing('entry'), await missing('author'), await missing('blog_article')]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('rejects damaged files, other locales and viewers', async () => {
    const site = await newSite(1);
    const author = await signedIn(service, site.id, 'author');
    const viewer = await signedIn(service, site.id, 'viewer');
    const at = `/projects/${site.id}/translations`;
    const codeOf = async (person: typeof author, body: object) =>
      refusal(await person.send('POST', `${at}/import`, body));
    const file = (locale: string) => ({ file: base64({ format: 'galley-texts', locale, units: [] }) });
    expect(await codeOf(author, file('it'))).toEqual([400, 'unknown_locale', 'locale']);
    expect(await codeOf(author, file('en'))).toEqual([400, 'invalid_parameter', 'locale']);
    expect(await codeOf(author, { file: base64('x') })).toEqual([400, 'invalid_field_value', 'file']);
    expect((await codeOf(author, { file: '%%%' }))[1]).toBe('invalid_field_value');
    expect((await codeOf(viewer, file('de')))[0]).toBe(403);
    expect((await viewer.send('GET', `${at}/export?locale=de&format=xliff`)).status).toBe(200);
    expect(refusal(await viewer.send('GET', `${at}/export?locale=en&format=csv`))[1]).toBe(
      'invalid_parameter',
    );
  });

  it('takes files of 10 MiB, and no larger ones', async () => {
    const site = await newSite(1);
    const author = await signedIn(service, site.id, 'author');
    const at = `/projects/${site.id}/translations/import`;
    const unit = { unit: 'nothing', translation: 'x'.repeat(10 * 1024 * 1024 - 200) };
    const large = base64({ format: 'galley-texts', locale: 'de', units: [unit] });
    expect(expectDone(await author.send('POST', at, { file: large })).rejected).toEqual([
      { unit: 'nothing', reason: 'item_gone' },
    ]);
    const larger = Buffer.alloc(10 * 1024 * 1024 + 1, ' ').toString('base64');
    expect(refusal(await author.send('POST', at, { file: larger }))[1]).toBe('invalid_field_value');
    const largest = Buffer.alloc(12 * 1024 * 1024, ' ').toString('base64');
    expect((await author.send('POST', at, { file: largest })).status).toBe(413);
  });
});
