import { describe, expect, it } from 'vitest';
import { fillWithEveryKind } from '../../../support/introspection/every-kind.ts';
import { errorsOf } from '../../../../src/core/http/pipeline/route-errors.ts';
import { documentedPath } from '../../../../src/core/http/pipeline/route.ts';
import { startService } from '../../../support/service.ts';
import { objectsIn, operationsOf, resolved } from '../../../support/openapi/schemas.ts';
import { routes } from '../../../support/assembly.ts';

const service = await startService();

async function documentOf(fill: boolean) {
  const project = await service.newProject();
  const ids = fill ? await fillWithEveryKind(project) : null;
  const { status, body } = await project.publishable.get('/v1/openapi.json');
  expect(status).toBe(200);
  return { project, document: body, ids };
}

const empty = documentOf(false);
const filled = documentOf(true);

describe('GET /v1/openapi.json', () => {
  it('is an OpenAPI 3.1 document of the calling project', async () => {
    const { document } = await empty;

    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Content API of Test', license: { identifier: 'MIT' } },
      servers: ['', '/preview'].map((path) => ({
        url: `{base_url}${path}`,
        variables: { base_url: { default: 'http://galley.test' } },
      })),
      security: [{ apiKey: [] }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
    });
  });

  it('answers 401 missing_api_key without a key', async () => {
    const { project } = await empty;

    const answer = await project.as(null).get('/v1/openapi.json');

    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'missing_api_key' } } });
  });

  it('has every endpoint, with its status, its key and its budget', async () => {
    const { document } = await empty;

    const documented = operationsOf(document).map(({ path, method, operation }) => ({
      name: `${method} ${path}`,
      key: operation['x-key'],
      budget: operation['x-budget'],
      statuses: Object.keys(operation.responses).filter((status) => status.startsWith('2')),
    }));
    const declared = routes.map(({ method, path, key, budget, status = 200, dryRun, createsFirst }) => ({
      name: `${method.toLowerCase()} ${documentedPath(path)}`,
      key,
      budget,
      statuses: [
        ...(status === 204 && dryRun === true ? ['200'] : []),
        String(status),
        ...(createsFirst === true ? ['201'] : []),
      ],
    }));
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    expect(documented.sort(byName)).toEqual(declared.sort(byName));
  });

  it.each(routes.map((route) => [`${route.method} ${documentedPath(route.path)}`, route] as const))(
    'lists every error of %s with an example',
    async (_name, route) => {
      const { document } = await empty;
      const operation = document.paths[documentedPath(route.path)][route.method.toLowerCase()];

      const shown = Object.entries<{ $ref?: string }>(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, { $ref }]) => {
          const response = document.components.responses[$ref?.split('/').at(-1) ?? ''];
          const codes = Object.keys(response.content['application/json'].examples);
          return codes.map((code) => ({ code, status: Number(status) }));
        });

      expect(shown.map(({ code }) => code).sort()).toEqual(errorsOf(route).sort());
      for (const { code } of shown)
        expect(document.components.examples[code].value.error).toMatchObject({
          code,
          doc_url: `http://galley.test/docs/errors#${code}`,
        });
    },
  );

  it('gives every operation a name of its own, and every parameter a meaning', async () => {
    const { project } = await empty;
    for (const slug of ['a-b', 'a_b', 'ab'])
      await project.secret.put(`/v1/schema/content-types/${slug}`, {
        fields: [{ key: 't', type: 'string' }],
      });

    const { body } = await project.secret.get('/v1/openapi.json');

    const operations = operationsOf(body).map(({ operation }) => operation);
    const names = operations.map(({ operationId }) => operationId as string);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]+$/);
    const parameters = operations.flatMap((operation) => operation.parameters as any[]);
    for (const { name, description, $ref } of parameters) {
      if ($ref === undefined) expect(description.length, name).toBeGreaterThan(4);
    }
  });

  it('describes the events as webhooks with their signed headers', async () => {
    const { document } = await empty;

    expect(Object.keys(document.webhooks)).toHaveLength(19);
    const { parameters, requestBody } = document.webhooks['content.entry.published'].post;
    expect((parameters as any[]).map(({ name }) => name)).toContain('X-Service-Signature');
    const { example, schema } = requestBody.content['application/json'];
    expect(example.event).toBe('content.entry.published');
    expect(schema.properties.data.required).toContain('revision');
  });
});

describe('what clients are made from, in GET /v1/openapi.json', () => {
  it('leaves answers open for keys that are added later, and bodies closed', async () => {
    const { document } = await filled;

    for (const { path, method, operation } of operationsOf(document)) {
      for (const part of objectsIn(resolved(document, operation.responses)))
        expect(part['additionalProperties'], `${method} ${path}`).not.toBe(false);
    }
    for (const name of ['CreateEntry', 'specimen.changes'])
      expect(document.components.schemas[name].additionalProperties).toBe(false);
    expect(document.components.schemas.CreateAuthor.additionalProperties).toBe(false);
  });

  it('writes a choice between two types as anyOf', async () => {
    const { document } = await filled;

    for (const { type } of objectsIn(document)) {
      if (Array.isArray(type)) expect(type.filter((one) => one !== 'null').length).toBeLessThan(2);
    }
    expect(document.components.schemas.CreateBlogArticle.properties.authors.items.anyOf).toHaveLength(2);
  });

  it('gives no parameter the name of a form, and lets webhooks alone refer to none', async () => {
    const { document } = await filled;
    const names = (part: object) => Object.keys(part).map((name) => name.toLowerCase());
    const { schemas, parameters } = document.components;

    expect(names(parameters).filter((name) => names(schemas).includes(name))).toEqual([]);
    const referred = [...objectsIn(document.webhooks)].filter((part) => '$ref' in part);
    expect(referred).toEqual([]);
  });

  it('says that what is written at its own address is created by the first write', async () => {
    const { document } = await filled;

    for (const path of ['/v1/content/2-settings', '/v1/schema/content-types/{type}'])
      expect(Object.keys(document.paths[path].put.responses)).toEqual(expect.arrayContaining(['200', '201']));
  });
});
