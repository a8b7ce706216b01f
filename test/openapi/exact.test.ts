import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../src/platform/http/route-errors.ts';
import { documentedPath } from '../../src/platform/http/route.ts';
import { defineType, expectDone, publishEntry, refusal } from '../support/content.ts';
import { fillPath, sampleVariables, thingOf } from '../support/route-samples.ts';
import { startMediaService } from '../support/media.ts';
import type { TestProject } from '../support/service.ts';
import { schemasOf } from './schemas.ts';
import { routes } from '../support/assembly.ts';

const { service } = await startMediaService();

interface Made {
  project: TestProject;
  document: any;
  /** The values of the path of a route. */
  pathOf: (path: string) => string;
}

const made: Promise<Made> = (async () => {
  const project = await service.newProject();
  const things = await sampleVariables(project);
  await defineType(project, 'strict', [
    { key: 'title', type: 'string', options: { required: true } },
    { key: 'twins', type: 'reference_list', options: { required: true, content_type: 'strict' } },
    { key: 'made', type: 'date' },
    { key: 'size', type: 'select', options: { choices: ['small', 'large'] } },
  ]);
  const named = [{ key: 'title', type: 'string', options: { required: true, default: 'A' } }];
  await defineType(project, 'lenient', named);
  await defineType(project, 'one', named, { kind: 'singleton' });
  await defineType(project, 'told', [
    { key: 'text', type: 'richtext', options: { required: true } },
    { key: 'more', type: 'richtext' },
  ]);
  const document = expectDone(await project.secret.get('/v1/openapi.json'));
  return { project, document, pathOf: (path) => fillPath(path, things[thingOf(path) ?? ''] ?? {}) };
})();

/** Whether the document takes the body. */
async function fits(method: string, path: string, body: unknown): Promise<boolean> {
  const { document } = await made;
  const steps = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
  return schemasOf(document)(...steps)(body);
}

describe('a removal in the OpenAPI document', () => {
  const tried = routes.filter(({ method, dryRun }) => method === 'DELETE' && dryRun === true);

  it.each(tried.map(({ path }) => [path]))('has the answer that dry_run=true gets: %s', async (path) => {
    const { project, document, pathOf } = await made;
    const steps = ['paths', documentedPath(path), 'delete', 'responses', '200', 'content'];
    const accepts = schemasOf(document)(...steps, 'application/json', 'schema');

    const answer = await project.secret.delete(`${pathOf(path)}?dry_run=true`);

    // A collection with a section is in use: there the trial says why not.
    const isUsed = path === '/v1/kb/collections/:slug';
    expect(answer.status).toBe(isUsed ? 409 : 200);
    if (!isUsed) expect(accepts(answer.body), JSON.stringify(accepts.errors)).toBe(true);
    expect(accepts({ meta: { dry_run: true } })).toBe(true);
    expect(accepts({})).toBe(false);
  });
});

describe('a change in the OpenAPI document', () => {
  const changes = routes.filter((route) => errorsOf(route).includes('nothing_to_update'));

  it.each(changes.map(({ path }) => [path]))(
    'must change something, as for the service: PATCH %s',
    async (path) => {
      const { project, pathOf } = await made;

      const answer = await project.secret.patch(pathOf(path), {});

      expect(refusal(answer).slice(0, 2)).toEqual([400, 'nothing_to_update']);
      expect(await fits('patch', documentedPath(path), {})).toBe(false);
    },
  );

  it('must change something in an entry of a type, too', async () => {
    expect(await fits('patch', '/v1/content/strict/{entryId}', {})).toBe(false);
    expect(await fits('patch', '/v1/content/strict/{entryId}', { publish: true })).toBe(true);
  });
});

