import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import { pluck } from '../../support/content.ts';
import { signedIn } from '../../support/dashboard.ts';
import { startService, testLocales, testVariables, withLocales } from '../../support/service.ts';

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const settings = { MONGODB_DB };
const service = await startService(settings);
const folder = await mkdtemp(join(tmpdir(), 'galley-schema-'));
afterAll(() => rm(folder, { recursive: true }));

const title = { key: 'title', type: 'string' };
const to = (content_type: string) => ({ key: 'to', type: 'reference', options: { content_type } });

/** A project with a file of its own, and the three commands on them. */
async function projectAndFile(options?: { oneLocale: boolean }) {
  const project = await service.newProject(options);
  const file = join(folder, `${project.id}.json`);
  const schema = async (verb: string, ...more: string[]) => {
    const args = ['schema', verb, '--project', project.id, '--file', file, ...more, '--json'];
    const { out, exitCode } = await runCommand(args, testVariables(settings), folder);
    return { exitCode, body: JSON.parse(out) };
  };
  const write = (...content_types: object[]) => writeFile(file, JSON.stringify({ content_types }));
  const define = (slug: string, ...fields: object[]) =>
    project.secret.put(`/v1/schema/content-types/${slug}`, { fields });
  const keys = async (slug: string) => {
    const { body } = await project.secret.get(`/v1/schema/content-types/${slug}`);
    return (body.fields as { key: string }[] | undefined)?.map(({ key }) => key);
  };
  return { project, file, schema, write, define, keys };
}

