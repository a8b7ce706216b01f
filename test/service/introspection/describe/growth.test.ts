import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, expectDone, pluck } from '../../../support/content.ts';
import { operationsOf } from '../../../support/openapi/schemas.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const kib = 1024;

/** Twelve fields of the common types, one of which refers to entries of the same type. */
const fieldsOf = (type: string, isUnique: boolean) => [
  { key: 'title', type: 'string', options: { required: true } },
  { key: 'handle', type: 'string', options: isUnique ? { unique: true } : {} },
  { key: 'intro', type: 'text' },
  { key: 'body', type: 'richtext' },
  { key: 'price', type: 'number', options: { min: 0 } },
  { key: 'featured', type: 'boolean' },
  { key: 'released', type: 'date' },
  { key: 'color', type: 'select', options: { choices: ['red', 'green', 'blue'] } },
  { key: 'cover', type: 'image' },
  { key: 'pictures', type: 'gallery' },
  { key: 'writer', type: 'link', options: { target: 'author' } },
  { key: 'next', type: 'reference', options: { content_type: type } },
];

/** Bytes that each of four types adds to a description. */
async function growthOf(path: string, isUnique = false): Promise<number> {
  const project = await service.newProject({ oneLocale: true });
  const bytesWith = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      const slug = `kind_${i}`;
      await defineType(project, slug, [{ key: 'title', type: 'string' }]); // a field can refer to it then
      await defineType(project, slug, fieldsOf(slug, isUnique));
    }
    return Buffer.byteLength((await project.publishable.get(path)).text);
  };
  const one = await bytesWith(1);
  return ((await bytesWith(5)) - one) / 4;
}

describe('a content type of 12 fields', () => {
  it.each(['/v1/openapi.json', '/v1/introspection'])('adds at most 6 KiB to %s', async (path) => {
    expect(await growthOf(path)).toBeLessThanOrEqual(6 * kib);
  });

  it.each(['/v1/openapi.json', '/v1/introspection'])(
    'adds at most 7 KiB to %s with a look-up by a unique field',
    async (path) => {
      expect(await growthOf(path, true)).toBeLessThanOrEqual(7 * kib);
    },
  );
});

describe('?types= of a description', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await service.newProject({ oneLocale: true });
    await project.secret.put('/v1/schema/blocks/hero', { fields: [{ key: 'title', type: 'string' }] });
    await project.secret.put('/v1/schema/blocks/quote', { fields: [{ key: 'words', type: 'text' }] });
    await defineType(project, 'maker', { name: 'string' });
    await defineType(project, 'page', [
      { key: 'title', type: 'string' },
      { key: 'maker', type: 'reference', options: { content_type: 'maker' } },
      { key: 'sections', type: 'blocks', options: { blocks: ['hero'] } },
    ]);
    await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
  });

  it('selects the types of introspection, with their blocks and relations', async () => {
    const body = expectDone(await project.publishable.get('/v1/introspection?types=page,home'));
    expect(pluck(body.content_types, 'slug').sort()).toEqual(['home', 'page']);
    expect(pluck(body.blocks, 'slug')).toEqual(['hero']);
    const ofTypes = (body.relations as { from: string }[]).filter(({ from }) =>
      /^(page|home|maker)$/.test(from),
    );
    expect(pluck(ofTypes, 'field')).toEqual(['maker', 'sections']);
    expect(Object.keys(body.$defs)).toEqual(expect.arrayContaining(['page.list', 'maker.referenced']));
    expect(Object.keys(body.$defs)).not.toContain('maker.list');
    const whole = expectDone(await project.publishable.get('/v1/introspection'));
    expect(pluck(whole.blocks, 'slug')).toEqual(['hero', 'quote']);
    expect(body.core_endpoints).toEqual(whole.core_endpoints);
  });

  it('selects the types of the OpenAPI document', async () => {
    const document = expectDone(await project.publishable.get('/v1/openapi.json?types=maker'));
    const ofTypes = operationsOf(document).filter(({ operation }) => /^content\//.test(operation.tags[0]));
    expect(new Set(ofTypes.map(({ operation }) => operation.tags[0]))).toEqual(new Set(['content/maker']));
    expect(Object.keys(document.components.schemas)).not.toContain('page.values');
    expect(Object.keys(document.components.schemas)).not.toContain('hero.block');
  });

  it.each(['/v1/introspection', '/v1/openapi.json'])('rejects unknown names in %s', async (path) => {
    for (const names of ['page,pages', 'page,', 'Page']) {
      const { status, body } = await project.publishable.get(`${path}?types=${names}`);
      expect([status, body.error.code, body.error.param]).toEqual([404, 'unknown_content_type', 'types']);
      expect((body.error.available_types as string[]).sort()).toEqual(['home', 'maker', 'page']);
    }
    const { body } = await project.publishable.get(`${path}?types=pages`);
    expect(body.error.did_you_mean).toBe('page');
    expect((await project.publishable.get(`${path}?types=`)).status).toBe(400);
  });

  it('sees no type outside of the scopes of a key', async () => {
    const { token } = await project.newKey({ purpose: 'secret', scopes: { can: ['read'], types: ['page'] } });
    const answer = await project.as(token).get('/v1/openapi.json?types=home');
    expect([answer.status, answer.body.error.code]).toEqual([404, 'unknown_content_type']);
    expect(answer.body.error.available_types).toEqual(['page']);
  });
});
