import { describe, expect, it } from 'vitest';
import { expectDone, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import { type TestProject, workerDatabase } from '../../../support/service.ts';

const { service } = await startMediaService({ MONGODB_DB: workerDatabase() });

const path = '/v1/blog/articles';

async function newSite(): Promise<TestProject> {
  const site = await newProjectInLocales(service);
  const german = { title: 'Hallo', publish: true };
  expectDone(await site.secret.post(path, { title: 'Hello', publish: true, locales: { de: german } }));
  return site;
}

describe('articles in a locale', () => {
  it('are written with secret keys of their project alone', async () => {
    const [site, other] = [await newSite(), await newProjectInLocales(service)];
    const body = { excerpt: 'Neu' };
    const target = `${path}/hallo?locale=de`;

    expect(refusal(await site.publishable.patch(target, body))[1]).toBe('secret_key_required');
    expect(refusal(await other.secret.patch(target, body))[1]).toBe('unknown_blog_article');
    expect(refusal(await other.publishable.get(target))[1]).toBe('unknown_blog_article');
    expect(refusal(await site.as('sk_wrong').get(target))[0]).toBe(401);
    expect(expectDone(await other.publishable.get(`${path}?locale=de`)).data).toEqual([]);
  });

  it('follow the areas and scopes of a key', async () => {
    const site = await newSite();
    const keyFor = async (can: ('read' | 'draft' | 'publish')[], area: 'blog' | 'kb') =>
      site.as((await site.newKey({ purpose: 'secret', scopes: { can, areas: [area] } })).token);
    const target = `${path}/hallo?locale=de`;
    const [kb, reader, drafter] = [
      await keyFor(['read', 'draft', 'publish'], 'kb'),
      await keyFor(['read'], 'blog'),
      await keyFor(['read', 'draft'], 'blog'),
    ];

    expect(refusal(await kb.get(target))[1]).toBe('scope_required');
    expect(expectDone(await reader.get(target)).title).toBe('Hallo');
    expect(refusal(await reader.patch(target, { excerpt: 'Neu' }))[1]).toBe('scope_required');
    expect(refusal(await drafter.patch(target, { excerpt: 'Neu' }))[1]).toBe('scope_required');
    expect(expectDone(await drafter.patch(`${target}&draft=true`, { excerpt: 'Neu' })).excerpt).toBe('Neu');
    expect(
      refusal(await drafter.post(path, { title: 'A', locales: { de: { title: 'B', publish: true } } }))[1],
    ).toBe('scope_required');
    expect(refusal(await drafter.delete(target))[1]).toBe('scope_required');
    expect(expectDone(await reader.get(target)).excerpt).toBe('');
  });

  it('list their images with the locales that use them', async () => {
    const site = await newSite();
    const id = await newAsset(site.secret);
    const owner = await signedIn(service, site.id, 'owner');
    const read = async (end: string) =>
      (await owner.send('GET', `/projects/${site.id}/media/${id}/${end}`)).body as {
        used_by?: object[];
        data?: object[];
      };
    expectDone(await site.secret.patch(`${path}/hallo?locale=de&draft=true`, { featured_image_id: id }));

    expect((await read('used-by')).used_by).toEqual([]);
    expect((await read('places')).data).toMatchObject([
      { type: 'blog_article', live: false, locales: ['de'] },
    ]);
    expectDone(await site.secret.patch(`${path}/hallo?locale=de`, { publish: true }));
    expect((await read('used-by')).used_by).toMatchObject([{ title: 'Hello', locales: ['de'] }]);
    expect((await read('places')).data).toMatchObject([{ live: true, locales: ['de'] }]);
    expectDone(await site.secret.patch(`${path}/hello`, { body: { markdown: `![](${id})` } }));
    const [both] = (await read('places')).data ?? [];
    expect(both).not.toHaveProperty('locales');
  });
});
