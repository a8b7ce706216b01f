import { describe, expect, it } from 'vitest';
import { defineType } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';
import { defineLandingPage, hero } from '../../../support/blocks/landing-page.ts';

const service = await startService();

const p = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...texts: string[]) => ({ version: 2, content: texts.map(p) });
const one = 'the first paragraph is about kites';
const two = 'the second paragraph is about wind';

async function twoEditors() {
  const project = await service.newProject();
  const ada = await signedIn(service, project.id, 'owner');
  const bea = await signedIn(service, project.id, 'editor');
  const sender =
    (client: typeof ada) =>
    (method: string, path: string, body?: unknown, headers = {}) =>
      client.send(method, `/projects/${project.id}${path}`, body, headers);
  return { project, ada: sender(ada), bea: sender(bea) };
}

interface Version {
  id: string;
  kind: string;
}

const idsOf = (list: unknown) => (list as Version[]).map(({ id }) => id);
const conflictsIn = (list: Version[]) => list.filter(({ kind }) => kind === 'conflict');

type Send = Awaited<ReturnType<typeof twoEditors>>['ada'];

async function storyWith(values: object) {
  const editors = await twoEditors();
  await defineType(editors.project, 'story', { title: 'string', note: 'text', body: 'richtext' });
  const { body: story } = await editors.ada('POST', '/content/story/entries', { values });
  const path = `/content/story/entries/${story.id}`;
  const save = (send: Send, values: object, merge: object, headers = {}) =>
    send('PATCH', path, { values, merge }, headers);
  const read = async () => (await editors.ada('GET', path)).body;
  const versions = async () => (await editors.ada('GET', `/versions/${story.id}`)).body.data as Version[];
  const valuesOf = async (id: string) =>
    (await editors.ada('GET', `/versions/${story.id}/${id}`)).body.values;
  return { ...editors, id: story.id as string, path, save, read, versions, valuesOf };
}

