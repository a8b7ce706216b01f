import { describe, expect, it } from 'vitest';
import { nobody } from '../../../../src/contract/events/actor.ts';
import { projectLoops } from '../../../../src/core/jobs/index.ts';
import { settleType } from '../../../../src/content/types/settle/settle.ts';
import { writerOf } from '../../../../src/projects/index.ts';
import { sweepLocales } from '../../../../src/projects/locales/sweep.ts';
import { assembly } from '../../../support/assembly.ts';
import { defineType, expectDone, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { rowsAndDerivation, sweepAll } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { databaseOf } from '../../../support/database.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

const blockId = 'blk_01k00000000000000000000000';
const localized = { localized: true };
const title = { key: 'title', type: 'string', options: localized };
const path = { key: 'path', type: 'string', options: { ...localized, unique: true } };
const price = { key: 'price', type: 'number' };

async function newSite(): Promise<TestProject> {
  const site = await newProjectInLocales(service);
  await defineType(site, 'page', [title, path, price]);
  return site;
}

async function create({ secret }: TestProject, body: object): Promise<string> {
  return String(expectDone(await secret.post('/v1/content/page/entries', body)).id);
}

async function changeLocale(site: TestProject, code: string, body: object) {
  const owner = await signedIn(service, site.id, 'owner');
  return owner.send('PATCH', `/projects/${site.id}/locales/${code}`, body);
}

async function removeLocale(site: TestProject, code: string) {
  const owner = await signedIn(service, site.id, 'owner');
  return owner.send('DELETE', `/projects/${site.id}/locales/${code}`, { confirm: code });
}

async function expectFreshRows(site: TestProject): Promise<void> {
  await sweepAll(service);
  const { stored, derived } = await rowsAndDerivation(service, site.id);
  expect(stored).toMatchObject(derived as object[]);
  expect(stored).toHaveLength(derived.length);
}

const found = async ({ publishable }: TestProject, query: string) => {
  const { data } = expectDone(await publishable.get(`/v1/content/page?${query}`));
  return (data as { id: string }[]).map(({ id }) => id);
};

/** An entry that is live in English and French, where only the path is French. */
async function createHalfFrench(site: TestProject): Promise<string> {
  return create(site, {
    values: { title: 'Prices', path: '/pricing', price: 1 },
    publish: true,
    locales: {
      de: { values: { title: 'Preise' }, publish: true },
      fr: { values: { path: '/prix' }, publish: true },
    },
  });
}

describe('stored rows of a locale', () => {
  it('follow another fallback in filters and sorting', async () => {
    const site = await newSite();
    const id = await createHalfFrench(site);
    expect(await found(site, 'locale=fr&where[title]=Preise')).toEqual([]);
    expect((await changeLocale(site, 'fr', { fallback: 'de' })).body).toMatchObject({
      locale: { code: 'fr', status: 'preparing' },
    });

    await expectFreshRows(site);
    expect(await found(site, 'locale=fr&where[title]=Preise')).toEqual([id]);
    const { data } = expectDone(await site.publishable.get('/v1/locales'));
    expect(data).toMatchObject(Array.from({ length: 4 }, () => ({ status: 'ready' })));
  });

  it('follow a change of localized fields', async () => {
    const site = await newSite();
    const id = await createHalfFrench(site);
    await defineType(site, 'page', [{ ...title, options: {} }, path, price]);

    await expectFreshRows(site);
    expect(await found(site, 'locale=fr&where[title]=Prices')).toEqual([id]);
    const entry = await databaseOf(service.app.system).collection('entries').findOne({ id });
    expect(JSON.stringify(entry?.['locales'])).not.toContain('Preise');
    await defineType(site, 'page', [
      { ...title, options: {} },
      { ...path, options: { unique: true } },
      price,
    ]);
    await expectFreshRows(site);
    expect((await rowsAndDerivation(service, site.id)).stored).toEqual([]);
    expect(await found(site, 'locale=fr&where[path]=/pricing')).toEqual([id]);
  });

  it('follow a change of localized fields in blocks', async () => {
    const site = await newSite();
    const text = { key: 'text', type: 'string' };
    expectDone(
      await site.secret.put('/v1/schema/blocks/hero', { fields: [{ ...text, options: localized }] }),
    );
    await defineType(site, 'page', [
      title,
      { key: 'sections', type: 'blocks', options: { blocks: ['hero'] } },
    ]);
    const block = { id: blockId, block: 'hero', values: { text: 'Hello' } };
    const id = await create(site, { values: { title: 'x', sections: [block] }, publish: true });
    expectDone(
      await site.secret.patch(`/v1/content/page/${id}?locale=de`, {
        values: { title: 'y', sections: { [blockId]: { text: 'Hallo' } } },
        publish: true,
      }),
    );
    await expectFreshRows(site);
    expectDone(await site.secret.put('/v1/schema/blocks/hero', { fields: [text] }));

    await expectFreshRows(site);
    const german = expectDone(await site.publishable.get(`/v1/content/page/${id}?locale=de`));
    expect(JSON.stringify(german.values)).toContain('Hello');
    const entry = await databaseOf(service.app.system).collection('entries').findOne({ id });
    expect(JSON.stringify(entry?.['locales'])).not.toContain('Hallo');
  });

  it('serve a unique value once if another entry takes it before the job', async () => {
    const site = await newSite();
    const other = await create(site, {
      values: { title: 'b' },
      locales: {
        de: { values: { title: 'b', path: '/x' }, publish: true },
        fr: { values: { title: 'b' }, publish: true },
      },
    });
    expect((await changeLocale(site, 'fr', { fallback: 'de' })).status).toBe(200);
    const own = await create(site, {
      values: { title: 'a' },
      locales: { fr: { values: { title: 'a', path: '/x' }, publish: true } },
    });

    await expectFreshRows(site);
    expect(await found(site, 'locale=fr&where[path]=/x')).toEqual([own]);
    const french = expectDone(await site.publishable.get(`/v1/content/page/${other}?locale=fr`));
    expect(french).toMatchObject({ values: { title: 'b', path: null }, fallbacks: {} });
  });
});

describe('a sweep that was killed', () => {
  it('is completed by the next worker, after each of its steps', async () => {
    const site = await newSite();
    for (let i = 0; i < 120; i += 1)
      await create(site, {
        values: { title: `Prices ${i}`, path: `/${i}` },
        publish: true,
        locales: {
          de: { values: { title: `Preise ${i}` } },
          fr: { values: { path: `/f${i}` }, publish: true },
        },
      });
    const kill = () => Promise.reject(new Error('killed'));
    await changeLocale(site, 'fr', { fallback: 'en' });
    const { system, clock } = service.app;
    const now = clock.now();
    await sweepLocales(system, { now, sweeps: assembly.localeSweeps.map((one) => ({ ...one, run: kill })) });
    projectLoops(system).loop('locales.sweep', 0).resume(site.id);
    const writer = writerOf(system.project(site.id).release(site.releaseId), { now, actor: nobody });
    expect(await settleType(writer, 'page', performance.now() + 1)).toBe(false); // one batch of two
    await changeLocale(site, 'fr', { fallback: 'de' });
    await changeLocale(site, 'de', { fallback: 'en' });

    await expectFreshRows(site);
    expect(await found(site, 'locale=fr&where[title]=Prices 7')).toHaveLength(1);
    expect(await found(site, 'locale=fr&count=true')).toHaveLength(20);
  });
});

describe('a removed locale', () => {
  it('leaves requests at once, and its content is deleted', async () => {
    const site = await newSite();
    const id = await createHalfFrench(site);
    await create(site, { values: { title: 'x' }, locales: { fr: { values: { title: 'brouillon' } } } });
    expectDone(await site.secret.post('/v1/authors', { name: 'Edda', locales: { fr: { bio: 'Voiles' } } }));
    const removed = await removeLocale(site, 'fr');

    expect(removed.body).toMatchObject({ removed: { code: 'fr', live: 1, scheduled: 0, drafts: 1 } });
    expect(refusal(await site.publishable.get(`/v1/content/page/${id}?locale=fr`))[1]).toBe('unknown_locale');
    await expectFreshRows(site);
    const db = databaseOf(service.app.system);
    for (const name of ['entries', 'entry_locales', 'authors', 'versions']) {
      const rows = await db.collection(name).find({ project_id: site.id }).toArray();
      expect(JSON.stringify(rows)).not.toMatch(/prix|brouillon|Voiles/);
    }
    expect(await found(site, 'locale=de')).toEqual([id]);
    const owner = await signedIn(service, site.id, 'owner');
    const added = await owner.send('POST', `/projects/${site.id}/locales`, { code: 'fr' });
    expect(added.body).toMatchObject({ locale: { code: 'fr', status: 'ready' } });
    expect(refusal(await site.publishable.get(`/v1/content/page/${id}?locale=fr`))[1]).toBe(
      'entry_not_published',
    );
  });

  it('changes nothing in other projects', async () => {
    const [site, other] = [await newSite(), await newSite()];
    await createHalfFrench(site);
    await createHalfFrench(other);
    const before = await rowsAndDerivation(service, other.id);
    await removeLocale(site, 'fr');
    await expectFreshRows(site);

    expect(await rowsAndDerivation(service, other.id)).toMatchObject(before);
    expect(await found(other, 'locale=fr')).toHaveLength(1);
  });
});
