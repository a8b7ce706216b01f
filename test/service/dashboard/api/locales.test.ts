import { describe, expect, it } from 'vitest';
import { defineType } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { startOwnService, type TestService } from '../../../support/service.ts';

const service = await startOwnService();
await service.app.start();

const localized = { localized: true };

/** A project in en, de (falls back to en), de-AT and partial fr with an editor. */
async function newDesk(on: TestService = service) {
  const project = await newProjectInLocales(on);
  const owner = await signedIn(on, project.id, 'owner');
  await owner.send('PATCH', `/projects/${project.id}/locales/de`, { fallback: 'en' });
  await defineType(project, 'page', [
    { key: 'title', type: 'string', options: { ...localized, required: true } },
    { key: 'intro', type: 'text', options: localized },
    { key: 'price', type: 'number' },
  ]);
  await defineType(project, 'plain', { title: 'string' });
  const editor = await signedIn(on, project.id, 'editor');
  const send = async (method: string, path: string, body?: unknown, headers = {}) =>
    editor.send(method, `/projects/${project.id}${path}`, body, headers);
  const does = async (method: string, path: string, body?: unknown, headers = {}) => {
    const { status, body: answer } = await send(method, path, body, headers);
    expect([status, answer?.error]).toEqual([expect.toSatisfy((code: number) => code < 300), undefined]);
    return answer;
  };
  return { project, owner, editor, send, does };
}

const entries = '/content/page/entries';

/** The rows of a list, which are objects with any keys. */
const rowsOf = (list: unknown) => list as Record<string, any>[];
const idIn = (list: unknown, code: string) =>
  rowsOf(list).find((row) => row['code'] === code)?.['id'] as string;

describe('an editor in a further locale', () => {
  it('reads and saves its own draft, and shows what falls back', async () => {
    const { does, send } = await newDesk();
    const { id } = await does('POST', entries, { values: { title: 'Prices', intro: 'Hi', price: 3 } });
    const german = `${entries}/${id}?locale=de`;

    expect(await does('GET', german)).toMatchObject({
      locale: 'de',
      revision: 0,
      status: 'draft',
      draft: { price: 3 },
      states: { en: { status: 'draft' } },
      fallbacks: { title: 'en', intro: 'en' },
      fallback_draft: { title: 'Prices', intro: 'Hi' },
    });
    const saved = await does('PATCH', german, { values: { title: 'Preise' } });
    expect(saved).toMatchObject({
      title: 'Preise',
      draft: { title: 'Preise', price: 3 },
      fallbacks: { intro: 'en' },
    });
    expect(Object.keys(saved.fallback_draft)).toEqual(['intro']);
    expect(await does('GET', `${entries}/${id}`)).toMatchObject({
      locale: 'en',
      draft: { title: 'Prices' },
      states: { en: { status: 'draft' }, de: { status: 'draft' } },
    });

    await does('PATCH', `/v1/content/page/${id}?locale=de`, { publish: true });
    await does('PATCH', german, { values: { title: 'Neu' } });
    expect(await does('GET', german)).toMatchObject({
      status: 'published',
      outdated_fields: [],
      has_unpublished_changes: true,
      live: { title: 'Preise' },
    });
    expect(await does('GET', `${entries}/${id}`)).toMatchObject({ status: 'draft', live: null });
    const stale = await send('PATCH', german, { values: { title: 'X' } }, { 'If-Match': '"1"' });
    expect(stale.body.error.code).toBe('revision_conflict');
    expect((await send('GET', `${entries}/${id}?locale=it`)).body.error.code).toBe('unknown_locale');
  });

  it('has its own history', async () => {
    const { does } = await newDesk();
    const { id } = await does('POST', entries, { values: { title: 'Prices', price: 3 } });
    const german = `${entries}/${id}?locale=de`;
    await does('PATCH', german, { values: { title: 'Erste' } });
    await does('PATCH', `/v1/content/page/${id}?locale=de`, { publish: true });
    await does('PATCH', german, { values: { title: 'Zweite', price: 4 } });

    const { data } = await does('GET', `/versions/${id}?locale=de`);
    const first = rowsOf(data).find((version) => version['published'] === true);
    expect(await does('GET', `/versions/${id}/${first?.['id']}?locale=de`)).toMatchObject({
      values: { title: 'Erste' },
    });
    expect(await does('POST', `/versions/${id}/${first?.['id']}/restore?locale=de`)).toMatchObject({
      locale: 'de',
      draft: { title: 'Erste', price: 4 },
    });
    expect((await does('GET', `${entries}/${id}`)).draft.title).toBe('Prices');
  });

  it('restores texts that are as old as their version', async () => {
    const { does } = await newDesk();
    const { id } = await does('POST', entries, { values: { title: 'Prices', intro: 'Hi' } });
    await does('PATCH', `/v1/content/page/${id}`, { publish: true });
    const german = `${entries}/${id}?locale=de`;
    await does('PATCH', german, { values: { title: 'Preise', intro: 'Hallo' } });
    await does('PATCH', `/v1/content/page/${id}?locale=de`, { publish: true });
    await does('PATCH', `/v1/content/page/${id}`, { values: { title: 'Rates' } });
    const written = await does('PATCH', german, { values: { title: 'Tarife', intro: 'Moin' } });
    expect(written.states.de.translation).toBe('current');

    const { data } = await does('GET', `/versions/${id}?locale=de`);
    const first = rowsOf(data).find((version) => version['published'] === true);
    const restored = await does('POST', `/versions/${id}/${first?.['id']}/restore?locale=de`);
    expect(restored).toMatchObject({
      draft: { title: 'Preise', intro: 'Hallo' },
      states: { de: { translation: 'outdated' } },
      outdated_fields: ['title'],
    });
  });

  it('shows who has the same locale open', async () => {
    const { does, project } = await newDesk();
    const { id } = await does('POST', entries, { values: { title: 'Prices' } });
    const other = await signedIn(service, project.id, 'owner');
    const open = (query: string) =>
      other.send('POST', `/projects/${project.id}/presence/${id}${query}`, { state: 'editing' });
    await open('');
    await open('?locale=de');
    const { locales } = await does('GET', '/locales');
    const german = idIn(locales, 'de');
    const { data } = await does('POST', `/presence/${id}`, { state: 'viewing' });
    expect(rowsOf(data).map(({ locale }) => (locale as string | undefined) ?? null)).toEqual([null, german]);
    await other.send('DELETE', `/projects/${project.id}/presence/${id}?locale=de`);
    expect((await does('GET', '/presence')).data).toHaveLength(1);
  });
});

