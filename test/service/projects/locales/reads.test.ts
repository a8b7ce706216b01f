import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { apiError } from '../../../../src/contract/errors/api-error.ts';
import { jobActor } from '../../../../src/contract/events/actor.ts';
import type { Feature, LocaleListRecord } from '../../../../src/core/context/index.ts';
import { route } from '../../../../src/core/http/index.ts';
import { writeProject } from '../../../../src/projects/index.ts';
import { features } from '../../../../src/server/features.ts';
import { expectDone, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startOwnService } from '../../../support/service.ts';

let runs = 0;
const read = { scope: 'project', key: 'any', needs: 'read', area: 'any', budget: 'read' } as const;

/** Returns the locale that its routes receive. `/v1/greetings/hidden` is not served in Arabic. */
const greetings: Feature = {
  name: 'greetings',
  routes: [
    route({
      ...read,
      method: 'GET',
      path: '/v1/greetings/:id',
      locales: 'item',
      summary: 'Returns a greeting.',
      errors: ['unknown_entry'],
      input: { path: Type.Object({ id: Type.String() }) },
      output: Type.Object({ id: Type.String(), locale: Type.Optional(Type.String()) }),
      run: ({ locale, db }, { path: { id } }) => {
        runs += 1;
        if (id === 'hidden' && locale?.code === 'ar') throw apiError('unknown_entry', { entryId: id });
        expect(db.locale ?? undefined).toBe(locale);
        return Promise.resolve({ id, ...(locale === undefined ? {} : { locale: locale.code }) });
      },
    }),
    route({
      ...read,
      method: 'GET',
      path: '/v1/greetings',
      locales: 'list',
      summary: 'Lists greetings.',
      errors: [],
      input: {},
      output: null,
      run: ({ locale }) => Promise.resolve({ data: [], meta: { alternates: locale?.hasAlternates } }),
    }),
    route({
      ...read,
      method: 'DELETE',
      path: '/v1/greetings/:id',
      key: 'secret',
      budget: 'write',
      locales: 'write',
      audits: { none: 'nothing is stored' },
      summary: 'Returns the locale that it addresses.',
      errors: [],
      input: { path: Type.Object({ id: Type.String() }) },
      output: Type.Object({ locale: Type.Union([Type.String(), Type.Null()]) }),
      run: ({ writtenLocale = null }) => Promise.resolve({ locale: writtenLocale }),
    }),
  ],
};

const service = await startOwnService({}, [...features, greetings]);

async function newSite(...codes: string[]) {
  const project = await service.newProject({ oneLocale: true });
  const owner = await signedIn(service, project.id, 'owner');
  const send = (method: string, path: string, body: object) =>
    owner.send(method, `/projects/${project.id}/locales${path}`, body);
  for (const code of codes) expect((await send('POST', '', { code })).status).toBe(201);
  return { ...project, owner, send };
}

describe('a route with locales', () => {
  it('is bound to the requested locale, and pages may read its language', async () => {
    const project = await newSite('de');
    const origin = 'https://site.example';
    const { token } = await project.newKey({ purpose: 'publishable', origins: [origin] });
    const page = project.as(token);
    const answer = await page.get('/v1/greetings/a?locale=DE', { Origin: origin });

    expect(answer.body).toEqual({ id: 'a', locale: 'de' });
    expect(answer.headers.get('content-language')).toBe('de');
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/, Content-Language$/);
    const plain = await page.get('/v1/greetings/a', { Origin: origin });
    expect(plain.body).toEqual({ id: 'a' });
    expect(plain.headers.get('content-language')).toBeNull();
    expect(plain.headers.get('access-control-expose-headers')).not.toContain('Language');
    const onServer = await project.publishable.get('/v1/greetings/a?locale=de');
    expect(onServer.headers.get('content-language')).toBe('de');
    expect(onServer.headers.get('access-control-expose-headers')).toBeNull();
  });

  it('caches each locale by itself, with its header, until the list changes', async () => {
    const { publishable, send } = await newSite('de', 'ar');
    const languages: (string | null)[] = [];
    const before = runs;
    for (const code of ['de', 'ar', 'de', 'ar'])
      languages.push(
        (await publishable.get(`/v1/greetings/b?locale=${code}`)).headers.get('content-language'),
      );

    expect(languages).toEqual(['de', 'ar', 'de', 'ar']);
    expect(runs - before).toBe(2);
    expect((await send('PATCH', '/de', { code: 'de-AT' })).status).toBe(200);
    expect((await publishable.get('/v1/greetings/b?locale=de')).body.locale).toBe('de-AT');
    expect((await send('DELETE', '/ar', { confirm: 'ar' })).status).toBe(200);
    expect(refusal(await publishable.get('/v1/greetings/b?locale=ar'))).toEqual([
      400,
      'unknown_locale',
      'locale',
    ]);
  });

  it('combines several locales for secret keys', async () => {
    const { secret, publishable } = await newSite('de', 'ar');

    expect((await secret.get('/v1/greetings/hidden?locales=en,de,ar')).body).toEqual({
      id: 'hidden',
      locales: { en: { id: 'hidden', locale: 'en' }, de: { id: 'hidden', locale: 'de' }, ar: null },
    });
    expect(refusal(await secret.get('/v1/greetings/hidden?locales=ar'))[1]).toBe('unknown_entry');
    expect(refusal(await publishable.get('/v1/greetings/a?locales=en'))[1]).toBe('secret_key_required');
  });

  it('names locale and fallback in the meta of a list', async () => {
    const { publishable } = await newSite('de');
    const list = expectDone(await publishable.get('/v1/greetings?locale=de&fallback=none&alternates=true'));

    expect(list.meta).toEqual({ alternates: true, locale: 'de', fallback: 'none' });
    expect(refusal(await publishable.get('/v1/greetings?locales=de'))).toEqual([
      ...[400, 'invalid_parameter', 'locales'],
    ]);
  });

  it('takes only locale as a write, and works with one locale', async () => {
    const { secret } = await service.newProject({ oneLocale: true });

    expect((await secret.delete('/v1/greetings/a?locale=en')).body).toEqual({ locale: 'en' });
    expect((await secret.delete('/v1/greetings/a')).body).toEqual({ locale: null });
    expect(refusal(await secret.delete('/v1/greetings/a?locales=en'))[1]).toBe('unknown_parameter');
    expect((await secret.get('/v1/greetings/a?locale=en')).body).toEqual({ id: 'a', locale: 'en' });
  });
});

describe('a write that reads the list of locales', () => {
  it('runs again with the new list if another process changed it', async () => {
    const { id } = await newSite('de');
    const context = await service.app.contextsOf(jobActor('publishing.due')).project(id);
    const projects = databaseOf(service.app.system).collection<{ _id: string; locales: LocaleListRecord }>(
      'projects',
    );
    const versions: number[] = [];

    await writeProject(context, async (tx) => {
      versions.push((await tx.locales()).version);
      if (versions.length === 1) await projects.updateOne({ _id: id }, { $inc: { 'locales.version': 1 } });
      return tx.unchanged(undefined);
    });

    expect(versions).toHaveLength(2);
    expect(versions[1]).toBe((versions[0] ?? 0) + 1);
  });
});
