import { describe, expect, it } from 'vitest';
import { expectDone, pluck, refusal } from '../../../support/content.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { idsIn, newAsset, startMediaService } from '../../../support/media.ts';
import { workerDatabase } from '../../../support/service.ts';

const { service } = await startMediaService({ MONGODB_DB: workerDatabase() });

describe('the alt text of a file in several locales', () => {
  it('is changed and read in one locale, and falls back along the chain', async () => {
    const { secret } = await newProjectInLocales(service);
    const id = await newAsset(secret, { alt: 'A hat' });
    const path = `/v1/media/${id}`;

    const changed = expectDone(await secret.patch(`${path}?locale=de`, { alt: 'Ein Hut', width: 4 }));
    expect(changed).toMatchObject({ alt: 'Ein Hut', width: 4, locale: 'de', locales: ['en', 'de'] });
    expect(expectDone(await secret.get(path))).toMatchObject({ alt: 'A hat', width: 4 });
    expect(expectDone(await secret.get(path))).not.toHaveProperty('locale');
    const austrian = await secret.get(`${path}?locale=de-AT`);
    expect(austrian.headers.get('content-language')).toBe('de-AT');
    expect(austrian.body).toMatchObject({ alt: 'Ein Hut', locale: 'de-AT', fallbacks: { alt: 'de' } });
    expect(expectDone(await secret.get(`${path}?locales=de,fr`)).locales).toMatchObject({
      de: { alt: 'Ein Hut', fallbacks: {} },
      fr: { alt: 'A hat', fallbacks: { alt: 'en' } },
    });
    expect(expectDone(await secret.patch(`${path}?locale=de`, { alt: null })).alt).toBe('');
    expect(expectDone(await secret.get(`${path}?locale=de-AT`))).toMatchObject({
      alt: 'A hat',
      locales: ['en'],
    });
  });

  it('is listed and searched in all locales', async () => {
    const { secret } = await newProjectInLocales(service);
    const ids = [await newAsset(secret, { alt: 'A hat' }), await newAsset(secret, { alt: 'A coat' })];
    await secret.patch(`/v1/media/${String(ids[0])}?locale=de`, { alt: 'Ein Hut' });

    for (const q of ['hut', 'hat']) expect(idsIn(await secret.get(`/v1/media?q=${q}`))).toEqual([ids[0]]);
    const first = expectDone(await secret.get('/v1/media?locale=de&limit=1'));
    expect(pluck(first.data, 'alt')).toEqual(['A coat']);
    expect(first.meta).toMatchObject({ locale: 'de', fallback: 'fields' });
    const cursor = encodeURIComponent(first.meta.next_cursor as string);
    const second = expectDone(await secret.get(`/v1/media?locale=de&limit=1&cursor=${cursor}`));
    expect(pluck(second.data, 'alt')).toEqual(['Ein Hut']);
    expect(refusal(await secret.get(`/v1/media?limit=1&cursor=${cursor}`))[1]).toBe('invalid_cursor');
  });

  it('is in the images of content', async () => {
    const { secret, publishable } = await newProjectInLocales(service);
    const avatar_id = await newAsset(secret, { alt: 'A hat' });
    await secret.patch(`/v1/media/${avatar_id}?locale=de`, { alt: 'Ein Hut' });
    await secret.post('/v1/authors', { name: 'Ada', avatar_id });

    for (const [query, alt] of [
      ['', 'A hat'],
      ['?locale=de-AT', 'Ein Hut'],
      ['?locale=de&fallback=none', 'Ein Hut'],
      ['?locale=fr', 'A hat'],
    ] as const)
      expect((await publishable.get(`/v1/authors/ada${query}`)).body.avatar).toMatchObject({ alt });
    await secret.patch(`/v1/media/${avatar_id}?locale=de`, { alt: 'Der Hut' });
    expect((await publishable.get('/v1/authors/ada?locale=de')).body.avatar.alt).toBe('Der Hut');
  });

  it('is in the event with the locales whose readers see another one', async () => {
    const project = await newProjectInLocales(service);
    const { secret } = project;
    const path = `/v1/media/${await newAsset(secret, { alt: 'A hat' })}`;
    await secret.patch(`${path}?locale=de`, { alt: 'Ein Hut' });
    await secret.patch(path, { alt: 'A cap' });
    await secret.patch(path, { width: 4 });

    const events = await project.eventData();
    expect(events.map(({ alt, locales }) => [alt, locales])).toEqual([
      ['A hat', ['de', 'de-AT']],
      ['A cap', ['en', 'fr']],
      ['A cap', undefined],
    ]);
  });

  it('has no locales in projects with one', async () => {
    const project = await service.newProject({ oneLocale: true });
    const { secret } = project;
    const path = `/v1/media/${await newAsset(secret, { alt: 'A hat' })}`;
    expect(refusal(await secret.patch(`${path}?locale=de`, { alt: 'B' }))).toEqual([
      ...[400, 'unknown_locale', 'locale'],
    ]);
    expect((await secret.patch(`${path}?locale=en`, { alt: 'B' })).body).toMatchObject({ locale: 'en' });
    expect((await project.eventData()).at(-1)).not.toHaveProperty('locales');
  });

  it('is rejected for an unknown locale, a publishable key and a file of another project', async () => {
    const [{ secret, publishable }, other] = [
      await newProjectInLocales(service),
      await newProjectInLocales(service),
    ];
    const path = `/v1/media/${await newAsset(secret, { alt: 'A hat' })}?locale=`;
    expect(refusal(await secret.patch(`${path}it`, { alt: 'B' }))).toEqual([400, 'unknown_locale', 'locale']);
    expect(refusal(await publishable.patch(`${path}de`, { alt: 'B' }))[1]).toBe('secret_key_required');
    expect(refusal(await other.secret.patch(`${path}de`, { alt: 'B' }))[1]).toBe('unknown_media');
    expect(refusal(await other.secret.get(`${path}de`))[1]).toBe('unknown_media');
  });
});