describe('lists in a further locale', () => {
  it('have titles, states and tabs of the locale', async () => {
    const { does } = await newDesk();
    const both = await does('POST', entries, { values: { title: 'Both' } });
    await does('POST', entries, { values: { title: 'English' } });
    await does('PATCH', `${entries}/${both.id}?locale=de`, { values: { title: 'Beides' } });
    await does('PATCH', `/v1/content/page/${both.id}?locale=de`, { publish: true });

    const list = async (query: string) =>
      rowsOf((await does('GET', `${entries}?${query}`)).data).map(({ title, status }) => [title, status]);
    expect(await list('locale=de')).toEqual([
      ['English', 'draft'],
      ['Beides', 'published'],
    ]);
    expect(await list('')).toEqual([
      ['English', 'draft'],
      ['Both', 'draft'],
    ]);
    expect(await list('locale=de&status=published')).toEqual([['Beides', 'published']]);
    expect(await list('locale=de&status=draft')).toEqual([['English', 'draft']]);
    expect(await list('locale=de&status=changed')).toEqual([]);
    expect(await list('locale=de&q=beides')).toEqual([['Beides', 'published']]);
    await does('PATCH', `${entries}/${both.id}?locale=de`, { values: { title: 'Alle' } });
    expect(await list('locale=de&status=changed')).toEqual([['Alle', 'published']]);
    const { data } = await does('GET', entries);
    expect(data[1].states).toMatchObject({
      en: { status: 'draft' },
      de: { status: 'published', has_unpublished_changes: true },
    });
  });

  it('are filtered by the state of texts', async () => {
    const { does } = await newDesk();
    const publish = (id: string, query: string, values: object) =>
      does('PATCH', `/v1/content/page/${id}${query}`, { values, publish: true });
    const ids: Record<string, string> = {};
    for (const title of ['Current', 'Outdated', 'Missing', 'Draft']) {
      const { id } = await does('POST', entries, { values: { title } });
      ids[title] = String(id);
      if (title !== 'Draft') await publish(String(id), '', { title });
    }
    for (const title of ['Current', 'Outdated']) await publish(ids[title] ?? '', '?locale=de', { title });
    await publish(ids['Outdated'] ?? '', '', { title: 'Outdated text' });
    const list = async (query: string) =>
      rowsOf((await does('GET', `${entries}?sort=created_at&${query}`)).data).map(({ id }) =>
        Object.keys(ids).find((title) => ids[title] === id),
      );
    expect(await list('locale=de&translation=missing')).toEqual(['Missing']);
    expect(await list('locale=de&translation=outdated')).toEqual(['Outdated']);
    expect(await list('locale=de&translation=not_live')).toEqual(['Missing', 'Draft']);
    expect(await list('locale=fr&translation=outdated')).toEqual([]);
    expect(await list('translation=outdated')).toEqual(['Outdated']);
    expect(await list('translation=missing')).toEqual(['Current', 'Outdated', 'Missing']);
    expect(await list('translation=not_live')).toEqual(['Draft']);
    const job = { action: 'unpublish', ids: null, locale: 'de' };
    const jobs = '/content/page/bulk-jobs?dry_run=true&translation=outdated';
    expect(await does('POST', jobs, job)).toMatchObject({ live: 1, drafts: 0 });
  });

  it('are changed in bulk in the locale', async () => {
    const { does, send } = await newDesk();
    const { id } = await does('POST', entries, { values: { title: 'Prices' } });
    await does('PATCH', `${entries}/${id}?locale=de`, { values: { title: 'Preise' } });

    const bulk = { action: 'publish', ids: [id], locale: 'de' };
    expect(await does('POST', '/content/page/bulk', bulk)).toMatchObject({ done: 1 });
    const entry = await does('GET', `${entries}/${id}`);
    expect(entry.states).toMatchObject({ en: { status: 'draft' }, de: { status: 'published' } });
    expect(await does('POST', '/content/page/bulk-jobs?dry_run=true', { ...bulk, ids: null })).toMatchObject({
      live: 1,
      drafts: 0,
    });
    expect(await does('POST', '/content/page/bulk', { ...bulk, action: 'delete' })).toMatchObject({
      done: 1,
    });
    expect((await does('GET', `${entries}/${id}`)).states).toEqual({ en: expect.anything() });
    const plain = await send('POST', '/content/plain/bulk', bulk);
    expect(plain.body.error.code).toBe('type_not_localized');
  });

  it('run bulk jobs in the locale', async () => {
    const { does } = await newDesk();
    const { id } = await does('POST', entries, { values: { title: 'Prices' } });
    await does('PATCH', `${entries}/${id}?locale=de`, { values: { title: 'Preise' } });
    const started = await does('POST', '/content/page/bulk-jobs', {
      action: 'publish',
      ids: [id],
      locale: 'de',
    });
    const { locales } = await does('GET', '/locales');
    expect(started.locale).toBe(idIn(locales, 'de'));
    await expect
      .poll(async () => (await does('GET', '/bulk-jobs')).data[0].status, { timeout: 20_000 })
      .toBe('done');
    expect((await does('GET', `${entries}/${id}`)).states).toMatchObject({
      en: { status: 'draft' },
      de: { status: 'published' },
    });
  });
});

