import { describe, expect, it } from 'vitest';
import { expectDone, refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();

async function addGerman({ id }: TestProject): Promise<void> {
  const owner = await signedIn(service, id, 'owner');
  expect((await owner.send('POST', `/projects/${id}/locales`, { code: 'de' })).status).toBe(201);
}

async function newSite(): Promise<TestProject> {
  const project = await service.newProject({ oneLocale: true });
  await addGerman(project);
  return project;
}

const localized = { localized: true };
const title = { key: 'title', type: 'string', options: localized };
const list = (slug: string, options: object = {}) => ({
  key: 'sections',
  type: 'blocks',
  options: { blocks: [slug], ...options },
});
const putType = ({ secret }: TestProject, ...fields: object[]) =>
  secret.put('/v1/schema/content-types/page', { fields });
const putBlock = ({ secret }: TestProject, slug: string, ...fields: object[]) =>
  secret.put(`/v1/schema/blocks/${slug}`, { fields });
const optionsIn = async ({ secret }: TestProject): Promise<string> =>
  JSON.stringify(expectDone(await secret.get('/v1/introspection')).conventions.fields.types[0].options);

describe('the options of localized fields', () => {
  it('need a second locale, and are described only where there is one', async () => {
    const project = await service.newProject({ oneLocale: true });
    const rejected = await putType(project, title);

    expect(refusal(rejected)).toEqual([400, 'invalid_field_definition', 'fields[0].options.localized']);
    expect(rejected.text).toContain('Option \\"localized\\" needs a second locale.');
    expect(refusal(await putBlock(project, 'hero', title))[2]).toBe('fields[0].options.localized');
    expect(await optionsIn(project)).not.toContain('localized');
    await addGerman(project);
    expect(await optionsIn(project)).toContain('"localized","fallback"');
    expect((await putType(project, title)).status).toBe(201);
  });

  it('are stored on types and blocks, without their defaults', async () => {
    const project = await newSite();
    const never = { ...localized, fallback: false };
    const body = expectDone(
      await putType(
        project,
        { ...title, options: never },
        { key: 'intro', type: 'text', options: { ...localized, fallback: true } },
        { key: 'price', type: 'number', options: { localized: false } },
      ),
    );

    expect(body.fields).toMatchObject([{ options: never }, { options: localized }, { options: {} }]);
    expect(JSON.stringify(body.fields)).not.toContain('"localized":false');
    expect(JSON.stringify(body.fields)).not.toContain('"fallback":true');
    expect(expectDone(await putBlock(project, 'hero', title)).fields[0].options).toEqual(localized);
    const shared = await putType(project, { key: 'price', type: 'number', options: { fallback: false } });
    expect(refusal(shared)).toEqual([400, 'invalid_field_definition', 'fields[0].options.fallback']);
  });

  it('stay valid after the other locales were removed', async () => {
    const project = await newSite();
    expectDone(await putType(project, title));
    const owner = await signedIn(service, project.id, 'owner');
    const removed = await owner.send('DELETE', `/projects/${project.id}/locales/de`, { confirm: 'de' });

    expect(removed.status).toBe(200);
    expect((await putType(project, title)).status).toBe(200);
    const another = await putType(project, title, { key: 'intro', type: 'text', options: localized });
    expect(refusal(another)[2]).toBe('fields[1].options.localized');
  });
});

describe('a localized list of blocks', () => {
  it('is rejected if its blocks have localized fields, at any depth', async () => {
    const project = await newSite();
    expectDone(await putBlock(project, 'hero', title));
    expectDone(await putBlock(project, 'group', { ...list('hero'), key: 'items' }));
    const rejected = await putType(project, { key: 'name', type: 'string' }, list('group', localized));

    expect(refusal(rejected)).toEqual([400, 'invalid_field_definition', 'fields[1].options.localized']);
    expect(rejected.text).toContain('sections/group/items/hero/title');
    expect((await putType(project, list('group'))).status).toBe(201);
  });

  it('rejects localized fields in blocks that it contains', async () => {
    const project = await newSite();
    expectDone(await putBlock(project, 'hero', { key: 'title', type: 'string' }));
    expectDone(await putBlock(project, 'quote', title));
    expectDone(await putBlock(project, 'group', { ...list('hero'), key: 'items' }));
    expectDone(await putType(project, list('group', localized)));
    const direct = await putBlock(project, 'hero', { key: 'lead', type: 'text' }, title);
    const nested = await putBlock(project, 'group', { ...list('hero'), key: 'items' }, list('quote'));

    expect(refusal(direct)).toEqual([400, 'invalid_field_definition', 'fields[1].options.localized']);
    expect(refusal(nested)).toEqual([400, 'invalid_field_definition', 'fields']);
    expect(nested.text).toContain('page/sections/group/sections/quote/title');
    expect((await putBlock(project, 'loose', title)).status).toBe(201);
  });
});