describe('saving an entry with a merge', () => {
  it('merges changes of different paragraphs, also of saves at the same time', async () => {
    const base = doc(one, two);
    const { ada, bea, save, read } = await storyWith({ title: 'Kites', body: base });

    const saves = await Promise.all([
      save(ada, { body: doc(`${one} and rain`, two) }, { base: { body: base } }),
      save(bea, { body: doc(one, `${two} and sun`) }, { base: { body: base } }),
    ]);

    expect(saves.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read()).draft).toEqual({ title: 'Kites', body: doc(`${one} and rain`, `${two} and sun`) });
    expect(saves.filter(({ body }) => body.meta?.merged?.[0] === 'body')).toHaveLength(1);
    expect(saves.every(({ body }) => body.meta?.kept_versions === undefined)).toBe(true);
  });

  it('stores the sent value if the stored one equals the base, and nothing if it equals the sent one', async () => {
    const { ada, bea, save } = await storyWith({ title: 'Kites' });
    const changed = await save(
      ada,
      { title: 'Boats', note: 'New' },
      { base: { title: 'Kites', note: null } },
    );
    expect(changed.body).toMatchObject({ draft: { title: 'Boats', note: 'New' }, revision: 2 });
    const same = await save(bea, { title: 'Boats' }, { base: { title: 'Kites' } });
    expect(same.body).toMatchObject({ draft: { title: 'Boats' }, revision: 2 });
    expect(same.body.meta).toBeUndefined();
  });

  it('rejects conflicts without storing anything', async () => {
    const base = doc(one, two);
    const { ada, bea, save, read } = await storyWith({ title: 'Kites', body: base });
    await save(
      ada,
      { title: 'Boats', body: doc(one, `${two} here`) },
      { base: { title: 'Kites', body: base } },
    );

    const answer = await save(
      bea,
      { title: 'Balloons', note: 'Mine', body: doc(one, `${two} there`) },
      { base: { title: 'Kites', note: null, body: base } },
    );

    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      code: 'edit_conflict',
      current_revision: 2,
      conflicts: [
        { id: 'title', field: 'title', base: 'Kites', mine: 'Balloons', theirs: 'Boats' },
        {
          id: 'body:1',
          field: 'body',
          base: [p(two)],
          mine: [p(`${two} there`)],
          theirs: [p(`${two} here`)],
        },
      ],
    });
    expect(await read()).toMatchObject({ revision: 2, draft: { title: 'Boats' } });
  });

  it.each(['mine', 'theirs', 'both'])(
    'keeps the losing side in a version when %s is chosen',
    async (choice) => {
      const base = doc(one, two);
      const [mine, theirs] = [doc(`${one} too`, `${two} there`), doc(one, `${two} here`)];
      const { ada, bea, save, versions, valuesOf } = await storyWith({ body: base });
      await save(ada, { body: theirs }, { base: { body: base } });
      const resolve = { 'body:1': choice };

      const { body } = await save(
        bea,
        { body: mine },
        { base: { body: base }, resolve },
        { 'If-Match': '"2"' },
      );

      const result = {
        mine: doc(`${one} too`, `${two} there`),
        theirs: doc(`${one} too`, `${two} here`),
        both: doc(`${one} too`, `${two} here`, `${two} there`),
      }[choice];
      expect(body.draft).toEqual({ body: result });
      const kept = conflictsIn(await versions());
      expect(body.meta.kept_versions ?? []).toEqual(idsOf(kept));
      const values = await Promise.all(kept.map(({ id }) => valuesOf(id)));
      expect(values).toEqual(choice === 'both' ? [] : [{ body: choice === 'mine' ? theirs : mine }]);
    },
  );

  it('keeps the revision and stores a version if every choice is theirs', async () => {
    const { ada, bea, save, read, versions, valuesOf } = await storyWith({ title: 'Kites' });
    await save(ada, { title: 'Boats' }, { base: { title: 'Kites' } });
    const { body } = await save(bea, { title: 'Balloons' }, { base: { title: 'Kites' }, resolve: 'theirs' });
    expect(body).toMatchObject({ revision: 2, draft: { title: 'Boats' } });
    expect(await valuesOf(body.meta.kept_versions[0])).toEqual({ title: 'Balloons' });

    for (const note of ['a', 'b'])
      await save(bea, { note }, { base: { note: (await read()).draft.note ?? null } });
    const kept = conflictsIn(await versions());
    expect(kept).toHaveLength(1);
    expect(await valuesOf(idsOf(kept)[0] ?? '')).toEqual({ title: 'Balloons' });
  });

  it('asks for conflicts that the choices omit', async () => {
    const { ada, bea, save } = await storyWith({ title: 'Kites', note: 'Wind' });
    const base = { title: 'Kites', note: 'Wind' };
    await save(ada, { title: 'Boats', note: 'Sea' }, { base });
    const answer = await save(bea, { title: 'Balloons', note: 'Air' }, { base, resolve: { title: 'mine' } });
    expect(idsOf(answer.body.error.conflicts)).toEqual(['note']);
  });

  it('makes 51 conflicts of a text one conflict', async () => {
    const text = (word: string) =>
      doc(...Array.from({ length: 51 }, (_, i) => `paragraph ${i} is about ${word}`));
    const { ada, bea, save } = await storyWith({ body: text('kites') });
    await save(ada, { body: text('boats') }, { base: { body: text('kites') } });
    const answer = await save(bea, { body: text('balloons') }, { base: { body: text('kites') } });
    expect(answer.body.error.conflicts).toEqual([
      { id: 'body', field: 'body', base: text('kites'), mine: text('balloons'), theirs: text('boats') },
    ]);
  });

  it('still checks If-Match', async () => {
    const { ada, bea, save } = await storyWith({ title: 'Kites' });
    await save(ada, { note: 'Wind' }, { base: { note: null } });
    const late = await save(bea, { title: 'Boats' }, { base: { title: 'Kites' } }, { 'If-Match': '"1"' });
    expect(late.body.error.code).toBe('revision_conflict');
  });

  it.each<[string, object, object, string]>([
    ['a base without a field', { title: 'A' }, { base: {} }, 'merge.base.title'],
    ['a base of another form', { title: 'A' }, { base: { title: 7 } }, 'merge.base.title'],
    [
      'a base that is no document',
      { body: doc('a') },
      { base: { body: { version: 2, content: 3 } } },
      'merge.base.body',
    ],
    ['both versions of a title', { title: 'A' }, { base: { title: 'B' }, resolve: 'both' }, 'merge.resolve'],
    [
      'both versions by id',
      { title: 'A' },
      { base: { title: 'B' }, resolve: { title: 'both' } },
      'merge.resolve',
    ],
    ['an unknown choice', { title: 'A' }, { base: { title: 'B' }, resolve: 'yours' }, 'merge.resolve'],
  ])('rejects %s', async (_name, values, merge, param) => {
    const { ada, save, read } = await storyWith({ title: 'Kites', body: doc('b') });
    const { status, body } = await save(ada, values, merge);
    expect([status, body.error.code]).toEqual([400, 'invalid_field_value']);
    expect(body.error.param).toMatch(new RegExp(`^${param}`));
    expect((await read()).revision).toBe(1);
  });
});

