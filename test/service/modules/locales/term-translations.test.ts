import { describe, expect, it } from 'vitest';
import { expectDone, pluck, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

describe('the deleted texts of a term in a locale', () => {
  it.each([
    ['/v1/authors', 'author', 'name'],
    ['/v1/blog/categories', 'blog_category', 'name'],
    ['/v1/kb/collections', 'kb_collection', 'title'],
  ])('come back from the trash, outdated as they were: %s', async (list, kind, key) => {
    const project = await newProjectInLocales(service);
    const { secret, publishable } = project;
    const editor = await signedIn(service, project.id, 'editor');
    const { id } = expectDone(await secret.post(list, { [key]: 'News' }));
    const path = `${list}/${String(id)}`;
    expectDone(await secret.patch(`${path}?locale=de`, { [key]: 'Neues' }));
    expectDone(await secret.patch(`${path}?locale=fr`, { [key]: 'Actualités' }));
    expectDone(await secret.patch(path, { [key]: 'All news' }));
    const outdated = async () => {
      const query = `/v1/translations?locale=de&kind=${kind}&state=outdated`;
      return pluck(expectDone(await secret.get(query)).data, 'id');
    };
    expect(await outdated()).toEqual([id]);

    const german = `/projects/${project.id}${path}?locale=de`;
    expect((await editor.send('DELETE', german)).status).toBe(204);
    expect(expectDone(await publishable.get(`${path}?locale=de`))).toMatchObject({ [key]: 'All news' });
    expect(await outdated()).toEqual([]);
    const trash = (await editor.send('GET', `/projects/${project.id}/trash`)).body as {
      data: { trash_id: string; id: string; title: string; locale: string }[];
    };
    expect(trash.data).toMatchObject([{ id, title: 'Neues', locale: 'de' }]);
    const restore = async () =>
      (
        await editor.send('POST', `/projects/${project.id}/trash/restore`, {
          ids: [trash.data[0]?.trash_id],
          publish: false,
        })
      ).body;
    expect(await restore()).toMatchObject({ done: 1 });

    expect(expectDone(await publishable.get(`${path}?locale=de`))).toMatchObject({
      [key]: 'Neues',
      slug: 'neues',
      locales: ['en', 'de', 'fr'],
    });
    expect(await outdated()).toEqual([id]);
  });

  it('stay in the trash if the term has texts in the locale again', async () => {
    const project = await newProjectInLocales(service);
    const editor = await signedIn(service, project.id, 'editor');
    const { secret } = project;
    expectDone(await secret.post('/v1/authors', { name: 'Ada', locales: { de: { name: 'Ada' } } }));
    expect((await editor.send('DELETE', `/projects/${project.id}/v1/authors/ada?locale=de`)).status).toBe(
      204,
    );
    expectDone(await secret.patch('/v1/authors/ada?locale=de', { name: 'Gräfin Ada' }));
    const trash = (await editor.send('GET', `/projects/${project.id}/trash`)).body as {
      data: { trash_id: string }[];
    };
    const body = { ids: [trash.data[0]?.trash_id], publish: false };
    const { body: restored } = await editor.send('POST', `/projects/${project.id}/trash/restore`, body);
    expect(restored).toMatchObject({ done: 0, data: [{ error: { code: 'revision_conflict' } }] });
  });
});

/** An author whose biography changed with revision 2. */
async function newAuthor() {
  const { secret } = await newProjectInLocales(service);
  const path = '/v1/authors/ada';
  expectDone(await secret.post('/v1/authors', { name: 'Ada', bio: 'Wrote programs' }));
  expect(expectDone(await secret.patch(path, { bio: 'Wrote the first program' })).revision).toBe(2);
  const outdatedIn = async (code: string) => {
    const { data } = expectDone(
      await secret.get(`/v1/translations?locale=${code}&kind=author&state=outdated`),
    );
    return (data as { outdated_fields: string[] }[]).map((item) => item.outdated_fields);
  };
  return { secret, path, outdatedIn };
}

describe('translated_from of a term', () => {
  it('makes texts from an earlier revision outdated', async () => {
    const { secret, path, outdatedIn } = await newAuthor();
    const german = { name: 'Ada', bio: 'Schrieb Programme' };

    expectDone(await secret.patch(`${path}?locale=de`, { ...german, translated_from: 1 }));
    expect(await outdatedIn('de')).toEqual([['name', 'bio']]);
    expectDone(await secret.patch(`${path}?locale=de`, { bio: 'Das erste Programm', translated_from: 2 }));
    expect(await outdatedIn('de')).toEqual([['name']]);
    const body = { locales: { fr: { name: 'Ada', translated_from: 1 } } };
    expectDone(await secret.patch(path, body));
    expect(await outdatedIn('fr')).toEqual([['name']]);
  });

  it('leaves texts current that are known to be the same since', async () => {
    const { secret, path, outdatedIn } = await newAuthor();
    expectDone(await secret.patch(`${path}?locale=de`, { name: 'Ada', bio: 'Schrieb das erste Programm' }));
    const { revision } = expectDone(await secret.get(path));
    expectDone(await secret.patch(path, { links: [{ url: 'https://example.com' }] }));

    const french = { name: 'Ada', bio: 'Le premier programme', translated_from: revision };
    expectDone(await secret.patch(`${path}?locale=fr`, french));
    expect(await outdatedIn('fr')).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['?locale=de', { name: 'A', translated_from: 9 }, 'translated_from'],
    ['', { name: 'A', translated_from: 1 }, 'translated_from'],
    ['', { locales: { de: { name: 'A', translated_from: 9 } } }, 'locales.de.translated_from'],
    ['', { locales: { de: { name: 'A', translated_from: '1' } } }, 'locales.de.translated_from'],
  ])('is rejected in %s %j', async (query, body, param) => {
    const { secret, path } = await newAuthor();

    expect(refusal(await secret.patch(`${path}${query}`, body))).toEqual([400, 'invalid_field_value', param]);
  });

  it.each([
    ['/v1/blog/categories', { name: 'News' }, { name: 'Neues' }],
    ['/v1/kb/collections', { title: 'News' }, { title: 'Neues' }],
  ])('works on %s', async (path, english, german) => {
    const { secret } = await newProjectInLocales(service);
    expectDone(await secret.post(path, english));
    const item = `${path}/news?locale=de`;

    expectDone(await secret.patch(item, { ...german, translated_from: 1 }));
    expect(refusal(await secret.patch(item, { description: 'x', translated_from: 7 }))[2]).toBe(
      'translated_from',
    );
  });
});
