import { describe, expect, it } from 'vitest';
import { errors } from '../../../../src/contract/errors/errors.ts';
import { eventNames } from '../../../../src/contract/events/events.ts';
import { fieldTypes, newerFieldTypes } from '../../../../src/contract/fields/field-types.ts';
import { documentedPath } from '../../../../src/core/http/pipeline/route.ts';
import { startService, testLocales } from '../../../support/service.ts';
import { fillWithEveryKind } from '../../../support/introspection/every-kind.ts';
import { routes } from '../../../support/assembly.ts';

const service = await startService();
const list = (value: unknown) => value as any[];

describe('GET /v1/introspection', () => {
  it('describes an empty project with every top key', async () => {
    const project = await service.newProject();

    const { status, body } = await project.secret.get('/v1/introspection');

    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([
      '$defs',
      'api',
      'content_types',
      'conventions',
      'core_endpoints',
      'limits',
      ...(testLocales.length === 0 ? [] : ['locales']),
      'modules',
      'preview',
      'project',
      'relations',
      'release',
      'releases',
      'rich_text',
      'webhooks',
    ]);
    expect(body.project).toEqual({ id: project.id, name: 'Test', private_media: false });
    expect(body.release).toEqual({ id: project.releaseId, name: 'Main', default: true });
    expect(body.preview).toEqual({
      path: '/preview/v1',
      parameters: ['status', 'at'],
      days_ahead_max: 366,
    });
    expect(body.content_types).toEqual([]);
    expect(body.api.version).toBe('v1');
    expect(body.api.service_version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('lists the releases for secret keys alone', async () => {
    const project = await service.newProject();

    const secret = await project.secret.get('/v1/introspection');
    const publishable = await project.publishable.get('/v1/introspection');

    expect(secret.body.releases).toMatchObject([{ id: project.releaseId, name: 'Main', default: true }]);
    expect(publishable.status).toBe(200);
    expect(publishable.body).not.toHaveProperty('releases');
  });

  it('says where drafts are read to secret keys that can read them, whoever asks first', async () => {
    const project = await service.newProject();
    const key = async (can: ('read' | 'preview')[]) =>
      project.as((await project.newKey({ purpose: 'secret', scopes: { can } })).token);
    const previewOf = async (client: typeof project.secret) =>
      (await client.get('/v1/introspection')).body.preview?.path as string | undefined;

    expect(await previewOf(project.publishable)).toBeUndefined();
    expect(await previewOf(project.secret)).toBe('/preview/v1');
    expect(await previewOf(project.publishable)).toBeUndefined();
    expect(await previewOf(await key(['read']))).toBeUndefined();
    expect(await previewOf(await key(['read', 'preview']))).toBe('/preview/v1');
  });

  it('lists each type with its fields and the endpoints of its kind', async () => {
    const project = await service.newProject();
    await fillWithEveryKind(project);

    const { body } = await project.publishable.get('/v1/introspection');

    const [specimen, settings] = body.content_types;
    expect(specimen).toMatchObject({
      slug: 'specimen',
      name: 'Specimen',
      kind: 'collection',
      display_field: 'title',
    });
    expect(new Set(list(specimen.fields).map((field: any) => field.type))).toEqual(
      new Set(fieldTypes.filter((type) => !newerFieldTypes.includes(type))), // see blocks/describe.test.ts and fields/newer-types.test.ts
    );
    expect(list(specimen.endpoints).map(({ method, path, key }: any) => `${method} ${path} ${key}`)).toEqual([
      'GET /v1/content/specimen any',
      'GET /v1/content/specimen/{entryId} any',
      'GET /v1/content/specimen/{entryId}/referenced-by secret',
      'POST /v1/content/specimen/entries secret',
      'PATCH /v1/content/specimen/{entryId} secret',
      'DELETE /v1/content/specimen/{entryId} secret',
    ]);
    expect(list(settings.endpoints).map(({ method, path }: any) => `${method} ${path}`)).toEqual([
      'GET /v1/content/2-settings',
      'PUT /v1/content/2-settings',
      'PATCH /v1/content/2-settings',
    ]);
  });

  it('describes the release that is asked for', async () => {
    const project = await service.newProject();
    const clone = await project.secret.post('/v1/releases', { name: 'Next' });
    const other = `?release=${clone.body.id}`;
    await project.secret.put(`/v1/schema/content-types/page${other}`, {
      fields: [{ key: 'a', type: 'string' }],
    });

    const inOther = await project.publishable.get(`/v1/introspection${other}`);
    const inDefault = await project.publishable.get('/v1/introspection');

    expect(inOther.body.release).toEqual({ id: clone.body.id, name: 'Next', default: false });
    expect(inOther.body.content_types).toMatchObject([{ slug: 'page' }]);
    expect(inDefault.body.content_types).toEqual([]);
  });

  it('answers 404 unknown_release to another project’s release', async () => {
    const [project, stranger] = [await service.newProject(), await service.newProject()];

    const answer = await project.secret.get(`/v1/introspection?release=${stranger.releaseId}`);

    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'unknown_release' } } });
  });

  it('answers 401 missing_api_key without a key', async () => {
    const project = await service.newProject();

    const answer = await project.as(null).get('/v1/introspection');

    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'missing_api_key' } } });
  });

  it('answers 400 unknown_parameter to a parameter that it does not know', async () => {
    const project = await service.newProject();

    const answer = await project.secret.get('/v1/introspection?verbose=1');

    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'unknown_parameter' } } });
  });

  it('names every endpoint of the service once, in core_endpoints or under its module', async () => {
    const project = await service.newProject();

    const { body } = await project.publishable.get('/v1/introspection');

    const modules = Object.values(body.modules as Record<string, { endpoints: any[] }>);
    const listed = [...body.core_endpoints, ...modules.flatMap((module) => module.endpoints)];
    const names = listed.map(({ method, path }) => `${method} ${path}`);
    expect(names.sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${documentedPath(path)}`).sort(),
    );
    expect(body.core_endpoints).toContainEqual({
      method: 'GET',
      path: '/v1/ping',
      key: 'any',
      budget: 'read',
      summary: 'Checks the API key and returns its project.',
      parameters: [],
    });
    for (const endpoint of listed) expect(endpoint.summary).not.toBe('');
  });

  it('says of a module’s fields what is served, written and needed', async () => {
    const project = await service.newProject();

    const { body } = await project.publishable.get('/v1/introspection');

    const fields = Object.fromEntries(
      list(body.modules.authors.fields.author).map((field: any) => [field.key, field]),
    );
    expect(fields.name).toMatchObject({ type: 'string', served: true, written: true, required: true });
    expect(fields.article_count).toMatchObject({ type: 'integer', served: true, written: false });
    expect(fields.avatar).toMatchObject({ type: 'Image', nullable: true, served: true, written: false });
    expect(fields.avatar_id).toMatchObject({ type: 'string', nullable: true, served: false, written: true });
    expect(fields).not.toHaveProperty('meta');
  });

  it('lists every field that leads somewhere', async () => {
    const project = await service.newProject();
    await fillWithEveryKind(project);

    const { body } = await project.publishable.get('/v1/introspection');

    expect(list(body.relations).filter(({ from }: any) => from === 'specimen')).toEqual([
      { from: 'specimen', field: 'image', to: 'media', many: false },
      { from: 'specimen', field: 'images', to: 'media', many: true },
      { from: 'specimen', field: 'author', to: 'author', many: false },
      { from: 'specimen', field: 'articles', to: 'blog_article', many: true },
      { from: 'specimen', field: 'twin', to: 'specimen', many: false },
      { from: 'specimen', field: 'others', to: 'specimen', many: true },
    ]);
    expect(body.relations).toContainEqual({
      from: 'blog_article',
      field: 'authors',
      to: 'author',
      many: true,
    });
    expect(body.relations).toContainEqual({ from: 'author', field: 'avatar_id', to: 'media', many: false });
  });

  it('tells the conventions: operators, error codes, budgets, and the pages that explain', async () => {
    const project = await service.newProject();

    const { conventions, limits } = (await project.publishable.get('/v1/introspection')).body;

    expect(Object.keys(conventions).sort()).toEqual([
      'authentication',
      'caching',
      'errors',
      'fields',
      'filtering',
      'idempotency',
      'pagination',
      'publishing',
      'rate_limits',
    ]);
    expect(conventions.filtering.operators_by_type).toMatchObject({
      string: ['eq', 'ne', 'contains', 'starts_with', 'in', 'is_null'],
      richtext: ['is_null'],
      number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'is_null'],
      link_list: ['contains', 'is_null'],
    });
    expect(list(conventions.errors.codes).map(({ code }: any) => code)).toEqual(Object.keys(errors));
    expect(conventions.errors.codes[0]).toMatchObject({
      code: 'missing_api_key',
      status: 401,
      type: 'authentication_error',
      doc_url: 'http://galley.test/docs/errors#missing_api_key',
    });
    expect(conventions.rate_limits).toMatchObject({ budgets: { read: 1_000_000 }, window_seconds: 60 });
    expect(limits).toMatchObject({
      page_size_max: 100,
      body_bytes_max: 4_194_304,
      upload_bytes_max: 104_857_600,
    });
  });

  it('tells the rich text vocabulary and the nineteen events', async () => {
    const project = await service.newProject();

    const { rich_text, webhooks } = (await project.publishable.get('/v1/introspection')).body;

    expect(rich_text.version).toBe(2);
    expect(list(rich_text.nodes).map(({ name }: any) => name)).toContain('callout');
    expect(list(rich_text.marks).map(({ name }: any) => name)).toContain('superscript');
    expect(rich_text.json_schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(webhooks.events).toEqual(eventNames);
    expect(webhooks.events).toHaveLength(19);
    expect(webhooks.retries.after_seconds).toEqual([10, 60, 300, 900, 3600]);
    expect(Object.keys(webhooks.headers)).toContain('X-Service-Signature');
    expect(webhooks.signature.tolerance_seconds).toBe(300);
  });

  it('carries an ETag that answers 304 until a type changes', async () => {
    const project = await service.newProject();
    const etag = (await project.secret.get('/v1/introspection')).headers.get('ETag') ?? '';

    const same = await project.secret.get('/v1/introspection', { 'If-None-Match': etag });
    await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'a', type: 'string' }] });
    const changed = await project.secret.get('/v1/introspection', { 'If-None-Match': etag });

    expect([same.status, changed.status]).toEqual([304, 200]);
  });
});
