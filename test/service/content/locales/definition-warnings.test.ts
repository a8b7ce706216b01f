import { describe, expect, it } from 'vitest';
import { expectDone } from '../../../support/content.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

const path = '/v1/schema/content-types/page';
const note = { key: 'note', type: 'string' };
const localizedNote = { ...note, options: { localized: true } };
const title = { key: 'title', type: 'string', options: { localized: true } };

async function define({ secret }: TestProject, fields: object[], query = '') {
  return expectDone(await secret.put(`${path}${query}`, { fields })).meta as
    { warnings?: object[] } | undefined;
}

describe('a change of localized fields', () => {
  it('warns of live entries that no further locale shows', async () => {
    const site = await newProjectInLocales(service);
    await define(site, [note]);
    for (const publish of [true, true, false])
      await site.secret.post('/v1/content/page/entries', { values: { note: 'x' }, publish });
    const warning = {
      code: 'not_visible_in_locales',
      param: 'fields[0].options.localized',
      locales: ['de', 'de-AT', 'fr'],
      entries: 2,
    };
    const dryRun = await define(site, [localizedNote], '?dry_run=true');
    expect(dryRun?.warnings).toMatchObject([
      { ...warning, message: expect.stringContaining('would be visible in en only') as string },
    ]);
    expect((await define(site, [localizedNote]))?.warnings).toMatchObject([warning]);
    expect(await define(site, [localizedNote, title])).toBeUndefined();
  });

  it('warns of values in further locales that it deletes', async () => {
    const site = await newProjectInLocales(service);
    await define(site, [localizedNote, title]);
    const german = { values: { note: 'Hallo' } };
    const body = { values: { note: 'Hello', title: 'T' }, publish: true, locales: { de: german } };
    expectDone(await site.secret.post('/v1/content/page/entries', body));
    expectDone(await site.secret.post('/v1/content/page/entries', { values: { note: 'English' } }));
    expect((await define(site, [note, title]))?.warnings).toMatchObject([
      { code: 'localized_values_dropped', param: 'fields[0].options.localized', field: 'note', entries: 1 },
    ]);
  });
});
