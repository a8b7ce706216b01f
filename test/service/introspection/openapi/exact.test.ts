import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../../../src/core/http/pipeline/route-errors.ts';
import { documentedPath } from '../../../../src/core/http/pipeline/route.ts';
import { expectDone, refusal } from '../../../support/content.ts';
import { startMediaService } from '../../../support/media.ts';
import { newDescribedProject, takes } from '../../../support/openapi/described-project.ts';
import { schemasOf } from '../../../support/openapi/schemas.ts';
import { routes } from '../../../support/assembly.ts';

const { service } = await startMediaService();

const made = newDescribedProject(service);

async function fits(method: string, path: string, body: unknown): Promise<boolean> {
  return takes(await made, [method, path, body]);
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