describe('galley schema', () => {
  it('pulls what another project can be pushed to, after which neither differs', async () => {
    const from = await projectAndFile();
    await from.define('brand', title);
    await from.define('product', title, to('brand'));
    const into = await projectAndFile();

    const pulled = { file: from.file, types: ['brand', 'product'] };
    expect((await from.schema('pull')).body).toEqual({
      ...pulled,
      ...withLocales({ locales: ['en', ...testLocales] }),
    });
    await writeFile(into.file, await readFile(from.file));
    expect(await into.schema('diff')).toMatchObject({ exitCode: 1, body: { different: true } });
    expect((await into.schema('push')).body.pushed).toEqual(['brand', 'product']);

    for (const { schema } of [from, into]) {
      expect(await schema('diff')).toMatchObject({ exitCode: 0, body: { different: false, types: [] } });
    }
    expect(await into.project.events()).toEqual(['content.type.updated', 'content.type.updated']);
    expect((await into.schema('push')).body.pushed).toEqual([]);
  });

  it('pushes the locales first, and removes one only with --yes', async () => {
    const from = await projectAndFile({ oneLocale: true });
    const owner = await signedIn(service, from.project.id, 'owner');
    const add = (body: object) => owner.send('POST', `/projects/${from.project.id}/locales`, body);
    for (const body of [
      { code: 'de', partial: true },
      { code: 'de-AT', fallback: 'de', name: 'Austria' },
    ])
      expect((await add(body)).status).toBe(201);
    await from.define('page', { ...title, options: { localized: true } });
    expect((await from.schema('pull')).body).toMatchObject({ locales: ['en', 'de', 'de-AT'] });
    const into = await projectAndFile({ oneLocale: true });
    await writeFile(into.file, await readFile(from.file));
    const codes = async () => {
      const { data } = (await into.project.secret.get('/v1/locales')).body;
      const present = (data as { code: string; status: string }[]).filter(
        ({ status }) => status !== 'removing',
      );
      return pluck(present, 'code');
    };

    const added = { added: ['de', 'de-AT'], changed: [], removed: [] };
    expect((await into.schema('diff')).body).toMatchObject({ different: true, locales: added });
    expect((await into.schema('push')).body).toMatchObject({ pushed: ['page'], locales: added });
    expect(await into.schema('diff')).toMatchObject({ exitCode: 0, body: { different: false } });
    expect((await into.schema('push')).body.pushed).toEqual([]);
    const { data } = (await into.project.secret.get('/v1/locales')).body;
    expect(data).toMatchObject([
      { code: 'en', default: true },
      { code: 'de', partial: true, fallback: null },
      { code: 'de-AT', name: 'Austria', fallback: 'de' },
    ]);

    const locales = [{ code: 'en' }, { code: 'de-AT', fallback: null, partial: true }];
    await writeFile(into.file, JSON.stringify({ locales, content_types: [] }));
    const rejected = await into.schema('push');
    expect(rejected.body.error).toMatchObject({ code: 'invalid_parameter', param: '--yes' });
    expect(rejected.body.error.message).toContain('locale de with all content');
    expect(await codes()).toEqual(['en', 'de', 'de-AT']);
    expect((await into.schema('push', '--yes')).body.locales).toEqual({
      added: [],
      changed: ['de-AT'],
      removed: ['de'],
    });
    expect(await codes()).toEqual(['en', 'de-AT']);
    await into.write();
    expect((await into.schema('diff')).body).not.toHaveProperty('locales');
    await writeFile(into.file, JSON.stringify({ locales: [{ code: 'fr' }], content_types: [] }));
    expect((await into.schema('push', '--yes')).body.error.message).toContain('galley locale change en');
    await writeFile(
      into.file,
      JSON.stringify({ locales: [{ code: 'en' }, { code: 'en' }], content_types: [] }),
    );
    expect((await into.schema('push')).body.error.message).toContain('has en twice');
  });

  it('shows what a push would remove, and removes nothing without --yes', async () => {
    const { define, write, schema, keys } = await projectAndFile();
    await define('page', title, { key: 'body', type: 'text' });
    await write({ slug: 'page', kind: 'collection', fields: [title, { key: 'lead', type: 'text' }] });

    const refused = await schema('push');

    expect(refused).toMatchObject({
      exitCode: 1,
      body: { error: { code: 'invalid_parameter', param: '--yes' } },
    });
    expect(refused.body.error.message).toContain('page.body');
    expect(await keys('page')).toEqual(['title', 'body']);
    expect((await schema('diff')).body.types).toEqual([
      {
        slug: 'page',
        change: 'changed',
        fields: { added: ['lead'], changed: [], removed: ['body'] },
        settings: false,
      },
    ]);
    expect((await schema('push', '--yes')).body.removed).toEqual(['page.body']);
    expect(await keys('page')).toEqual(['title', 'lead']);
  });

  it('renames fields without --yes, also when it is pushed twice or from any earlier name', async () => {
    const field = (key: string, renamed_from?: string[]) => ({ key, type: 'text', renamed_from });
    for (const start of ['a', 'b', 'c']) {
      const { project, define, write, schema, keys } = await projectAndFile();
      await define('page', title, field(start), field('old'));
      const values = { title: 'T', [start]: 'kept', old: 'removed' };
      await project.secret.post('/v1/content/page/entries', { values, publish: true });
      await project.secret.post('/v1/content/page/entries', { values: { title: 'D', old: 'draft' } });
      await write({
        slug: 'page',
        kind: 'collection',
        fields: [title, field('c', ['b', 'a']), field('old')],
      });

      const [change] = (await schema('diff')).body.types ?? [];
      expect(change?.fields.renamed).toEqual(start === 'c' ? undefined : [{ from: start, to: 'c' }]);
      expect((await schema('push')).exitCode).toBe(0);
      expect((await schema('push')).body.pushed).toEqual([]);
      expect(await keys('page')).toEqual(['title', 'c', 'old']);

      await write({ slug: 'page', kind: 'collection', fields: [title, field('c', ['b', 'a'])] });
      const losses = [{ field: 'page.old', entries: 2, live: 1 }];
      expect((await schema('diff')).body).toMatchObject({ losses });
      expect((await schema('push')).body.error.message).toContain('page.old (2 entries, 1 published)');
      expect((await schema('push', '--yes')).body).toMatchObject({ removed: ['page.old'], losses });
      const { body } = await project.publishable.get('/v1/content/page');
      expect(body.data[0].values).toEqual({ title: 'T', c: 'kept' });
    }
  });

  it('carries groups, conditions and layout, whatever the order and the form of the conditions', async () => {
    const from = await projectAndFile();
    const groups = [{ key: 'links', label: 'Links', display: 'tab', collapsed: false }];
    const list = { show_if: [{ field: 'title', is_null: false }], group: 'links', width: 'half' };
    const single = { ...list, show_if: { field: 'title', is_null: false } };
    await from.write(
      {
        slug: 'a',
        kind: 'collection',
        groups,
        fields: [{ ...to('b'), options: { content_type: 'b', ...single } }, title],
      },
      {
        slug: 'b',
        kind: 'collection',
        groups,
        fields: [title, { ...to('a'), options: { content_type: 'a', ...single } }],
      },
    );

    expect((await from.schema('push')).exitCode).toBe(0);
    expect((await from.schema('diff')).body).toMatchObject({ different: false, types: [] });
    expect((await from.schema('pull')).exitCode).toBe(0);
    const { content_types: types } = JSON.parse(await readFile(from.file, 'utf8'));
    expect(types[1]).toMatchObject({ slug: 'b', groups, fields: [{}, { options: list }] });

    await from.write({ slug: 'b', kind: 'collection', groups: [], fields: [title, to('a')] });
    expect((await from.schema('diff')).body.types).toEqual([
      { slug: 'b', change: 'changed', fields: { added: [], changed: ['to'], removed: [] }, settings: true },
    ]);
    expect((await from.schema('push')).exitCode).toBe(0);
    await from.schema('pull');
    expect(JSON.parse(await readFile(from.file, 'utf8')).content_types[1]).not.toHaveProperty('groups');
  });

  it('pushes types that point at each other, whatever their order', async () => {
    const { write, schema, keys } = await projectAndFile();
    await write(
      { slug: 'a', kind: 'collection', fields: [to('b')] },
      { slug: 'b', kind: 'collection', fields: [to('c')] },
      { slug: 'c', kind: 'collection', fields: [title, to('a')] },
    );

    expect((await schema('push')).exitCode).toBe(0);

    expect([await keys('a'), await keys('b'), await keys('c')]).toEqual([['to'], ['to'], ['title', 'to']]);
    expect((await schema('diff')).exitCode).toBe(0);
  });

  it('carries blocks and types in one order, circles and blocks that name themselves among them', async () => {
    const from = await projectAndFile();
    const lists = (...blocks: string[]) => ({ key: 'items', type: 'blocks', options: { blocks } });
    const block = (slug: string, ...fields: object[]) =>
      from.project.secret.put(`/v1/schema/blocks/${slug}`, { fields, description: `A ${slug}` });
    await from.define('page', title);
    await block('hero', title, to('page'));
    await block('group', title);
    await block('group', title, lists('hero', 'group'));
    await block('grid', lists('group'));
    await block('group', title, lists('hero', 'group', 'grid'));
    await from.define('page', title, lists('grid', 'hero'));
    const into = await projectAndFile();

    expect((await from.schema('pull')).body).toMatchObject({
      blocks: ['hero', 'group', 'grid'],
      types: ['page'],
    });
    await writeFile(into.file, await readFile(from.file));
    const plan = await into.schema('diff');
    const pushed = await into.schema('push');

    expect(pluck(plan.body.blocks, 'slug')).toEqual(['hero', 'group', 'grid']);
    expect(pushed.body.pushed).toEqual(['blocks/hero', 'blocks/group', 'blocks/grid', 'page']);
    for (const { schema } of [from, into]) expect(await schema('diff')).toMatchObject({ exitCode: 0 });
    expect(await into.keys('page')).toEqual(['title', 'items']);
  });

  it('names lost fields of blocks and blocks that the file does not have, and deletes none', async () => {
    const { project, file, schema } = await projectAndFile();
    const put = (slug: string, fields: object[]) =>
      project.secret.put(`/v1/schema/blocks/${slug}`, { fields });
    await put('hero', [title, { key: 'text', type: 'text' }]);
    await put('old', []);
    await writeFile(file, JSON.stringify({ blocks: [{ slug: 'hero', fields: [title] }], content_types: [] }));

    const refused = await schema('push');
    const done = await schema('push', '--yes');

    expect(refused.body.error.message).toContain('blocks/hero.text');
    expect(done.body).toMatchObject({
      pushed: ['blocks/hero'],
      removed: ['blocks/hero.text'],
      missing: ['blocks/old'],
    });
    expect((await project.secret.get('/v1/schema/blocks')).body.data).toHaveLength(2);
  });

  it('leaves types alone that the file does not have, and says so', async () => {
    const { define, write, schema, keys } = await projectAndFile();
    await define('old', title);
    await write();

    expect(await schema('diff')).toMatchObject({ exitCode: 1, body: { missing: ['old'] } });
    expect((await schema('push')).exitCode).toBe(0);
    expect(await keys('old')).toEqual(['title']);
  });

  it.each([
    [
      'points at a type that is nowhere',
      [{ slug: 'a', kind: 'collection', fields: [to('zz')] }],
      'unknown_content_type',
    ],
    [
      'has a type twice',
      [1, 2].map(() => ({ slug: 'a', kind: 'collection', fields: [title] })),
      'invalid_parameter',
    ],
    ['holds no types', [{ slug: 'a' }], 'invalid_parameter'],
  ])('refuses a file that %s', async (_, types: object[], code) => {
    const { write, schema } = await projectAndFile();
    await write(...types);

    expect(await schema('push')).toMatchObject({ exitCode: 1, body: { error: { code } } });
  });

  it('asks for a pull where there is no file', async () => {
    const { schema } = await projectAndFile();

    expect((await schema('diff')).body.error).toMatchObject({ param: '--file', code: 'invalid_parameter' });
  });

  it.each([
    ['the file is not there', 'no/such.json', {}],
    ['the file holds no types', 'bad.json', {}],
    ['no database is named', 'good.json', { MONGODB_URI: '' }],
    ['the database is down', 'good.json', { MONGODB_URI: 'mongodb://127.0.0.1:9/' }],
    ['an option is unknown', 'good.json --colour', {}],
    ['a setting is wrong', 'good.json', { APP_SECRET: 'short' }],
  ])('ends a diff with 2, not with 1, when %s, and every other verb with 1', async (_, file, settings) => {
    const { project } = await projectAndFile();
    await writeFile(join(folder, 'good.json'), '{"content_types": []}');
    await writeFile(join(folder, 'bad.json'), 'no JSON');
    const exitCodeOf = async (verb: string) => {
      const args = ['schema', verb, '--project', project.id, '--file', ...join(folder, file).split(' ')];
      const { exitCode, out, err } = await runCommand(
        args,
        testVariables({ MONGODB_DB, ...settings }),
        folder,
      );
      expect([out, err]).toEqual(['', expect.stringMatching(/^galley: /)]);
      return exitCode;
    };

    expect([await exitCodeOf('diff'), await exitCodeOf('push')]).toEqual([2, 1]);
  });
});