it('ends bulk jobs in a locale when their type has no translated fields any more, or is deleted', async () => {
  const idle = await startOwnService();
  const desks = [await newDesk(idle), await newDesk(idle)] as const;
  for (const { does } of desks) {
    const { id } = await does('POST', entries, { values: { title: 'Prices' } });
    await does('PATCH', `${entries}/${id}?locale=de`, { values: { title: 'Preise' } });
    await does('POST', '/content/page/bulk-jobs', { action: 'publish', ids: [id], locale: 'de' });
  }
  const [plain, deleted] = desks;
  await defineType(plain.project, 'page', { title: 'string', intro: 'text', price: 'number' });
  const path = `/projects/${deleted.project.id}/content-types/page`;
  expect((await deleted.owner.send('DELETE', path, { confirm: 'page' })).status).toBe(204);

  await idle.app.start();
  const ended = async ({ does }: (typeof desks)[number]) => {
    const [job] = rowsOf((await does('GET', '/bulk-jobs')).data);
    return [job?.['status'], job?.['reason']];
  };
  await expect
    .poll(() => ended(plain), { timeout: 20_000 })
    .toEqual(['failed', 'The content type has no translated fields any more.']);
  await expect
    .poll(() => ended(deleted), { timeout: 20_000 })
    .toEqual(['failed', 'The content type was deleted.']);
});

