import { describe, expect, it } from 'vitest';
import { routes } from '../../../support/assembly.ts';
import type { ApiClient } from '../../../support/client.ts';
import { dayMs, defineType, expectDone, pluck } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { runJob } from '../../../support/publishing/due-work.ts';
import {
  end,
  endingReads,
  endless,
  marker,
  newSite,
  type Sample,
  type Site,
  unpublish_at,
} from '../../../support/publishing/ending-site.ts';

const service = await startOwnService();

/** What is read of each sample, by its path. */
async function seen(client: ApiClient, samples: readonly Sample[]) {
  const answers = await Promise.all(samples.map(({ path }) => client.get(path)));
  // Items of previews have their dates, in `state`.
  for (const [at, { text }] of answers.entries())
    if (samples[at]?.path.startsWith('/preview/') !== true) expect(text).not.toContain('"unpublish_at"');
  return samples.map(({ path, read }, i) => [path, read(answers[i] as never)]);
}

const expected = (samples: readonly Sample[], side: 'before' | 'after') =>
  samples.map((sample) => [sample.path, sample[side]]);

const samplesOf = (site: Site) => Object.values(endingReads(site)).flat();

describe('what ends', () => {
  it('is asked for by every route whose answers it may stand in', async () => {
    const asked = Object.keys(endingReads(await newSite(service)));
    const reads = routes.filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/'));

    expect([...asked, ...endless].sort()).toEqual(pluck(reads, 'path').sort());
  });

  it('is in every read to the millisecond before, and in none from the end on, though nothing is told', async () => {
    const site = await newSite(service);
    const samples = samplesOf(site);
    const inRelease = samples
      .filter(({ path }) => path.startsWith('/v1/content'))
      .map((sample) => ({ ...sample, path: withQuery(sample.path, `release=${site.project.releaseId}`) }));
    const { publishable, secret } = site.project;
    const reads = [
      [publishable, samples],
      [secret, samples],
      [secret, inRelease],
    ] as const;
    setClock(service, end - 1);
    for (const [client, asked] of reads) {
      expect(await seen(client, asked)).toEqual(expected(asked, 'before'));
      expect(await seen(client, asked), 'answers that are kept').toEqual(expected(asked, 'before'));
    }

    setClock(service, end);

    for (const [client, asked] of reads) expect(await seen(client, asked)).toEqual(expected(asked, 'after'));
    await runJob(service);
    for (const [client, asked] of reads) expect(await seen(client, asked)).toEqual(expected(asked, 'after'));
  });

  it('is read anew from the end on by who has an answer of before, and a cursor goes on without it', async () => {
    const site = await newSite(service);
    const { publishable } = site.project;
    const samples = samplesOf(site);
    setClock(service, end - 1);
    const held = await Promise.all(samples.map(({ path }) => publishable.get(path)));
    const first = expectDone(await publishable.get('/v1/content/page?limit=1')); // the newest, which stays
    const again = async () => {
      const tagged = samples.map(({ path }, i) =>
        publishable.get(path, { 'If-None-Match': held[i]?.headers.get('ETag') ?? '' }),
      );
      return (await Promise.all(tagged)).map(({ status }, i) => [samples[i]?.path, status === 304]);
    };
    expect(await again()).toEqual(samples.map(({ path }) => [path, true]));

    setClock(service, end);

    expect(await again()).toEqual(samples.map(({ path }) => [path, false]));
    const rest = `/v1/content/page?limit=1&cursor=${first.meta.next_cursor}`;
    expect(expectDone(await publishable.get(rest)).data).toEqual([]);
  });

  it('is previewed by every read as if it did not end', async () => {
    const site = await newSite(service);
    const owner = await signedIn(service, site.project.id, 'owner');
    setClock(service, end - 1);
    const { body } = await owner.send('POST', `/projects/${site.project.id}/preview`, {});
    const reader = site.project.as(body.token);
    const samples = samplesOf(site)
      .filter(({ path }) => path !== '/v1/changes' && !/[?&]q=/.test(path)) // no preview; searches look at what is live
      .map((sample) => ({ ...sample, path: `/preview${sample.path}`, after: sample.before }));
    expect(await seen(reader, samples)).toEqual(expected(samples, 'before'));

    setClock(service, end);

    expect(await seen(reader, samples)).toEqual(expected(samples, 'after'));
    await runJob(service);
    expect(await seen(reader, samples)).toEqual(expected(samples, 'after'));
  });

  it('reads null where it is referenced and linked, and is named as not live', async () => {
    const site = await newSite(service);
    const { project, page, entry } = site;
    setClock(service, end - 1);
    const text = async () => expectDone(await project.publishable.get('/v1/blog/articles/kept')).body.html;
    expect(String(await text()).split('<a ')).toHaveLength(4);
    const before = expectDone(await project.publishable.get(`/v1/content/page/${page.id}`));
    expect(before.values).toMatchObject({
      next: { id: entry.id },
      all: [{ id: entry.id }],
      post: { slug: 'gone' },
    });

    setClock(service, end);

    const after = expectDone(await project.publishable.get(`/v1/content/page/${page.id}`));
    expect(after.values).toMatchObject({ next: null, all: [null], post: null });
    expect(await text()).not.toContain('<a ');
    const warned = await project.secret.patch(`/v1/content/page/${page.id}`, { values: { next: entry.id } });
    expect(warned.body.meta.warnings).toMatchObject([{ param: 'next' }]);
    const refused = await project.secret.delete(`/v1/content/page/${entry.id}`);
    expect(refused.body.error).toMatchObject({ code: 'entry_referenced' });
  });

  it('is no place any more that readers see pointing somewhere, and still protects by its draft', async () => {
    setClock(service, end - dayMs);
    const project = await service.newProject();
    await defineType(project, 'page', [
      { key: 'title', type: 'string' },
      { key: 'next', type: 'reference', options: { content_type: 'page' } },
    ]);
    const post = async (body: object) =>
      expectDone(await project.secret.post('/v1/content/page/entries', body));
    const target = await post({ values: { title: 'Target' }, publish: true });
    await post({ values: { title: marker, next: target.id }, publish: true, unpublish_at });
    const places = async () =>
      (await project.secret.get(`/v1/content/page/${target.id}/referenced-by`)).body.data;
    setClock(service, end - 1);
    expect(await places()).toMatchObject([{ field: 'next', live: true }]);

    setClock(service, end);

    expect(await places()).toMatchObject([{ field: 'next', live: false }]);
    const deletion = await project.secret.delete(`/v1/content/page/${target.id}`);
    expect(deletion.body.error).toMatchObject({ code: 'entry_referenced' });
  });

  it('is a draft in the lists of editors from the end on, and stands in Coming up before', async () => {
    const { project, entry } = await newSite(service);
    const owner = await signedIn(service, project.id, 'owner');
    const base = `/projects/${project.id}`;
    setClock(service, end - 1);
    const coming = (await owner.send('GET', `${base}/home`)).body.scheduled;
    expect(pluck(coming, 'unpublish_at')).toEqual(Array(4).fill(unpublish_at));
    const inTab = async (tab: string) => {
      const { body } = await owner.send('GET', `${base}/content/page/entries?status=${tab}`);
      return pluck(body.data, 'id').includes(entry.id);
    };
    expect([await inTab('published'), await inTab('draft')]).toEqual([true, false]);

    setClock(service, end);

    expect([await inTab('published'), await inTab('draft'), await inTab('changed')]).toEqual([
      false,
      true,
      false,
    ]);
    const row = await owner.send('GET', `${base}/content/page/entries/${entry.id}`);
    expect(row.body).toMatchObject({
      status: 'draft',
      live: null,
      live_revision: null,
      has_unpublished_changes: true,
    });
    expect(row.body).not.toHaveProperty('unpublish_at');
    const articles = (await owner.send('GET', `${base}/blog/articles?status=draft`)).body.data;
    expect(articles).toMatchObject([{ slug: 'gone', status: 'draft', has_unpublished_changes: true }]);
    expect((await owner.send('GET', `${base}/home`)).body.scheduled).toEqual([]);
  });
});

const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;
