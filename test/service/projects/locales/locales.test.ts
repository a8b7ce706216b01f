import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectDone, pluck, refusal } from '../../../support/content.ts';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { sweepAll } from '../../../support/locale-rows.ts';
import { startProcess } from '../../../support/second-process.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { tagsOf } from '../../../support/delivery/holding.ts';

const settings = { MONGODB_DB: `t_${randomUUID().slice(0, 13)}` };
const service = await startService(settings);

/** A project with its owner, who sends requests below `/locales`. */
async function newSite() {
  const project = await service.newProject({ oneLocale: true });
  const owner = await signedIn(service, project.id, 'owner');
  const send = (method: string, path: string, body?: object, client: DashboardClient = owner) =>
    client.send(method, `/projects/${project.id}/locales${path}`, body);
  const add = async (body: object) => {
    const answer = await send('POST', '', body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.locale as { id: string; code: string };
  };
  return { project, owner, send, add };
}

const codesIn = async ({ publishable }: TestProject) =>
  pluck(expectDone(await publishable.get('/v1/locales')).data, 'code');
const codeOf = (answer: { status: number; body: any }) => [
  answer.status,
  answer.body?.error?.code,
  answer.body?.error?.param,
];

describe('GET /v1/locales', () => {
  it('lists English alone if no locales were set, to both kinds of key', async () => {
    const { secret, publishable } = await service.newProject({ oneLocale: true });
    const answer = await secret.get('/v1/locales');

    expect(answer.body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^loc_[0-9a-z]{26}$/) as string,
          code: 'en',
          name: 'English',
          default: true,
          fallback: null,
          partial: false,
          serves_entries: false,
          direction: 'ltr',
          status: 'ready',
        },
      ],
      meta: { limit: 1, has_more: false, next_cursor: null, next_offset: null },
    });
    expect((await publishable.get('/v1/locales')).body).toEqual(answer.body);
    expect((await secret.get('/v1/locales?release=rel_00000000000000000000000000')).status).toBe(200);
  });

  it('is open to narrowed keys, and closed without a valid key', async () => {
    const project = await service.newProject({ oneLocale: true });
    const { token } = await project.newKey({ scopes: { can: ['read'], areas: ['blog'] } });

    expect((await project.as(token).get('/v1/locales')).status).toBe(200);
    expect(refusal(await project.as(null).get('/v1/locales'))[1]).toBe('missing_api_key');
    expect(refusal(await project.as('sk_wrong').get('/v1/locales'))[1]).toBe('invalid_api_key');
    expect(refusal(await project.secret.get('/v1/locales?locale=en'))).toEqual([
      ...[400, 'unknown_parameter', 'locale'],
    ]);
  });

  it('shows changes at once, only in their project, under the tag of the whole project', async () => {
    const { project, add } = await newSite();
    const other = await service.newProject({ oneLocale: true });
    const before = expectDone(await project.secret.get('/v1/changes')).version as number;
    expect(await codesIn(project)).toEqual(['en']);

    await add({ code: 'ar', partial: true, serves_entries: true });
    await add({ code: 'de_at', name: 'Austrian', fallback: 'en' });

    const [, ...others] = expectDone(await project.secret.get('/v1/locales')).data as object[];
    expect(others).toMatchObject([
      { code: 'ar', name: 'Arabic', direction: 'rtl', partial: true, serves_entries: true, default: false },
      { code: 'de-AT', name: 'Austrian', fallback: 'en', direction: 'ltr' },
    ]);
    const described = expectDone(await project.publishable.get('/v1/introspection')).locales as object[];
    expect(described.slice(1)).toEqual(others);
    expect(await codesIn(other)).toEqual(['en']);
    const feed = expectDone(await project.secret.get(`/v1/changes?since=${before}&tags=true`));
    expect(feed).toMatchObject({ events: [], tags: [expect.stringMatching(/^all:/) as string] });
    expect(await tagsOf(project.secret, '/v1/locales')).toContain('all');
  });
});

