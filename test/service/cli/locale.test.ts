import { describe, expect, it } from 'vitest';
import { expectDone, pluck } from '../../support/content.ts';
import { sweepAll } from '../../support/locale-rows.ts';
import { startCommands } from '../../support/command-line.ts';

const { galley: run, service, env } = await startCommands();
const on = { ...env, ...serviceSettings() };

/** The settings of the service that commands with a context read. */
function serviceSettings(): Record<string, string> {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = service.app.config;
  return { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY };
}

const galley = (...args: string[]) => run(args, on);
const locale = (project: string, verb: string, ...args: string[]) =>
  galley('locale', verb, ...args, '--project', project);

describe('galley locale', () => {
  it('adds, lists, changes and removes locales', async () => {
    const { id, secret } = await service.newProject({ oneLocale: true });

    const added = await locale(id, 'add', 'pt_br', '--fallback', 'en', '--partial');
    expect(added.body.locale).toMatchObject({
      code: 'pt-BR',
      name: 'Portuguese (Brazil)',
      fallback: 'en',
      partial: true,
      serves_entries: false,
    });
    const changed = await locale(
      ...[id, 'change', 'pt-BR', '--code', 'pt', '--name', 'Portuguese'],
      ...['--fallback', 'none', '--partial', 'false', '--serves-entries', 'true'],
    );
    expect(changed.body.locale).toMatchObject({
      code: 'pt',
      name: 'Portuguese',
      fallback: null,
      partial: false,
      serves_entries: true,
    });
    expect((await locale(id, 'list')).body.locales).toEqual(expectDone(await secret.get('/v1/locales')).data);
    expect((await locale(id, 'remove', 'pt', '--yes')).body.removed).toMatchObject({ code: 'pt', live: 0 });
    expect((await locale(id, 'list')).body.locales).toMatchObject([{ code: 'en' }, { status: 'removing' }]);
    await sweepAll(service);
    expect(pluck((await locale(id, 'list')).body.locales, 'code')).toEqual(['en']);
  });

  it.each([
    [['--events'], ['blog.article.updated']],
    [[], []],
  ])('removes a locale with %j', async (options, names) => {
    const project = await service.newProject({ locales: ['en', 'de'] });
    const article = { title: 'Boats', publish: true, locales: { de: { title: 'Boote', publish: true } } };
    expectDone(await project.secret.post('/v1/blog/articles', article));
    const count = (await project.events()).length;

    expect((await locale(project.id, 'remove', 'de', '--yes', ...options)).exitCode).toBe(0);
    await sweepAll(service);
    expect((await project.events()).slice(count)).toEqual(names);
  });

  it.each([
    [['add', 'german'], 'invalid_locale', 'code'],
    [['add', 'en'], 'locale_taken', 'code'],
    [['add', 'de', '--name', ''], 'invalid_field_value', 'name'],
    [['change', 'en', '--partial', 'yes'], 'invalid_parameter', '--partial'],
    [['change', 'fr', '--name', 'French'], 'unknown_locale', 'locale'],
    [['remove', 'en'], 'invalid_parameter', '--yes'],
    [['remove', 'en', '--yes'], 'locale_is_default', undefined],
  ])('rejects %j', async ([verb = '', ...args], code, param) => {
    const { id } = await service.newProject({ oneLocale: true });

    const { exitCode, body } = await locale(id, verb, ...args);

    expect([exitCode, body.error.code, body.error.param]).toEqual([1, code, param]);
    expect(pluck((await locale(id, 'list')).body.locales, 'code')).toEqual(['en']);
  });
});

describe('galley project create --locales', () => {
  it('makes the first one the default', async () => {
    const { body } = await galley('project', 'create', '--name', 'Three', '--locales', 'de, en,ar');

    expect(body.locales).toMatchObject([
      { code: 'de', default: true },
      { code: 'en', default: false },
      { code: 'ar', direction: 'rtl' },
    ]);
    const { id } = body.project as { id: string };
    expect((await locale(id, 'list')).body.locales).toEqual(body.locales);
  });

  it('rejects codes that are wrong or given twice', async () => {
    const create = async (codes: string) =>
      (await galley('project', 'create', '--name', 'Wrong', '--locales', codes)).body.error.code as string;

    expect([await create('en,deutsch'), await create('en,EN'), await create('')]).toEqual([
      ...['invalid_locale', 'locale_taken', 'invalid_locale'],
    ]);
  });
});
