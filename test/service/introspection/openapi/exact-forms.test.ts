import { describe, expect, it } from 'vitest';
import { publishEntry } from '../../../support/content.ts';
import { startMediaService } from '../../../support/media.ts';
import { newDescribedProject, takes } from '../../../support/openapi/described-project.ts';
import { resolved, schemasOf } from '../../../support/openapi/schemas.ts';

const { service } = await startMediaService();

const made = newDescribedProject(service);

async function fits(method: string, path: string, body: unknown): Promise<boolean> {
  return takes(await made, [method, path, body]);
}

describe('rich text in the OpenAPI document', () => {
  it('is an object, and null alone where the service takes null', async () => {
    const { project } = await made;
    const cases = [
      ['/v1/content/told/entries', { values: { text: null } }, false],
      ['/v1/content/told/entries', { values: { text: 'A' } }, false],
      ['/v1/content/told/entries', { values: { text: {} } }, false],
      ['/v1/content/told/entries', { values: { text: { markdown: 'A' }, more: null } }, true],
      ['/v1/blog/articles', { title: 'A', body: null }, true],
      ['/v1/blog/articles', { title: 'A', body: [] }, false],
    ] as const;

    for (const [path, body, isRight] of cases) {
      expect((await project.secret.post(path, body)).status).toBe(isRight ? 201 : 400);
      expect(await fits('post', path, body), JSON.stringify(body)).toBe(isRight);
    }
  });
});

describe('a vote in the OpenAPI document', () => {
  it.each([
    [{}, 400],
    [{ helpful: true, vote: 'helpful' }, 400],
    [{ helpful: false }, 200],
    [{ vote: 'not_helpful', visitor_id: 'v' }, 200],
  ])('says one thing, as for the service: %j answers %i', async (body, status) => {
    const { project, pathOf } = await made;

    const answer = await project.publishable.post(pathOf('/v1/kb/articles/:slug/vote'), body);

    expect(answer.status).toBe(status);
    expect(await fits('post', '/v1/kb/articles/{slug}/vote', body)).toBe(status === 200);
  });
});

describe('forms of texts in the OpenAPI document', () => {
  const announced = { file_name: 'a.png', content_type: 'image/png', size_bytes: 5 };

  it.each([
    ['file_name', 'red kite.jpg', true],
    ['file_name', ' ', false],
    ['file_name', '', false],
    ['file_name', 'a/b', false],
    ['file_name', 'a\\b', false],
    ['file_name', 'a\u202eb', false],
    ['file_name', 'a\nb', false],
    ['file_name', `${'🪁'.repeat(10)}.png`, true],
    ['content_type', 'image/svg+xml', true],
    ['content_type', 'image', false],
    ['content_type', 'image/png; q=1', false],
  ])('are those of the service: %s %j', async (key, value, isRight) => {
    const { project } = await made;
    const body = { ...announced, [key]: value };

    const answer = await project.secret.post('/v1/media/uploads', body);

    expect(answer.status).toBe(isRight ? 201 : 400);
    expect(await fits('post', '/v1/media/uploads', body)).toBe(isRight);
  });

  it.each([
    ['one character', 'a'],
    ['255 characters', 'x'.repeat(255)],
    ['256 characters', 'x'.repeat(256)],
    ['a blank', 'a b'],
    ['signs', '~!'],
  ])('are those of the service: Idempotency-Key of %s', async (_name, key) => {
    const { project, document } = await made;
    const accepts = schemasOf(document)('components', 'parameters', 'idempotencyKey', 'schema');

    const answer = await project.secret.send('POST', '/v1/authors', {
      body: { name: 'A' },
      headers: { 'Idempotency-Key': key },
    });

    expect(accepts(key)).toBe(answer.status === 201);
  });

  it('are told of ids and slugs in paths and queries', async () => {
    const { document } = await made;
    const { parameters } = document.components;
    const inPath = (path: string) => document.paths[path].get.parameters[0];

    expect(parameters.inRelease).toMatchObject({
      name: 'release',
      schema: { pattern: '^rel_[0-9a-z]{26}$' },
    });
    expect(inPath('/v1/content/{type}').schema.pattern).toBe('^[a-z0-9][a-z0-9_-]{0,62}$');
    expect(inPath('/v1/media/{mediaId}').schema.pattern).toBe('^med_[0-9a-z]{26}$');
  });

  it('are told of times: of reads, of publication, of fields and their filters', async () => {
    const { document } = await made;
    const { schemas } = document.components;
    const filters = resolved(document, document.paths['/v1/content/strict'].get.parameters) as any[];
    const dates = [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ];

    expect(schemas.Author.properties.created_at).toMatchObject({ type: 'string', format: 'date-time' });
    expect(schemas.CreateBlogArticle.properties.published_at).toMatchObject({
      type: ['string', 'null'],
      format: 'date-time',
    });
    expect(schemas.CreateEntry.properties.published_at.format).toBe('date-time');
    const written = resolved(document, schemas['strict.changes'].properties.made);
    expect(written.anyOf[0].anyOf).toEqual(dates);
    const where = filters.find(({ name }) => name === 'where').schema;
    expect(where.properties.made.anyOf).toEqual(dates);
    expect(await fits('patch', '/v1/blog/articles/{slug}', { published_at: 7 })).toBe(false);
  });

  it.each([
    [50, 200],
    [51, 400],
  ])('are those of the service: %i ids answer %i', async (count, status) => {
    const { project, document } = await made;
    const parameters = resolved(document, document.paths['/v1/content/strict'].get.parameters) as any[];
    const { pattern } = parameters.find(({ name }) => name === 'ids').schema;
    const value = Array.from({ length: count }, (_, i) => `ent_${i}`).join(',');

    const answer = await project.secret.get(`/v1/content/strict?ids=${value}`);

    expect(answer.status).toBe(status);
    expect(new RegExp(pattern).test(value)).toBe(status === 200);
  });

  it('accept every text where a filter does: a choice that there is not', async () => {
    const { project, document } = await made;
    await publishEntry(project, 'page', { title: 'Any' });
    const filters = document.paths['/v1/content/strict'].get.parameters as any[];

    const answer = await project.secret.get('/v1/content/strict?where[size]=huge');

    expect([answer.status, answer.body.data]).toEqual([200, []]);
    expect(filters.find(({ name }) => name === 'where').schema.properties.size).toEqual({ type: 'string' });
  });
});
