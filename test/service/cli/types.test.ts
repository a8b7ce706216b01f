import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { defineType } from '../../support/content.ts';
import { inRepository } from '../../support/program.ts';
import { startService, testVariables } from '../../support/service.ts';
import { typeChecker } from '../../support/type-check.ts';
import { fillWithEveryKind } from '../../support/introspection/every-kind.ts';

vi.setConfig({ testTimeout: 120_000 }); // the compiler starts slowly on a busy machine

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const service = await startService({ MONGODB_DB });
const folder = await mkdtemp(join(tmpdir(), 'galley-types-'));
afterAll(() => rm(folder, { recursive: true }));
const check = typeChecker(['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts']);

async function typesOf(project: string, ...more: string[]) {
  const out = join(folder, `${randomUUID()}.ts`);
  const args = ['types', '--project', project, '--out', out, ...more, '--json'];
  const { out: printed, exitCode } = await runCommand(args, testVariables({ MONGODB_DB }), folder);
  return { out, exitCode, body: JSON.parse(printed) };
}

describe('galley types', () => {
  it('writes what GET /v1/types.d.ts serves, of the default release or of another one', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const other = (await project.secret.post('/v1/releases', { name: 'Next' })).body.id as string;
    await project.secret.put(`/v1/schema/content-types/note?release=${other}`, {
      fields: [{ key: 'text', type: 'string' }],
    });

    const plain = await typesOf(project.id);
    const inOther = await typesOf(project.id, '--release', other);

    expect(plain).toMatchObject({
      exitCode: 0,
      body: { file: plain.out, project: project.id, release: project.releaseId },
    });
    expect(await readFile(plain.out, 'utf8')).toBe((await project.secret.get('/v1/types.d.ts')).text);
    expect(await readFile(inOther.out, 'utf8')).toContain('export interface NoteValues');
  });

  it('refuses a release that is nowhere, and a file that cannot be written', async () => {
    const { id } = await service.newProject();

    expect((await typesOf(id, '--release', 'rel_nothing')).body.error.code).toBe('unknown_release');
    expect(await typesOf(id, '--out', join(folder, 'no/such/folder.ts'))).toMatchObject({
      exitCode: 1,
      body: { error: { code: 'invalid_parameter', param: '--out' } },
    });
  });
});

describe('galley types --url', () => {
  /** Nothing but what is typed: no database, no setting of the service. */
  const bare = (...args: string[]) => runCommand(['types', ...args, '--json'], {}, folder);

  it('needs a key of the project alone and no database', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const { token } = await project.newKey({ purpose: 'publishable' });
    const out = join(folder, 'remote.ts');

    const done = await bare('--url', `${service.url}/`, '--key', token, '--out', out);
    const byVariable = await runCommand(
      ['types', '--url', service.url, '--out', join(folder, 'same.ts')],
      { GALLEY_KEY: token },
      folder,
    );

    expect([done.exitCode, JSON.parse(done.out)]).toEqual([0, { file: out, url: `${service.url}/` }]);
    expect(await readFile(out, 'utf8')).toBe((await project.secret.get('/v1/types.d.ts')).text);
    expect(byVariable.exitCode).toBe(0);
    expect(await readFile(join(folder, 'same.ts'), 'utf8')).toBe(await readFile(out, 'utf8'));
  });

  it.each([
    ['--url URL --out x.ts', 'invalid_parameter', '--key'],
    ['--url ftp://example.com --key sk_x --out x.ts', 'invalid_parameter', '--url'],
    ['--url http://127.0.0.1:9 --key sk_x --out x.ts', 'invalid_parameter', '--url'],
    ['--url URL/dashboard --key sk_x --out x.ts', 'invalid_parameter', '--url'],
    ['--url URL --project P --key sk_x --out x.ts', 'invalid_parameter', '--project'],
    ['--key sk_x --out x.ts', 'invalid_parameter', '--url'],
    ['--out x.ts', 'invalid_parameter', '--project'],
    ['--url URL --key sk_x --out x.ts', 'invalid_api_key', undefined],
    ['--url URL --key KEY --release rel_0 --out x.ts', 'unknown_release', undefined],
  ])('%s is refused as %s and names %s', async (line, code, param) => {
    const { token } = await (await service.newProject()).newKey({});

    const { out, exitCode } = await bare(
      ...line.replace('URL', service.url).replace('KEY', token).split(' '),
    );

    expect([exitCode, JSON.parse(out)]).toEqual([1, { error: expect.objectContaining({ code }) }]);
    expect(JSON.parse(out).error.param).toBe(param);
  });
});

describe('the written types', () => {
  const header = (statement: string) => `
    import { createClient } from ${JSON.stringify(inRepository('packages/client/src/main.ts'))};
    import type { ContentTypes } from './types.ts';
    const client = createClient<ContentTypes>({ baseUrl: 'http://localhost', key: 'sk_x' });
    ${statement}`;
  const specimens = "client.content('specimen')";

  it.each([
    [
      'lists',
      `for await (const { values } of ${specimens}.list()) { const price: number | null = values.price; }`,
      0,
    ],
    [
      'filters and orders',
      `await ${specimens}.list({ where: { price: { gte: 1 }, made: null }, sort: '-price' });`,
      0,
    ],
    ['creations', `await ${specimens}.create({ values: { title: 'A', size: 'small' }, publish: true });`, 0],
    ['changes', `await ${specimens}.patch('ent_1', { values: { price: null } });`, 0],
    ['singletons', "const motto: string | null = (await client.singleton('2-settings').get()).motto;", 0],
    ['a field that is not there', `await ${specimens}.create({ values: { title: 'A', titel: 'B' } });`, 1],
    ['a missing required field', `await ${specimens}.create({ values: {} });`, 1],
    ['an operator that the field has not', `await ${specimens}.list({ where: { title: { gte: 'A' } } });`, 1],
    ['an order that there is not', `await ${specimens}.list({ sort: 'body' });`, 1],
    ['a type that there is not', "client.content('specimens');", 1],
    ['a singleton as a collection', "client.content('2-settings');", 1],
    ['a collection as a singleton', "client.singleton('specimen');", 1],
  ])('make the client know %s', async (_, statement, faults) => {
    const types = await everyKind();

    expect(
      check({ 'types.ts': types, 'program.ts': header(statement) + '\nexport {};' }, 'program.ts'),
    ).toHaveLength(faults);
  });
});

let known: Promise<string> | undefined;
/** The types of a project with fields of every type. */
function everyKind(): Promise<string> {
  known ??= (async () => {
    const project = await service.newProject();
    await fillWithEveryKind(project);
    return readFile((await typesOf(project.id)).out, 'utf8');
  })();
  return known;
}