it('merges a singleton, also in its first save', async () => {
  const { project, ada, bea } = await twoEditors();
  await defineType(project, 'about', { title: 'string' }, { kind: 'singleton' });
  const save = (send: Send, title: string, base: string | null, more = {}) =>
    send('PATCH', '/content/about/singleton', {
      values: { title },
      merge: { base: { title: base }, ...more },
    });
  expect((await save(ada, 'One', null)).body).toMatchObject({ revision: 1, draft: { title: 'One' } });
  expect((await save(bea, 'Two', null)).body.error.code).toBe('edit_conflict');
  const { body } = await save(bea, 'Two', null, { resolve: 'mine' });
  expect(body).toMatchObject({
    draft: { title: 'Two' },
    meta: { kept_versions: [expect.stringMatching(/^rev_/)] },
  });
});

describe('blocks that are sent by id', () => {
  async function page() {
    const editors = await twoEditors();
    await defineLandingPage(editors.project);
    const { body } = await editors.ada('POST', '/content/page/entries', {
      values: { sections: [hero('Kites', { text: doc(one, two) }), hero('Boats')] },
    });
    const [kites, boats] = body.draft.sections;
    const save = (send: Send, sections: unknown, base: unknown, more = {}) =>
      send('PATCH', `/content/page/entries/${body.id}`, {
        values: { sections },
        merge: { base: { sections: base }, ...more },
      });
    return { ...editors, kites: kites.id as string, boats: boats.id as string, save };
  }

  it('are merged value by value and text by node', async () => {
    const { ada, bea, kites, boats, save } = await page();
    await save(ada, { [kites]: { text: doc(`${one} too`, two) } }, { [kites]: { text: doc(one, two) } });
    const { body } = await save(
      bea,
      { [kites]: { text: doc(one, `${two} too`) }, [boats]: { title: 'Ships' } },
      { [kites]: { text: doc(one, two) }, [boats]: { title: 'Boats' } },
    );
    const [first, second] = body.draft.sections;
    expect(first.values).toMatchObject({ title: 'Kites', text: doc(`${one} too`, `${two} too`) });
    expect(second.values).toMatchObject({ title: 'Ships' });
    expect(body.meta.merged).toEqual([`sections.${kites}.text`]);
  });

  it('have conflicts with the id of the block', async () => {
    const { ada, bea, boats, save } = await page();
    await save(ada, { [boats]: { title: 'Ships' } }, { [boats]: { title: 'Boats' } });
    const [sections, base] = [{ [boats]: { title: 'Ferries' } }, { [boats]: { title: 'Boats' } }];
    const { body } = await save(bea, sections, base);
    expect(body.error.conflicts).toEqual([
      {
        id: `sections/${boats}/title`,
        field: 'title',
        block_id: boats,
        base: 'Boats',
        mine: 'Ferries',
        theirs: 'Ships',
      },
    ]);
    const kept = await save(bea, sections, base, { resolve: { [`sections/${boats}/title`]: 'theirs' } });
    expect(kept.body.draft.sections[1].values.title).toBe('Ships');
    expect(kept.body.meta.kept_versions).toHaveLength(1);
  });

  it('conflict if one side removes a block that the other changed', async () => {
    const { ada, bea, boats, save } = await page();
    await save(ada, { [boats]: { title: 'Ships' } }, { [boats]: { title: 'Boats' } });
    const { body } = await save(bea, { [boats]: null }, { [boats]: { title: 'Boats' } });
    expect(body.error.conflicts).toMatchObject([{ block_id: boats, mine: null, theirs: { title: 'Ships' } }]);
    const removed = await save(bea, { [boats]: null }, { [boats]: { title: 'Boats' } }, { resolve: 'mine' });
    expect(removed.body.draft.sections).toHaveLength(1);
  });

  it('are one value if the list is sent whole', async () => {
    const { ada, bea, kites, boats, save } = await page();
    expect((await save(ada, [boats, kites], [kites, boats])).status).toBe(200);
    const { body } = await save(bea, [kites], [kites, boats]);
    expect(body.error.conflicts).toMatchObject([{ id: 'sections', field: 'sections' }]);
    expect(
      (await save(bea, [kites], [kites, boats], { resolve: 'theirs' })).body.draft.sections,
    ).toHaveLength(2);
  });
});

