import { expect, it, vi } from 'vitest';
import { readSeeds } from '../../../src/seeds/files/files.ts';
import { loadSeeds } from '../../../src/seeds/service.ts';
import { tester } from '../../support/actor.ts';
import { expectDone } from '../../support/content.ts';
import { addLocale, newProjectInLocales } from '../../support/locales.ts';
import { startMediaService } from '../../support/media.ts';
import type { TestProject } from '../../support/service.ts';
import { newInstallation } from '../../support/transfer/installations.ts';

vi.setConfig({ testTimeout: 120_000 });

const { service } = await startMediaService();

/** Loads the demo content of the modules. */
async function load({ id }: TestProject) {
  const contexts = service.app.contextsOf(tester);
  const doors = { project: () => contexts.project(id), release: () => contexts.release(id) };
  const blog = await loadSeeds(doors, 'blog', { progress: () => undefined });
  const kb = await loadSeeds(doors, 'kb', { progress: () => undefined });
  return { loaded: blog.loaded + kb.loaded };
}

it('has texts in every translation state, and articles that are not translated', async () => {
  const project = await newProjectInLocales(service, [{ code: 'de' }, { code: 'ar' }]);
  await load(project);
  const { secret, publishable } = project;

  const { data } = expectDone(await secret.get('/v1/translations/summary'));
  const counts = data as {
    locale: string;
    kind: string;
    missing: number;
    outdated: number;
    current: number;
  }[];
  const ofArticles = (locale: string) =>
    counts
      .filter(({ locale: code, kind }) => code === locale && kind.endsWith('_article'))
      .map(({ kind, outdated, current, missing }) => [kind, outdated, current > 1, missing > 2]);
  expect(ofArticles('de')).toEqual([
    ['blog_article', 1, true, true],
    ['kb_article', 0, true, true],
  ]);
  expect(ofArticles('ar')).toEqual([
    ['blog_article', 0, true, true],
    ['kb_article', 1, true, true],
  ]);
  const german = await publishable.get('/v1/blog/articles/fliegen-in-der-kueche?locale=de');
  expect(expectDone(german)).toMatchObject({ title: 'Fliegen in der Küche', locales: ['en', 'de', 'ar'] });
  const draft = await publishable.get('/v1/kb/articles/untangling-two-lines?locale=de');
  expect([draft.status, draft.body.error.code]).toEqual([404, 'kb_article_not_published']);
  expect((await load(project)).loaded).toBe(0);
});

it('leaves a project with one locale alone, and translates it after a locale is added', async () => {
  const project = await service.newProject({ oneLocale: true });
  const first = await load(project);
  const article = expectDone(await project.secret.get('/v1/blog/articles/flying-in-the-kitchen'));
  expect(article).toMatchObject({ title: 'Flying in the kitchen' });
  await addLocale(service, project, { code: 'de' });

  const second = await load(project);

  expect([first.loaded > 60, second.loaded > 20, (await load(project)).loaded]).toEqual([true, true, 0]);
  const german = await project.publishable.get('/v1/blog/articles/flying-in-the-kitchen?locale=de');
  expect(expectDone(german)).toMatchObject({ slug: 'fliegen-in-der-kueche', locales: ['en', 'de'] });
});

it('has landing pages in three languages, or in English if the project had one locale at first', async () => {
  const loadCustom = ({ id }: TestProject) => {
    const contexts = service.app.contextsOf(tester);
    const open = { project: () => contexts.project(id), release: () => contexts.release(id) };
    return loadSeeds(open, 'custom', { progress: () => undefined });
  };
  const three = await newProjectInLocales(service, [{ code: 'de' }, { code: 'ar' }]);
  await loadCustom(three);
  const home = `/v1/content/landing_page/lookup?where[path]=/`;
  const arabic = expectDone(await three.publishable.get(`${home}&locale=ar`));
  expect(arabic).toMatchObject({
    values: { title: 'الصفحة الرئيسية', path: '/', sections: [{ block: 'hero' }, {}, {}, {}] },
    locales: ['en', 'de', 'ar'],
    fallbacks: {},
  });
  const german = await three.publishable.get('/v1/content/landing_page?locale=de&sort=path');
  expect(expectDone(german).data).toMatchObject([
    { values: { title: 'Startseite' } },
    { values: { title: 'Flieg mit uns' } },
  ]);
  expect((await loadCustom(three)).loaded).toBe(0);

  const one = await service.newProject({ oneLocale: true });
  await loadCustom(one);
  await addLocale(service, one, { code: 'de' });
  expect((await loadCustom(one)).loaded).toBe(0);
  expect(expectDone(await one.publishable.get(`${home}&locale=de`)).values).toMatchObject({ title: 'Home' });
});

it('is loaded in three languages by the commands of the docs', async () => {
  const installation = await newInstallation();
  const english = await installation.galley('project', 'create', '--name', 'One');
  const three = await installation.galley('project', 'create', '--name', 'Three', '--locales', 'en,de,ar');
  const loaded = async ({ body }: typeof three) =>
    (await installation.galley('seed', '--project', String(body.project.id), 'kb')).body.loaded as number;

  const translated = (await readSeeds()).filter(
    ({ translates }) => translates !== undefined && !/^(blog_|landing_page)/.test(translates.kind),
  ).length;
  expect((await loaded(three)) - (await loaded(english))).toBe(translated);
});