describe('what must be filled in the OpenAPI document', () => {
  const named = ['/v1/authors', '/v1/blog/categories'].map((path) => [path, 'name'] as const);
  const titled = ['/v1/blog/articles', '/v1/kb/collections', '/v1/kb/sections', '/v1/kb/articles'].map(
    (path) => [path, 'title'] as const,
  );

  it.each([...named, ...titled])('is neither null nor blank, as for the service: %s', async (path, key) => {
    const { project } = await made;
    const { id } = expectDone(await project.secret.post('/v1/kb/collections', { title: 'Any' }));
    const rest = /sections|kb.articles/.test(path) ? { collection: id } : {};

    for (const nothing of [null, '', ' \t']) {
      const body = { ...rest, [key]: nothing };
      expect(refusal(await project.secret.post(path, body))).toEqual([400, 'missing_required_field', key]);
      expect(await fits('post', path, body)).toBe(false);
      expect(await fits('patch', `${path}/{slug}`, { [key]: nothing })).toBe(false);
    }
    expect(await fits('post', path, { ...rest, [key]: 'A' })).toBe(true);
  });

  it('is a collection, of a section and of an article without a section', async () => {
    const { project } = await made;
    const cases = [
      ['/v1/kb/sections', { title: 'A', collection: null }],
      ['/v1/kb/articles', { title: 'A' }],
      ['/v1/kb/articles', { title: 'A', collection: null }],
    ] as const;

    for (const [path, body] of cases) {
      expect((await project.secret.post(path, body)).status).toBe(400);
      expect(await fits('post', path, body)).toBe(false);
    }
    expect(await fits('post', '/v1/kb/articles', { title: 'A', section: 'kbs_1' })).toBe(true);
  });

  it('is a required field of an entry: a text of one character, a list of one item', async () => {
    const { project } = await made;
    const wrong = [
      { title: '', twins: ['ent_00000000000000000000000000'] },
      { title: 'A', twins: [] },
      { title: 'A\nB', twins: ['ent_00000000000000000000000000'] },
      { title: 'A', twins: ['art_00000000000000000000000000'] },
    ];

    for (const values of wrong) {
      expect((await project.secret.post('/v1/content/strict/entries', { values })).status).toBe(400);
      expect(await fits('post', '/v1/content/strict/entries', { values })).toBe(false);
    }
    const right = { title: 'A', twins: ['ent_00000000000000000000000000'] };
    expect(await fits('post', '/v1/content/strict/entries', { values: right })).toBe(true);
  });
});

describe('a required field with a default in the OpenAPI document', () => {
  it('may be left out of a creation, and not where a singleton is replaced', async () => {
    const { project } = await made;
    const body = { values: {} };

    expect((await project.secret.post('/v1/content/lenient/entries', body)).status).toBe(201);
    expect(await fits('post', '/v1/content/lenient/entries', body)).toBe(true);
    expect((await project.secret.put('/v1/content/one', body)).status).toBe(400);
    expect(await fits('put', '/v1/content/one', body)).toBe(false);
    expect(await fits('put', '/v1/content/one', { values: { title: 'B' } })).toBe(true);
  });
});

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
    const filters = document.paths['/v1/content/strict'].get.parameters as any[];
    const dates = [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ];

    expect(schemas.Author.properties.created_at).toMatchObject({ type: 'string', format: 'date-time' });
    expect(schemas.CreateBlogArticle.properties.published_at).toMatchObject({
      type: ['string', 'null'],
      format: 'date-time',
    });
    expect(schemas['strict.create'].properties.published_at.format).toBe('date-time');
    expect(schemas['strict.input'].properties.made.anyOf[0].anyOf).toEqual(dates);
    expect(filters.find(({ name }) => name === 'where[made][gte]').schema.anyOf).toEqual(dates);
    expect(await fits('patch', '/v1/blog/articles/{slug}', { published_at: 7 })).toBe(false);
  });

  it.each([
    [50, 200],
    [51, 400],
  ])('are those of the service: %i ids answer %i', async (count, status) => {
    const { project, document } = await made;
    const parameters = document.paths['/v1/content/strict'].get.parameters as any[];
    const { pattern } = parameters.find(({ name }) => name === 'ids').schema;
    const value = Array.from({ length: count }, (_, i) => `ent_${i}`).join(',');

    const answer = await project.secret.get(`/v1/content/strict?ids=${value}`);

    expect(answer.status).toBe(status);
    expect(new RegExp(pattern).test(value)).toBe(status === 200);
  });

  it('are hints where a filter takes more: a choice that there is not', async () => {
    const { project, document } = await made;
    await publishEntry(project, 'page', { title: 'Any' });
    const filters = document.paths['/v1/content/strict'].get.parameters as any[];

    const answer = await project.secret.get('/v1/content/strict?where[size][ne]=null');

    expect(answer.status).toBe(200);
    expect(filters.find(({ name }) => name === 'where[size][ne]').description).toMatch(
      /no choice is not refused/,
    );
  });
});