describe.each(['blog', 'kb'])('an article of %s', (module) => {
  async function article() {
    const editors = await twoEditors();
    const { project, ada } = editors;
    const container =
      module === 'blog'
        ? {}
        : { collection: (await project.secret.post('/v1/kb/collections', { title: 'All' })).body.id };
    const { body } = await ada('POST', `/${module}/articles`, {
      title: 'Kites',
      body: doc(one, two),
      ...container,
    });
    const path = `/${module}/articles/${body.id}`;
    return { ...editors, path, id: body.id as string, container };
  }

  it('merges its body and counts the words again', async () => {
    const { ada, bea, path } = await article();
    const base = { body: doc(one, two) };
    await ada('PATCH', path, { body: doc(`${one} too`, two), merge: { base } });
    const { body } = await bea('PATCH', path, { body: doc(one, `${two} too`), merge: { base } });
    expect(body).toMatchObject({
      draft: { body: doc(`${one} too`, `${two} too`) },
      word_count: 14,
      meta: { merged: ['body'] },
    });
  });

  it('resolves conflicts and keeps the losing side', async () => {
    const { ada, bea, path, id, container } = await article();
    const base = { title: 'Kites', seo: { title: '' }, ...container };
    await ada('PATCH', path, { title: 'Boats', seo: { title: 'Sea' } });
    const values = { title: 'Balloons', seo: { title: 'Air' }, ...container };
    const { body } = await bea('PATCH', path, { ...values, merge: { base } });
    expect(idsOf(body.error.conflicts)).toEqual(['title', 'seo.title']);
    const resolve = { title: 'theirs', 'seo.title': 'mine' };
    const saved = await bea('PATCH', path, { ...values, merge: { base, resolve } }, { 'If-Match': '"2"' });
    expect(saved.body.draft).toMatchObject({ title: 'Boats', seo: { title: 'Air' } });
    const [mine, theirs] = saved.body.meta.kept_versions;
    const valuesOf = async (version: string) => (await ada('GET', `/versions/${id}/${version}`)).body.values;
    expect(await valuesOf(mine)).toMatchObject({ title: 'Balloons', seo: { title: 'Air' } });
    expect(await valuesOf(theirs)).toMatchObject({ title: 'Boats', seo: { title: 'Sea' } });
  });

  it('rejects a base without a field', async () => {
    const { ada, path } = await article();
    const { body } = await ada('PATCH', path, {
      title: 'A',
      excerpt: 'B',
      merge: { base: { title: 'Kites' } },
    });
    expect(body.error).toMatchObject({ code: 'invalid_field_value', param: 'merge.base.excerpt' });
  });
});
