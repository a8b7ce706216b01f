import { describe, expect, it } from 'vitest';
import { pluck } from '../../../support/content.ts';
import { fillWithEveryKind } from '../../../support/introspection/every-kind.ts';
import { startService } from '../../../support/service.ts';
import { closed, resolved, schemasOf } from '../../../support/openapi/schemas.ts';

const service = await startService();

async function documentOf(fill: boolean) {
  const project = await service.newProject({ oneLocale: true });
  const ids = fill ? await fillWithEveryKind(project) : null;
  const { status, body } = await project.publishable.get('/v1/openapi.json');
  expect(status).toBe(200);
  return { project, document: body, ids };
}
const filled = documentOf(true);

describe('the content types of a project in GET /v1/openapi.json', () => {
  it('have paths of their own, with their fields in bodies and answers', async () => {
    const { document } = await filled;

    const own = Object.entries<object>(document.paths).filter(([path]) => /specimen|settings/.test(path));
    expect(Object.fromEntries(own.map(([path, methods]) => [path, Object.keys(methods)]))).toEqual({
      '/v1/content/specimen': ['get'],
      '/v1/content/specimen/{entryId}': ['get', 'patch'],
      '/v1/content/specimen/entries': ['post'],
      '/v1/content/2-settings': ['get', 'put', 'patch'],
    });
    const { schemas } = document.components;
    for (const path of ['/v1/content/{type}/{entryId}', '/v1/content/{type}/{entryId}/referenced-by'])
      expect(Object.keys(document.paths)).toContain(path);
    const create =
      document.paths['/v1/content/specimen/entries'].post.requestBody.content['application/json'];
    expect(create.schema.allOf[1].properties.values.allOf[1]).toEqual({ required: ['title'] });
    expect(schemas['specimen.changes']).toMatchObject({
      properties: {
        title: { type: 'string', maxLength: 80 },
        size: { type: ['string', 'null'], enum: ['small', 'large', null] },
        count: { type: ['integer', 'null'] },
        others: { type: ['array', 'null'], maxItems: 3 },
      },
    });
    expect(schemas['specimen.plain'].properties.author).toMatchObject({
      anyOf: [{ $ref: '#/components/schemas/Link' }, { type: 'null' }],
    });
  });

  it('list the fields that can be filtered, with their types', async () => {
    const { document } = await filled;

    const parameters = document.paths['/v1/content/specimen'].get.parameters as any[];
    const where = parameters.find(({ name }) => name === 'where');
    expect(where).toMatchObject({ in: 'query', style: 'deepObject', explode: true });
    expect(where.schema.properties).toMatchObject({
      title: { type: 'string' },
      price: { type: 'number' },
      size: { type: 'string' },
    });
    expect(where.schema.properties).not.toHaveProperty('body');
    expect(where.schema.properties).not.toHaveProperty('others');
  });

  it('share their parameters, and omit those that change nothing in the project', async () => {
    const { project, document } = await filled;
    const namesIn = (described: any) =>
      pluck(resolved(described, described.paths['/v1/content/specimen/{entryId}'].get.parameters), 'name');
    expect(namesIn(document)).toEqual(['entryId', 'fields', 'images', 'image_ratio']);
    const clone = await project.secret.post('/v1/releases', { name: 'Later' });
    const { body } = await project.secret.get(`/v1/openapi.json?release=${clone.body.id}`);
    expect(namesIn(body)).toEqual(['entryId', 'fields', 'release', 'images', 'image_ratio']);
  });

  it('have schemas that real answers fit, and bodies that are accepted', async () => {
    const { project, document, ids } = await filled;
    const schemaAt = schemasOf(closed(document));
    const answerOf = (path: string, method = 'get', status = '200') =>
      schemaAt('paths', path, method, 'responses', status, 'content', 'application/json', 'schema');
    const bodyOf = (path: string, method: string) =>
      schemaAt('paths', path, method, 'requestBody', 'content', 'application/json', 'schema');

    const list = await project.publishable.get('/v1/content/specimen');
    const entry = await project.publishable.get(`/v1/content/specimen/${ids?.full}`);
    const settings = await project.publishable.get('/v1/content/2-settings');
    const body = { values: { title: 'New', price: 2, size: 'small', 'in-stock': null, others: [ids?.bare] } };
    const created = await project.secret.post('/v1/content/specimen/entries', body);

    const fitting = [
      [answerOf('/v1/content/specimen'), list.body],
      [answerOf('/v1/content/specimen/{entryId}'), entry.body],
      [answerOf('/v1/content/2-settings'), settings.body],
      [answerOf('/v1/content/specimen/entries', 'post', '201'), created.body],
      [bodyOf('/v1/content/specimen/entries', 'post'), body],
    ] as const;
    for (const [fits, value] of fitting) expect(fits(value), JSON.stringify(fits.errors)).toBe(true);
    const wrong = { values: { ...body.values, price: '2' } };
    expect(bodyOf('/v1/content/specimen/entries', 'post')(wrong)).toBe(false);
  });

  it('are those of the release that is asked for', async () => {
    const { project } = await filled;
    const clone = await project.secret.post('/v1/releases', { name: 'Next' });
    const other = `?release=${clone.body.id}`;
    await project.secret.put(`/v1/schema/content-types/only-here${other}`, {
      fields: [{ key: 'a', type: 'text' }],
    });

    const [inOther, inDefault] = await Promise.all(
      [other, ''].map((query) => project.publishable.get(`/v1/openapi.json${query}`)),
    );

    expect(inOther?.body.paths).toHaveProperty(['/v1/content/only-here']);
    expect(inDefault?.body.paths).not.toHaveProperty(['/v1/content/only-here']);
  });
});