describe('the locales in the dashboard', () => {
  it('are read by all members and changed by owners only', async () => {
    const { project, send, add } = await newSite();
    const { id } = await add({ code: 'de' });
    const editor = await signedIn(service, project.id, 'editor');
    const stranger = await signedIn(service, (await service.newProject({ oneLocale: true })).id, 'owner');

    expect((await send('GET', '', undefined, editor)).body.locales).toMatchObject([
      { code: 'en', default: true },
      { id, code: 'de' },
    ]);
    for (const [method, path, body] of [
      ['POST', '', { code: 'fr' }],
      ['PATCH', '/de', { name: 'Deutsch' }],
      ['DELETE', '/de', { confirm: 'de' }],
    ] as const) {
      expect(codeOf(await send(method, path, body, editor))).toEqual([403, 'role_required', undefined]);
      expect(codeOf(await send(method, path, body, stranger))).toEqual([404, 'unknown_project', 'projectId']);
    }
    expect(await codesIn(project)).toEqual(['en', 'de']);
  });

  it.each<[object, [number, string, string | undefined]]>([
    [{ code: 'german' }, [400, 'invalid_locale', 'code']],
    [{ code: 'iw' }, [400, 'invalid_locale', 'code']],
    [{ code: 'EN' }, [409, 'locale_taken', 'code']],
    [{ code: 'de', fallback: 'fr' }, [400, 'unknown_locale', 'fallback']],
    [{ code: 'de', name: ' ' }, [400, 'invalid_field_value', 'name']],
    [{ code: 'de', name: 'x'.repeat(61) }, [400, 'invalid_field_value', 'name']],
    [{ name: 'German' }, [400, 'missing_required_field', 'code']],
  ])('are not added as %j', async (body, expected) => {
    const { project, send } = await newSite();

    expect(codeOf(await send('POST', '', body))).toEqual(expected);
    expect(await codesIn(project)).toEqual(['en']);
  });

  it('are changed by code or id; former codes still work', async () => {
    const { project, send, add } = await newSite();
    const { id } = await add({ code: 'de' });

    const changed = await send('PATCH', '/de', { code: 'de-DE', fallback: 'en', partial: true });
    expect(changed.body.locale).toMatchObject({ id, code: 'de-DE', fallback: 'en', partial: true });
    expect((await send('PATCH', '/de', { fallback: null })).body.locale).toMatchObject({ fallback: null });
    expect((await send('PATCH', `/${id}`, { name: 'Deutsch' })).body.locale.name).toBe('Deutsch');

    expect(codeOf(await send('PATCH', '/de', {}))).toEqual([400, 'nothing_to_update', undefined]);
    expect(codeOf(await send('PATCH', '/fr', { name: 'French' }))).toEqual([400, 'unknown_locale', 'locale']);
    expect(codeOf(await send('PATCH', '/de', { code: 'en' }))).toEqual([409, 'locale_taken', 'code']);
    expect(codeOf(await send('PATCH', '/de', { fallback: 'de' }))).toEqual([
      400,
      'invalid_locale',
      'fallback',
    ]);
    const { version } = expectDone(await project.secret.get('/v1/changes'));
    await send('PATCH', '/de', { name: 'Deutsch', partial: true });
    expect(expectDone(await project.secret.get('/v1/changes')).version).toBe(version);
  });

  it('are removed with their code as confirmation, unless others need them', async () => {
    const { project, send, add } = await newSite();
    const { id } = await add({ code: 'de' });
    await add({ code: 'de-AT', fallback: 'de' });
    const remove = (code: string, confirm = code) => send('DELETE', `/${code}`, { confirm });

    expect(codeOf(await remove('en'))).toEqual([409, 'locale_is_default', undefined]);
    expect(codeOf(await remove('de'))).toEqual([409, 'locale_is_fallback', undefined]);
    expect(codeOf(await remove('de-AT', 'at'))).toEqual([400, 'invalid_field_value', 'confirm']);
    expect((await remove('de-AT')).status).toBe(200);
    expect((await remove('de')).body).toEqual({
      removed: { id, code: 'de', live: 0, scheduled: 0, drafts: 0 },
    });
    expect(codeOf(await remove('de'))).toEqual([400, 'unknown_locale', 'locale']);
    const { data } = expectDone(await project.secret.get('/v1/locales'));
    expect(data).toMatchObject([
      { code: 'en', status: 'ready' },
      { code: 'de-AT', status: 'removing', progress: 0 },
      { code: 'de', status: 'removing' },
    ]);
    expect(codeOf(await send('POST', '', { code: 'de' }))).toEqual([409, 'locale_taken', 'code']);
    await sweepAll(service);
    expect(await codesIn(project)).toEqual(['en']);
    expect((await send('POST', '', { code: 'de' })).status).toBe(201);
  });

  it('leave one row of the audit log each', async () => {
    const { project, owner, send, add } = await newSite();
    const { id } = await add({ code: 'de' });
    await send('PATCH', '/de', { code: 'de-DE', name: 'Deutsch' });
    await send('DELETE', '/de-DE', { confirm: 'de-DE' });

    const rows = (await owner.send('GET', `/projects/${project.id}/audit?action=locale.*`)).body.data;

    expect(rows).toMatchObject([
      { action: 'locale.removed', subject: { kind: 'locale', id, title: 'Deutsch' }, heavy: true },
      { action: 'locale.changed', subject: { id }, changed: ['code', 'name'] },
      { action: 'locale.added', subject: { id, title: 'German' } },
    ]);
  });
});

describe('two processes', () => {
  it('add locales at once and lose none', { timeout: 120_000 }, async () => {
    const second = await startProcess({ ...settings, ROLE: 'api' });
    try {
      const { project, owner, send } = await newSite();
      const other = new DashboardClient(second.url);
      other.cookie = owner.cookie;
      other.csrf = owner.csrf;
      const codes = ['de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'sv'];

      const added = await Promise.all(
        codes.map((code, i) => send('POST', '', { code }, i % 2 === 0 ? owner : other)),
      );
      const taken = await Promise.all([owner, other].map((one) => send('POST', '', { code: 'da' }, one)));

      expect(added.map(({ status }) => status)).toEqual(codes.map(() => 201));
      expect(taken.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect((await codesIn(project)).sort()).toEqual([...codes, 'da', 'en'].sort());
    } finally {
      second.program.process.kill();
      await second.program.ended();
      await databaseOf(service.app.system).dropDatabase();
    }
  });
});
