import { describe, expect, it } from 'vitest';
import { expectDone } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { sweepAll } from '../../../support/locale-rows.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const codes = ['en', 'de', 'de-AT', 'fr'];
const modes = ['none', 'fields', 'entries'];
const marker = 'hiddentext';
const kinds = ['blog', 'kb'] as const;
type Kind = (typeof kinds)[number];

/** All localized texts of an article, each with the marker. */
const hidden = {
  title: `A ${marker}`,
  excerpt: marker,
  body: { markdown: marker },
  seo: { title: marker, description: marker },
};

/** A site in which each kind of hidden value contains the marker, and whose other texts don't. */
async function newSite(kind: Kind): Promise<{ site: TestProject; ids: string[] }> {
  const site = await newProjectInLocales(service);
  const owner = await signedIn(service, site.id, 'owner');
  for (const [code, fallback] of Object.entries({ de: 'en', fr: 'de', 'de-AT': 'de' }))
    await owner.send('PATCH', `/projects/${site.id}/locales/${code}`, { fallback, serves_entries: true });
  await sweepAll(service);
  const shared =
    kind === 'blog'
      ? {}
      : { collection: expectDone(await site.secret.post('/v1/kb/collections', { title: 'Start' })).id };
  const path = `/v1/${kind}/articles`;
  const create = async (body: object) =>
    String(expectDone(await site.secret.post(path, { ...shared, ...body })).id);
  const change = async (id: string, query: string, body: object) =>
    expectDone(await site.secret.patch(`${path}/${id}${query}`, body));
  const live = { title: 'a', publish: true };
  const german = { title: 'b', publish: true };

  const draft = await create({ ...live, locales: { de: hidden } });
  const changed = await create({ ...live, locales: { de: german } });
  await change(changed, '?locale=de&draft=true', hidden);
  const scheduled = await create({
    ...live,
    locales: { de: { ...hidden, publish: true, published_at: later(60) } },
  });
  const pending = await create({ ...live, locales: { de: german } });
  await change(pending, '?locale=de', { ...hidden, publish_at: later(60) });
  const ended = await create({
    ...live,
    locales: { de: { ...hidden, publish: true, unpublish_at: later(1 / 30) } },
  });
  const unpublished = await create({ ...live, locales: { de: { ...hidden, publish: true } } });
  await change(unpublished, '?locale=de', { publish: false });
  const removed = await create({ ...live, locales: { de: { ...hidden, publish: true } } });
  expect((await site.secret.delete(`${path}/${removed}?locale=de`)).status).toBe(204);
  const defaultDraft = await create({ ...hidden, locales: { de: german } });
  const ids = [draft, changed, scheduled, pending, ended, unpublished, removed, defaultDraft];
  for (const id of ids) {
    const link = { markdown: `[r](${path}/${id})` };
    ids.push(await create({ ...live, body: link, locales: { fr: { title: 'r', publish: true } } }));
    if (ids.length >= 16) break;
  }
  const end = `${path}/${ended}?locale=de`;
  await expect.poll(async () => (await site.publishable.get(end)).status, { timeout: 10_000 }).toBe(404);
  return { site, ids };
}

const queries = ['', ...codes.flatMap((code) => modes.map((mode) => `locale=${code}&fallback=${mode}`))];

describe.each(kinds)('a text of a %s article that readers of a locale must not see', (kind) => {
  const path = `/v1/${kind}/articles`;

  it('appears in no read, mode, alternate, header or event', { timeout: 180_000 }, async () => {
    const { site, ids } = await newSite(kind);
    // Slugs are no texts: a slug of an unpublished locale is found in that locale alone.
    const textOf = async (url: string) => {
      const { text, headers } = await site.publishable.get(url);
      return `${text} ${JSON.stringify([...headers])}`;
    };
    for (const query of queries) {
      const alternates = query === '' ? '' : '&alternates=true';
      const lists = [`${path}?limit=50&${query}${alternates}`, `${path}?count=true&${query}`];
      for (const list of [...lists, ...lists]) expect(await textOf(list)).not.toContain(marker);
      for (const id of ids) {
        const one = await textOf(`${path}/${id}?${query}`);
        if (one.includes('"alternates"') || !one.includes('"error"')) expect(one).not.toContain(marker);
        else expect(one.replaceAll(`a-${marker}`, '')).not.toContain(marker);
      }
      const found = expectDone(await site.publishable.get(`${path}?count=true&q=${marker}&${query}`));
      expect([found.data, found.meta.total]).toEqual([[], 0]);
    }
    const several = await site.secret.get(`${path}/${String(ids[1])}?locales=${codes.join(',')}`);
    expect(several.text).not.toContain(marker);
    // The German texts that ended, or were removed, were public before.
    const drafts = new Set([ids[0], ids[1], ids[2], ids[3], ids[7]]);
    const events = (await site.eventData()).filter((event) => drafts.has(String(event['id'])));
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify(events)).not.toContain(marker);
  });
});
