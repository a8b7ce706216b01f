import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import type { Finding } from '../../../src/cli/support/checks/finding.ts';
import { defineType, expectDone } from '../../support/content.ts';
import { databaseOf } from '../../support/database.ts';
import { articleRowsAndDerivation, rowsAndDerivation, sweepAll } from '../../support/locale-rows.ts';
import { newProjectInLocales } from '../../support/locales.ts';
import { takeDatabase } from '../../support/own-databases.ts';
import { startService, testVariables } from '../../support/service.ts';

const variables = testVariables({ MONGODB_DB: takeDatabase() });
const service = await startService(variables);

async function rowsFinding(...flags: string[]): Promise<Finding | undefined> {
  const { out } = await runCommand(['doctor', '--json', ...flags], variables, tmpdir());
  const { checks } = JSON.parse(out) as { checks: Finding[] };
  return checks.find(({ name }) => name === 'rows');
}

describe('galley doctor', () => {
  it('compares rows of items in several locales with a fresh derivation, and fixes them', async () => {
    await service.newProject({ oneLocale: true });
    expect(await rowsFinding()).toBeUndefined();
    const site = await newProjectInLocales(service);
    const { secret } = site;
    await defineType(site, 'page', [{ key: 'title', type: 'string', options: { localized: true } }]);
    const german = (title: string) => ({ locales: { de: { title, publish: true } } });
    const page = expectDone(
      await secret.post('/v1/content/page/entries', {
        values: { title: 'Prices' },
        publish: true,
        locales: { de: { values: { title: 'Preise' }, publish: true } },
      }),
    );
    const article = expectDone(
      await secret.post('/v1/blog/articles', { title: 'News', publish: true, ...german('Neues') }),
    );
    const author = expectDone(
      await secret.post('/v1/authors', { name: 'Ada', locales: { de: { name: 'Ada' } } }),
    );
    await sweepAll(service);
    expect(await rowsFinding()).toEqual({
      name: 'rows',
      ok: true,
      why: 'The rows of 3 sampled items in several locales are up to date.',
      fix: '',
    });

    const db = databaseOf(service.app.system);
    const ofSite = { project_id: site.id };
    const ids = [page, article, author].map(({ id }) => String(id));
    await db
      .collection('entry_locales')
      .updateOne({ ...ofSite, id: ids[0] }, { $set: { 'live.title': 'Falsch' } });
    await db.collection('article_locales').deleteOne({ ...ofSite, id: ids[1] });
    await db
      .collection<{ _id: string; project_id: string }>('authors')
      .updateOne({ ...ofSite, _id: String(ids[2]) }, { $set: { locale_slugs: ['other'] } });
    const damaged = await rowsFinding();
    expect(damaged).toMatchObject({ ok: false, fix: 'Run: galley doctor --fix-rows' });
    for (const id of ids) expect(damaged?.why).toContain(id);

    const before = expectDone(await secret.get(`/v1/content/page/${ids[0]}`));
    expect(await rowsFinding('--fix-rows')).toMatchObject({
      ok: true,
      why: expect.stringMatching(/^Rewrote the rows of 1 project\. The rows of 3 sampled/),
    });
    const { data } = expectDone(await site.publishable.get('/v1/content/page?locale=de'));
    expect(data).toMatchObject([{ values: { title: 'Preise' } }]);
    expect(expectDone(await secret.get(`/v1/content/page/${ids[0]}`))).toEqual(before);
    for (const { stored, derived } of [
      await rowsAndDerivation(service, site.id),
      await articleRowsAndDerivation(service, site.id),
    ])
      expect(stored).toMatchObject(derived as object[]);
    expect(await rowsFinding()).toMatchObject({ ok: true });
  });
});
