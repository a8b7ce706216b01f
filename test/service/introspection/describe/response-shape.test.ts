import { runInNewContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { startService, type TestProject } from '../../../support/service.ts';
import { guideBlocks } from '../../../support/guide.ts';
import { fillWithEveryKind } from '../../../support/introspection/every-kind.ts';
import { shapeIn } from '../../../support/introspection/response-shape.ts';

const service = await startService();
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });

async function shapeOf(project: TestProject, slug: string) {
  const { body } = await project.publishable.get('/v1/introspection');
  return shapeIn(ajv, body, { slug });
}

/** The full entry and its check, made once: the cases below only change copies of it. */
const fullEntry = (async () => {
  const project = await service.newProject();
  const { full } = await fillWithEveryKind(project);
  const { body } = await project.publishable.get(`/v1/content/specimen/${full}`);
  return { fits: await shapeOf(project, 'specimen'), entry: body };
})();

describe('response_shape', () => {
  it('is a JSON Schema that every real answer of a collection fits', async () => {
    const project = await service.newProject();
    const { full, bare } = await fillWithEveryKind(project);
    const fits = await shapeOf(project, 'specimen');

    const list = await project.publishable.get('/v1/content/specimen?count=true');
    const entries = [full, bare].map((id) => project.publishable.get(`/v1/content/specimen/${id}`));

    expect(list.body.data).toHaveLength(2);
    for (const { body } of [list, ...(await Promise.all(entries))])
      expect(fits(body), JSON.stringify(fits.errors)).toBe(true);
  });

  it('is compiled as docs/model/content-types.md says', async () => {
    const project = await service.newProject();
    const fields = [{ key: 'title', type: 'string' }];
    await project.secret.put('/v1/schema/content-types/page', { fields });
    await project.secret.post('/v1/content/page/entries', { values: { title: 'A' }, publish: true });
    const { body: introspection } = await project.publishable.get('/v1/introspection');
    const [source = ''] = guideBlocks('model/content-types.md', 'js');
    const run = { introspection, ajv };

    const isPage = runInNewContext(`${source}; isPage;`, run) as (value: unknown) => boolean;

    const { body } = await project.publishable.get('/v1/content/page');
    expect([isPage(body), isPage({ ...body, data: [{}] })]).toEqual([true, false]);
  });

  it('is a JSON Schema that a singleton’s values fit', async () => {
    const project = await service.newProject();
    await fillWithEveryKind(project);
    const fits = await shapeOf(project, '2-settings');

    const { body } = await project.publishable.get('/v1/content/2-settings');

    expect(body.best.values.title).toBe('Full');
    expect(fits(body), JSON.stringify(fits.errors)).toBe(true);
  });

  it.each<[string, (entry: any) => void]>([
    ['a key too many', (entry) => (entry.values.other = 1)],
    ['a missing field', (entry) => delete entry.values.title],
    ['a number for a text', (entry) => (entry.values.title = 1)],
    ['a choice that does not exist', (entry) => (entry.values.size = 'huge')],
    ['a reference with strange values', (entry) => (entry.values.twin.values.title = 3)],
    ['a bare id where a reference is served', (entry) => (entry.values.twin = entry.id)],
    ['HTML for rich text', (entry) => (entry.values.body = '<p>Keep it dry.</p>')],
    ['a missing date', (entry) => delete entry.published_at],
  ])('does not fit an answer with %s', async (_title, spoil) => {
    const { fits, entry } = await fullEntry;
    const spoilt = structuredClone(entry);

    spoil(spoilt);

    expect(fits(entry)).toBe(true);
    expect(fits(spoilt)).toBe(false);
  });

  it('is not changed by what an option asks of newer values', async () => {
    const project = await service.newProject();
    await project.secret.put('/v1/schema/content-types/page', {
      fields: [
        { key: 'title', type: 'string' },
        { key: 'count', type: 'number' },
      ],
    });
    await project.secret.post('/v1/content/page/entries', { values: { count: 1.5 }, publish: true });
    await project.secret.put('/v1/schema/content-types/page', {
      fields: [
        { key: 'title', type: 'string', options: { required: true } },
        { key: 'count', type: 'number', options: { integer: true } },
      ],
    });
    const fits = await shapeOf(project, 'page');

    const { body } = await project.publishable.get('/v1/content/page');

    expect(body.data).toMatchObject([{ values: { title: null, count: 1.5 } }]);
    expect(fits(body), JSON.stringify(fits.errors)).toBe(true);
  });
});
