import { describe, expect, it } from 'vitest';
import { exampleId, kindOfId } from '../../../../src/contract/ids.ts';
import { fillWithEveryKind } from '../../../support/introspection/every-kind.ts';
import { createEntry, defineType, expectDone } from '../../../support/content.ts';
import { newUpload, startMediaService } from '../../../support/media.ts';
import { sampleVariables } from '../../../support/route-samples.ts';
import { type TestProject, workerDatabase } from '../../../support/service.ts';
import { newProjectInLocales } from '../../../support/locales.ts';
import { operationsOf } from '../../../support/openapi/schemas.ts';

const { service } = await startMediaService({ MONGODB_DB: workerDatabase() });

interface Filled {
  project: TestProject;
  document: any;
  /** What stands in for the variables of a path. */
  variables: (path: string) => Record<string, string>;
  /** Ids of the project, by kind: those of examples lead nowhere. */
  ids: Record<string, string>;
}

/** A project with something behind every path, and a type whose references are needed. */
async function filledProject(): Promise<Filled> {
  const project = await service.newProject();
  const things = await sampleVariables(project);
  const { full } = await fillWithEveryKind(project);
  await defineType(project, 'needy', [
    { key: 'title', type: 'string', options: { required: true, unique: true } },
    { key: 'twin', type: 'reference', options: { required: true, content_type: 'specimen' } },
  ]);
  const needy = expectDone(
    await project.secret.post('/v1/content/needy/entries', { values: { title: 'A', twin: full } }),
  );
  const document = expectDone(await project.secret.get('/v1/openapi.json'));
  const collection = expectDone(await project.secret.get('/v1/kb/collections')).data[0];
  const entryIds: Record<string, string> = {
    page: things['/v1/content/:type/:entryId']?.['entryId'] ?? '',
    specimen: full,
    needy: needy.id as string,
  };
  const pending = await newUpload(project.secret);
  return {
    project,
    document,
    ids: { entry: full, kb_collection: collection.id as string },
    variables(path) {
      const thing = Object.entries(things).find(
        ([known]) => documented(known) === /^.*\}/.exec(path)?.[0],
      )?.[1];
      const type = /^\/v1\/content\/([^/{]+)/.exec(path)?.[1] ?? '';
      return { ...thing, ...(type in entryIds ? { entryId: entryIds[type] ?? '' } : {}), ...upload(path) };
    },
  };

  function upload(path: string): Record<string, string> {
    return path.startsWith('/v1/media/uploads/') ? { mediaId: pending } : {};
  }
}

/** A project in several locales with a translated entry. Its other routes are those of any project. */
async function translatedProject(): Promise<Pick<Filled, 'project' | 'ids' | 'variables'>> {
  const project = await newProjectInLocales(service);
  await defineType(project, 'story', [{ key: 'title', type: 'string', options: { localized: true } }]);
  const german = { values: { title: 'Eins' }, publish: true };
  const { id } = await createEntry(
    project,
    'story',
    { title: 'One' },
    { publish: true, locales: { de: german } },
  );
  return { project, ids: { entry: String(id) }, variables: () => ({}) };
}

const documented = (path: string) => path.replace(/:(\w+)/g, '{$1}');
const filling = filledProject();
const { document } = await filling;
const withBody = operationsOf(document).filter(({ operation }) => operation.requestBody !== undefined);

function filledPath(path: string, variables: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => variables[name] ?? name);
}

/** Bodies of the operations without an example. */
const bodies: Record<string, object> = {
  '/v1/content/needy/entries': { values: { title: 'B', twin: exampleId('entry') }, publish: true },
  '/v1/content/page/entries': { values: { title: 'B' }, publish: true },
  '/v1/content/specimen/entries': { values: { title: 'B' }, publish: true },
  '/v1/content/2-settings': { values: {}, publish: true },
  '/v1/content/home': { values: { title: 'B' }, publish: true },
};

/** The example with ids of the project in place of those that it needs. */
function withIds(example: unknown, ids: Record<string, string>): unknown {
  return JSON.parse(JSON.stringify(example), (_key, value: unknown) => {
    const kind = typeof value === 'string' ? kindOfId(value) : null;
    return kind === null ? value : (ids[kind] ?? value);
  });
}

/** Operations of one content type have no examples: the forms of their fields say enough. */
const withExample = withBody.filter(
  ({ operation }) => operation.requestBody.content['application/json'].example !== undefined,
);

