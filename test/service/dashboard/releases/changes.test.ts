import { describe, expect, it } from 'vitest';
import type { ListedChange } from '../../../../src/dashboard/releases/schema.ts';
import { defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { personOf, reviewSite } from '../../../support/reviews.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

/** A project with three live notes and a release, with its members. */
async function newSpring() {
  const site = await reviewSite(service);
  const { project, owner } = site;
  await defineType(
    project,
    'note',
    [
      { key: 'title', type: 'string' },
      { key: 'text', type: 'text' },
    ],
    { display_field: 'title' },
  );
  const ids: string[] = [];
  for (const title of ['A', 'B', 'C']) ids.push(await publishEntry(project, 'note', { title, text: 'x' }));
  const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' }));
  const query = `?release=${String(id)}`;
  const path = `/releases/${String(id)}/changes`;
  const changes = async (parameters = '', as = owner) =>
    (await as.does('GET', `${path}${parameters}`)) as {
      data: ListedChange[];
      meta: { limit: number; has_more: boolean; next_cursor: string | null; summary: object };
    };
  return { ...site, id: String(id), ids, query, path, changes };
}

const none = { added: 0, changed: 0, removed: 0, conflicts: 0 };

describe('GET releases/{id}/changes', () => {
  it('lists nothing for an unchanged release', async () => {
    const { changes } = await newSpring();

    expect(await changes()).toEqual({
      data: [],
      meta: {
        ...{ limit: 20, has_more: false, next_cursor: null, next_offset: null },
        revision: expect.any(Number) as number,
        summary: { types: none, entries: none, drafts: none },
      },
    });
  });

  it('lists what was added, changed and removed, newest first, with the person and the fields', async () => {
    const { project, owner, bea, ids, query, changes } = await newSpring();
    const [first = '', second = '', third = ''] = ids;
    await bea.does('PATCH', `/content/note/entries/${first}${query}`, { values: { text: 'y' } });
    const added = expectDone(
      await project.secret.post(`/v1/content/note/entries${query}`, { values: { title: 'D' } }),
    );
    await project.secret.delete(`/v1/content/note/${second}${query}`);
    expectDone(
      await project.secret.patch(`/v1/content/note/${third}`, { values: { title: 'C2' } }), // in the default release
    );
    expectDone(
      await owner.send('PUT', `/v1/schema/content-types/note${query}`, {
        fields: [
          { key: 'title', type: 'string' },
          { key: 'text', type: 'text' },
          { key: 'more', type: 'string' },
        ],
        display_field: 'title',
      }),
    );

    const { data, meta } = await changes();

    const entry = { kind: 'entry', type: 'note', at: expect.any(String) as string };
    expect(data).toEqual([
      expect.objectContaining({ kind: 'type', id: 'note', change: 'changed', fields: ['more'], by: null }),
      {
        ...entry,
        id: second,
        title: 'B',
        change: 'removed',
        fields: [],
        conflict: false,
        readers: 'removed',
        overwrites: false,
        by: null,
        image: null,
      },
      expect.objectContaining({
        ...entry,
        id: added.id,
        title: 'D',
        change: 'added',
        readers: null,
        fields: [],
      }),
      {
        ...entry,
        ...{ id: first, title: 'A', change: 'changed', fields: ['text'], conflict: false, readers: null },
        overwrites: false,
        by: personOf(bea),
        image: null,
      },
      expect.objectContaining({
        id: third,
        title: 'C',
        change: 'changed',
        fields: ['title'],
        conflict: true,
        readers: 'changed',
        overwrites: true,
      }),
    ]);
    expect(meta.summary).toEqual({
      types: { ...none, changed: 1 },
      entries: { ...none, changed: 1, removed: 1, conflicts: 1 },
      drafts: { ...none, added: 1, changed: 1 },
    });
    const conflicts = await changes('?conflict=true&limit=1');
    expect(conflicts.data).toEqual(data.slice(-1));
    expect(conflicts.meta.summary).toEqual(meta.summary);
  });

  it('counts changes and conflicts that readers do not notice apart', async () => {
    const { project, ids, query, changes } = await newSpring();
    const [first = '', second = '', third = ''] = ids;
    const change = async (id: string, parameters: string, values: object) =>
      expectDone(await project.secret.patch(`/v1/content/note/${id}${parameters}`, { values }));
    await change(first, `${query}&draft=true`, { text: 'draft in the release' });
    await change(first, '?draft=true', { text: 'draft in Main' });
    await change(second, query, { text: 'live in the release' });
    await change(second, '?draft=true', { text: 'draft in Main' });
    expectDone(await project.secret.patch(`/v1/content/note/${third}${query}`, { publish: false }));
    const draft = { values: { title: 'D' } };
    expectDone(await project.secret.post(`/v1/content/note/entries${query}`, { ...draft, publish: true }));

    const { data, meta } = await changes();

    const rows = data.map(({ title, change: move, readers, conflict, overwrites }) => ({
      ...{ title, move, readers, conflict, overwrites },
    }));
    const quiet = { conflict: false, overwrites: false };
    expect(rows).toEqual([
      { title: 'D', move: 'added', readers: 'added', ...quiet },
      { title: 'C', move: 'changed', readers: 'removed', ...quiet },
      { title: 'B', move: 'changed', readers: 'changed', conflict: true, overwrites: false },
      { title: 'A', move: 'changed', readers: null, conflict: true, overwrites: false },
    ]);
    expect(meta.summary).toEqual({
      types: none,
      entries: { added: 1, changed: 1, removed: 1, conflicts: 0 },
      drafts: { ...none, changed: 1, conflicts: 2 },
    });
  });

  it('pages through all changes once', async () => {
    const { project, ids, query, changes } = await newSpring();
    for (const id of ids)
      expectDone(await project.secret.patch(`/v1/content/note/${id}${query}`, { values: { text: 'y' } }));
    const listed: string[] = [];
    let parameters = '?limit=2';
    for (;;) {
      const { data, meta } = await changes(parameters);
      listed.push(...data.map(({ id }) => id));
      if (meta.next_cursor === null) break;
      parameters = `?limit=2&cursor=${meta.next_cursor}`;
    }

    expect(listed).toEqual(ids.toReversed());
  });

  it('rejects a cursor of another release, unknown releases and narrowed members', async () => {
    const { project, join, id, ids, query, path, changes, owner } = await newSpring();
    const { id: other } = expectDone(await project.secret.post('/v1/releases', { name: 'Other', from: id }));
    for (const entry of ids)
      expectDone(await project.secret.patch(`/v1/content/note/${entry}${query}`, { values: { text: 'y' } }));
    const { meta } = await changes('?limit=1');
    const blogger = await join('Blo', 'editor', { areas: ['blog'] });
    const codeOf = async (request: string, as = owner) => (await as.send('GET', request)).body.error.code;

    expect(await codeOf(`/releases/${String(other)}/changes?cursor=${String(meta.next_cursor)}`)).toBe(
      'invalid_cursor',
    );
    expect(await codeOf('/releases/rel_nothing/changes')).toBe('unknown_release');
    expect(await codeOf(path, blogger)).toBe('role_required');
    expect(await codeOf(`${path}?limit=101`)).toBe('invalid_limit');
  });
});

describe('GET releases/{id}/promotion', () => {
  it('names who set the date', async () => {
    const { project, owner, bea, id } = await newSpring();
    const promote_at = new Date(Date.now() + 3_600_000).toISOString();
    const read = () => bea.does('GET', `/releases/${id}/promotion`);

    const before = await read();
    await owner.does('PATCH', `/v1/releases/${id}`, { promote_at, if_diverged: 'refuse' });

    expect(before).toEqual({ promote_at: null, if_diverged: null, set_by: null });
    expect(await read()).toEqual({
      ...{ promote_at, if_diverged: 'refuse' },
      set_by: { kind: 'user', ...personOf(owner) },
    });
    expectDone(await project.secret.patch(`/v1/releases/${id}`, { promote_at }));
    expect((await read()).set_by).toMatchObject({ kind: 'key' });
    expect((await bea.send('GET', '/releases/rel_nothing/promotion')).body.error.code).toBe(
      'unknown_release',
    );
  });
});
