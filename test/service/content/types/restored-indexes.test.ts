import { describe, expect, it } from 'vitest';
import { settleBlocks } from '../../../../src/content/types/blocks/service.ts';
import { expectDone, pluck, publishEntry, refusal } from '../../../support/content.ts';
import { multiplyEntry } from '../../../support/many-entries.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const database = databaseOf(service.app.system);
const field = (key: string, type = 'string', options: object = {}) => ({ key, type, options });
const title = field('title');
const about = field('about', 'reference', { content_type: 'person' });
const listOf = (...blocks: string[]) => field('list', 'blocks', { blocks });

const putType = (project: TestProject, fields: object[]) =>
  project.secret.put('/v1/schema/content-types/story', { fields }).then(expectDone);
const putBlock = (project: TestProject, slug: string, fields: object[]) =>
  project.secret.put(`/v1/schema/blocks/${slug}`, { fields });

/** Waits until the passes over the entries have ended. */
async function passesEnd(project: TestProject): Promise<void> {
  const unsettled = { project_id: project.id, is_settled: false };
  for (const name of ['content_types', 'blocks'])
    await expect.poll(() => database.collection(name).countDocuments(unsettled)).toBe(0);
}

async function keyForStories(project: TestProject) {
  const scopes = { can: ['read', 'draft', 'publish'], types: ['story'] };
  return project.as((await project.newKey({ scopes })).token);
}

async function withPerson() {
  const project = await service.newProject();
  expectDone(await project.secret.put('/v1/schema/content-types/person', { fields: [field('name')] }));
  return { project, person: await publishEntry(project, 'person', { name: 'P' }) };
}

async function expectReferrer(project: TestProject, person: string, id: string): Promise<void> {
  const path = `/v1/content/person/${person}`;
  expect(pluck(expectDone(await project.secret.get(`${path}/referenced-by`)).data, 'id')).toEqual([id]);
  expect(refusal(await project.secret.delete(path))[0]).toBe(409);
}

describe('the values of a restored field', () => {
  it('refer to entries again and protect them', async () => {
    const { project, person } = await withPerson();
    await putType(project, [title, about]);
    const id = await publishEntry(project, 'story', { title: 'A', about: person });
    await putType(project, [title]);
    await passesEnd(project);

    await putType(project, [title, about]);
    await putType(project, [title, about, field('note', 'text')]); // while the pass may still run
    await passesEnd(project);

    await expectReferrer(project, person, id);
  });

  it.each(['', ' inside blocks'])(
    'protect entries%s before the pass over the entries has come to them',
    async (where) => {
      const { project, person } = await withPerson();
      const isInBlocks = where !== '';
      const put = (fields: object[]) =>
        isInBlocks ? putBlock(project, 'part', fields).then(expectDone) : putType(project, fields);
      await put([title, about]);
      if (isInBlocks) await putType(project, [title, listOf('part')]);
      const values = (part: Record<string, unknown>): Record<string, unknown> =>
        isInBlocks ? { list: [{ block: 'part', values: part }] } : part;
      const plain = await publishEntry(project, 'story', values({ title: 'A' }));
      await multiplyEntry(service.app, plain, 1_500);
      const id = await publishEntry(project, 'story', values({ about: person })); // the last one of a pass
      await put([title]);
      await passesEnd(project);
      if (!isInBlocks)
        expectDone(await project.secret.patch(`/v1/content/story/${id}`, { values: { title: 'B' } }));

      await put([title, about]);

      await expectReferrer(project, person, id);
      await passesEnd(project);
      await expectReferrer(project, person, id);
    },
  );

  it('refer to entries again inside blocks', async () => {
    const { project, person } = await withPerson();
    expectDone(await putBlock(project, 'part', [title, about]));
    await putType(project, [title, listOf('part')]);
    const list = [{ block: 'part', values: { about: person } }];
    const id = await publishEntry(project, 'story', { list });
    expectDone(await putBlock(project, 'part', [title]));
    await passesEnd(project);

    expectDone(await putBlock(project, 'part', [title, about]));
    await passesEnd(project);

    await expectReferrer(project, person, id);
  });

  it('protect the choices of blocks in a restored list', async () => {
    const project = await service.newProject();
    const tone = (...choices: string[]) => field('tone', 'select', { choices });
    expectDone(await putBlock(project, 'part', [tone('dark', 'light')]));
    await putType(project, [title, listOf('part')]);
    await publishEntry(project, 'story', { list: [{ block: 'part', values: { tone: 'dark' } }] });
    await putType(project, [title]);
    await passesEnd(project);

    await putType(project, [title, listOf('part')]);
    await passesEnd(project);

    expect(refusal(await putBlock(project, 'part', [tone('light')]))[1]).toBe('choice_in_use');
  });
});

describe('a removed list that is the only one of its type', () => {
  const nested = [{ block: 'outer', values: { items: [{ block: 'inner', values: { note: 'N' } }] } }];

  async function withNested() {
    const project = await service.newProject();
    expectDone(await putBlock(project, 'inner', [title, field('note')]));
    expectDone(await putBlock(project, 'outer', [title, field('items', 'blocks', { blocks: ['inner'] })]));
    await putType(project, [title, listOf('outer')]);
    return { project, id: await publishEntry(project, 'story', { title: 'A', list: nested }) };
  }

  it.each(['a key for all types', 'a key for one type'])(
    'loses removed values of blocks inside its blocks on time, also after a write with %s',
    async (key) => {
      const { project, id } = await withNested();
      const secret = key === 'a key for all types' ? project.secret : await keyForStories(project);
      expectDone(await putBlock(project, 'inner', [title]));
      await putType(project, [title]);
      await passesEnd(project);
      expectDone(await secret.patch(`/v1/content/story/${id}`, { values: { title: 'B' } }));
      await database
        .collection('blocks')
        .updateMany({ project_id: project.id }, { $set: { 'removed.$[].kept_until': new Date(0) } });
      await settleBlocks(service.app.system, service.app.clock.now());
      expectDone(await putBlock(project, 'inner', [title, field('note', 'richtext')]));

      await putType(project, [title, listOf('outer')]);

      const { values } = expectDone(await project.publishable.get(`/v1/content/story/${id}`));
      expect(values.list[0].values.items).toMatchObject([{ values: { title: null, note: null } }]);
    },
  );

  it('has its blocks after an older version of an entry was restored', async () => {
    const { project, id } = await withNested();
    const owner = await signedIn(service, project.id, 'owner');
    const path = `/projects/${project.id}`;
    await owner.send('PATCH', `${path}/content/story/entries/${id}`, { values: { title: 'B' } });
    await putType(project, [title]);
    const { body } = await owner.send('GET', `${path}/versions/${id}`);
    await owner.send('POST', `${path}/versions/${id}/${String(pluck(body.data, 'id').at(-1))}/restore`);

    await putType(project, [title, listOf('outer')]);

    const { body: entry } = await owner.send('GET', `${path}/content/story/entries/${id}`);
    expect(entry.draft).toMatchObject({ title: 'A', list: nested });
  });
});