describe('an example of a body in GET /v1/openapi.json', () => {
  it.each(withExample.map(({ method, path, operation }) => [method, path, operation] as const))(
    'is taken by the service: %s %s',
    async (method, path, operation) => {
      const trial = (operation.parameters as { $ref?: string }[]).some(({ $ref }) =>
        $ref?.endsWith('/dryRun'),
      );
      const { project, variables, ids } = await (path.startsWith('/v1/translations')
        ? translatedProject()
        : trial
          ? filling
          : filledProject());
      const { example } = operation.requestBody.content['application/json'];
      const body = withIds(example, ids);

      const answer = await project.secret.send(
        method.toUpperCase(),
        `${filledPath(path, variables(path))}${trial ? '?dry_run=true' : ''}`,
        { body },
      );

      expect(answer.status, `${JSON.stringify(body)} ${answer.text}`).toBeLessThan(300);
    },
    30_000,
  );

  it('names no id but where one is needed', () => {
    const needing = withExample.filter(({ operation }) =>
      /"[a-z]{3}_01jd2v8k3q5w7x9y0z1a2b3c4d"/.test(
        JSON.stringify(operation.requestBody.content['application/json'].example),
      ),
    );

    expect(needing.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'post /v1/kb/articles',
      'post /v1/kb/sections',
      'post /v1/translations/confirm',
    ]);
  });
});

describe('a link of an answer in GET /v1/openapi.json', () => {
  const made = withBody.flatMap(({ method, path, operation }) =>
    Object.entries<any>(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { links }]) => ({ method, path, operation, status, links })),
  );
  const creations = made.filter(({ status, links }) => status === '201' && links !== undefined);

  it('leads on from every creation', () => {
    const names = creations.map(({ method, path }) => `${method} ${path}`).sort();

    expect(names).toEqual([
      'post /v1/authors',
      'post /v1/blog/articles',
      'post /v1/blog/categories',
      'post /v1/content/needy/entries',
      'post /v1/content/page/entries',
      'post /v1/content/specimen/entries',
      'post /v1/kb/articles',
      'post /v1/kb/collections',
      'post /v1/kb/sections',
      'post /v1/media/uploads',
      'post /v1/releases',
      'put /v1/content/2-settings',
      'put /v1/content/home',
      'put /v1/content/{type}',
      'put /v1/schema/blocks/{block}',
      'put /v1/schema/content-types/{type}',
    ]);
  });

  it('leads to the read, the change and the removal of what there is of these', () => {
    const operationsAfter = (path: string) => {
      const { links } = creations.find((creation) => creation.path === path) ?? {};
      return Object.values<any>(links).map(({ operationId }) => operationId as string);
    };
    expect(operationsAfter('/v1/authors')).toEqual([
      'getAuthorsBySlug',
      'patchAuthorsBySlug',
      'deleteAuthorsBySlug',
    ]);
    expect(operationsAfter('/v1/content/specimen/entries')).toEqual(['getContentSpecimenByEntryId']);
  });

  it.each(creations.map(({ method, path }) => [method, path] as const))(
    'finds what was made: %s %s',
    async (method, path) => {
      const { project, document: described, ids, variables } = await filledProject();
      const creation = described.paths[path][method];
      const asked = { ...variables(path), ...(path.startsWith('/v1/schema/') ? { type: 'brand-new' } : {}) };
      const { example } = creation.requestBody.content['application/json'];
      const body = withIds(example ?? bodies[path], ids);

      const answer = await project.secret.send(method.toUpperCase(), filledPath(path, asked), { body });

      expect([200, 201], answer.text).toContain(answer.status);
      const reads = operationsOf(described).filter(({ method: verb }) => verb === 'get');
      const links = Object.values<any>(creation.responses['201'].links);
      const followed = links.flatMap(({ operationId, parameters }) => {
        const read = reads.find(({ operation }) => operation.operationId === operationId);
        return read === undefined ? [] : [{ path: read.path, parameters }];
      });
      expect(followed.length).toBeGreaterThan(0);
      for (const { path: target, parameters } of followed) {
        const values = Object.entries<string>(parameters).map(([name, expression]) => [
          name,
          valueOf(expression, asked, answer.body),
        ]);
        const read = await project.secret.get(filledPath(target, Object.fromEntries(values)));
        expect(read.status, `${target} ${read.text}`).toBe(200);
      }
    },
    30_000,
  );
});

/** What a runtime expression of a link stands for. */
function valueOf(expression: string, asked: Record<string, string>, answer: any): string {
  const [, name] = /^\$request\.path\.(\w+)$/.exec(expression) ?? [];
  if (name !== undefined) return asked[name] ?? '';
  const [, pointer = ''] = /^\$response\.body#\/(.+)$/.exec(expression) ?? [];
  return pointer.split('/').reduce((value, step) => value[step], answer) as string;
}