it('lists the dates of further locales on Home and in the calendar', async () => {
  const { does } = await newDesk();
  const { id } = await does('POST', entries, { values: { title: 'Prices' } });
  await does('PATCH', `${entries}/${id}?locale=de`, { values: { title: 'Preise' } });
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const dates = { published_at: at(1), unpublish_at: at(3) };
  await does('PATCH', `/v1/content/page/${id}?locale=de`, { publish: true, ...dates });
  await does('PATCH', `/v1/content/page/${id}`, { publish: true, published_at: at(2) });

  const calendar = await does('GET', `/calendar?from=${at(0)}&until=${at(5)}`);
  expect(rowsOf(calendar.data).map(({ what, item }) => [what, item.title, item.locale])).toEqual([
    ['starts', 'Preise', 'de'],
    ['starts', 'Prices', undefined],
    ['ends', 'Preise', 'de'],
  ]);
  const { scheduled } = await does('GET', '/home');
  expect(rowsOf(scheduled).map(({ title, locale }) => [title, locale])).toEqual([
    ['Preise', 'de'],
    ['Prices', undefined],
  ]);
});

it.each(['blog', 'kb'])('lists the dates of %s articles in further locales', async (module) => {
  const { does, project, owner } = await newDesk();
  const path = `/v1/${module}/articles`;
  const isKb = module === 'kb';
  const home = isKb ? { collection: (await does('POST', '/v1/kb/collections', { title: 'Start' })).id } : {};
  const { id } = await does('POST', path, { title: 'Prices', ...home, publish: true });
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const dates = { published_at: at(1), unpublish_at: at(3) };
  await does('PATCH', `${path}/${id}?locale=de`, { title: 'Preise', publish: true, ...dates });
  await does('PATCH', `${path}/${id}`, { unpublish_at: at(4) });

  const calendar = async () => {
    const { data } = await does('GET', `/calendar?from=${at(0)}&until=${at(5)}&kinds=${module}_article`);
    return rowsOf(data).map(({ what, item }) => [what, item.id, item.title, item.slug, item.locale]);
  };
  const german = ['starts', id, 'Preise', 'preise', 'de'];
  const both = [german, ['ends', id, 'Preise', 'preise', 'de'], ['ends', id, 'Prices', 'prices', undefined]];
  expect(await calendar()).toEqual(both);
  const { scheduled } = await does('GET', '/home');
  expect(rowsOf(scheduled).map(({ title, locale }) => [title, locale])).toEqual([
    ['Preise', 'de'],
    ['Prices', undefined],
  ]);

  const entriesOnly = await signedIn(service, project.id, 'viewer');
  const members = `/projects/${project.id}/members`;
  const { data } = (await owner.send('GET', members)).body;
  const viewer = rowsOf(data).find(({ role }) => role === 'viewer');
  await owner.send('PATCH', `${members}/${viewer?.['id']}`, { grant: { areas: ['content'] } });
  const limited = await entriesOnly.send(
    'GET',
    `/projects/${project.id}/calendar?from=${at(0)}&until=${at(5)}`,
  );
  expect(limited.body.data).toEqual([]);
});

it('leaves responses of projects with one locale unchanged', async () => {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const editor = await signedIn(service, project.id, 'editor');
  const path = `/projects/${project.id}${entries}`;
  const { body } = await editor.send('POST', path, { values: { title: 'One' } });
  const { body: list } = await editor.send('GET', path);
  for (const answer of [body, rowsOf(list.data)[0]])
    for (const key of ['locale', 'locales', 'states', 'fallbacks', 'fallback_draft', 'outdated_fields'])
      expect(answer).not.toHaveProperty(key);
});
