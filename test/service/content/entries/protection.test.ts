import { describe, expect, it } from 'vitest';
import { createEntry, defineType, pluck, publishEntry, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService();
const at = (id: string) => `/v1/content/page/${id}`;

async function newPages(): Promise<TestProject> {
  const project = await service.newProject();
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'parent', type: 'reference', options: { content_type: 'page' } },
    { key: 'others', type: 'reference_list', options: { content_type: 'page' } },
    { key: 'body', type: 'richtext' },
  ]);
  return project;
}

describe('GET /v1/content/{type}/{entryId}/referenced-by', () => {
  it('lists every field that points at the entry, drafts and rich text included', async () => {
    const project = await newPages();
    const target = await publishEntry(project, 'page', { title: 'Target' });
    const live = await publishEntry(project, 'page', { title: 'Live', parent: target, others: [target] });
    const link = { type: 'link', attrs: { ref: { type: 'entry', id: target } } };
    const text = { type: 'paragraph', content: [{ type: 'text', text: 'there', marks: [link] }] };
    const draft = await createEntry(project, 'page', { title: 'Draft', body: { content: [text] } });

    const answer = await project.secret.get(`${at(target)}/referenced-by`);

    const place = (id: string, title: string, rest: object) => ({
      type: 'entry',
      id,
      slug: null,
      title,
      url: at(id),
      content_type: 'page',
      ...rest,
    });
    expect(answer.body).toEqual({
      data: [
        place(live, 'Live', { field: 'parent', live: true }),
        place(live, 'Live', { field: 'others', live: true }),
        place(draft.id, 'Draft', { field: 'body', live: false }),
      ],
      meta: { limit: 20, has_more: false, next_cursor: null, next_offset: null },
    });
  });

  it('pages by cursor through places, however many an entry has', async () => {
    const project = await newPages();
    const target = await publishEntry(project, 'page', { title: 'Target' });
    const ids = await Promise.all(
      [1, 2, 3].map(() => publishEntry(project, 'page', { parent: target, others: [target] })),
    );
    const path = `${at(target)}/referenced-by`;

    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { data, meta } = (await project.secret.get(`${path}?limit=2${next}`)).body;
      expect(data.length).toBe(2);
      const fields = pluck(data, 'field');
      seen.push(...pluck(data, 'id').map((id, i) => `${String(id)} ${String(fields[i])}`));
      cursor = meta.next_cursor;
    } while (cursor !== null);

    expect(seen).toEqual([...ids].sort().flatMap((id) => [`${id} parent`, `${id} others`]));
  });

  it('knows a link that only the draft or only the live version has', async () => {
    const project = await newPages();
    const [old, fresh] = [await publishEntry(project, 'page', {}), await publishEntry(project, 'page', {})];
    const id = await publishEntry(project, 'page', { parent: old });
    const entries = databaseOf(service.app.system).collection('entries');
    const asDrafted = { 'draft.parent': fresh, refs: [old, fresh] }; // as the dashboard saves a draft
    await entries.updateOne({ project_id: project.id, id }, { $set: asDrafted });

    const places = async (target: string) =>
      pluck((await project.secret.get(`${at(target)}/referenced-by`)).body.data, 'live');

    expect([await places(old), await places(fresh)]).toEqual([[true], [false]]);
  });

  it('refuses a cursor of another entry, and limits out of range', async () => {
    const project = await newPages();
    const [a, b] = [await publishEntry(project, 'page', {}), await publishEntry(project, 'page', {})];
    for (const target of [a, b])
      for (let i = 0; i < 2; i += 1) await publishEntry(project, 'page', { parent: target });
    const { meta } = (await project.secret.get(`${at(a)}/referenced-by?limit=1`)).body;

    const foreign = await project.secret.get(`${at(b)}/referenced-by?limit=1&cursor=${meta.next_cursor}`);
    expect(refusal(foreign)).toEqual([400, 'invalid_cursor', 'cursor']);
    for (const limit of ['0', '101', 'x'])
      expect(refusal(await project.secret.get(`${at(a)}/referenced-by?limit=${limit}`))).toEqual([
        400,
        'invalid_limit',
        'limit',
      ]);
  });

  it('needs a secret key and an entry that exists', async () => {
    const project = await newPages();
    const id = await publishEntry(project, 'page', {});

    expect(refusal(await project.publishable.get(`${at(id)}/referenced-by`))).toEqual([
      403,
      'secret_key_required',
      undefined,
    ]);
    expect(refusal(await project.secret.get(`${at(`ent_${'0'.repeat(26)}`)}/referenced-by`))).toEqual([
      404,
      'unknown_entry',
      'entryId',
    ]);
  });
});

describe('DELETE of an entry that something links to', () => {
  it('is entry_referenced with the first 20 places, until those links are gone', async () => {
    const project = await newPages();
    const target = await publishEntry(project, 'page', { title: 'Target' });
    const ids = await Promise.all(
      Array.from({ length: 11 }, () => publishEntry(project, 'page', { parent: target, others: [target] })),
    );

    const answer = await project.secret.delete(at(target));

    expect(refusal(answer)).toEqual([409, 'entry_referenced', undefined]);
    const { referenced_by: places } = answer.body.error;
    expect(places).toHaveLength(20);
    expect(places[0]).toMatchObject({ type: 'entry', id: [...ids].sort()[0], field: 'parent', live: true });

    await Promise.all(
      ids.map((id) => project.secret.patch(at(id), { values: { parent: null, others: null } })),
    );
    expect((await project.secret.delete(at(target))).status).toBe(204);
  });

  it('is refused for the link of a draft too', async () => {
    const project = await newPages();
    const target = (await createEntry(project, 'page', {})).id;
    await createEntry(project, 'page', { parent: target });

    expect(refusal(await project.secret.delete(at(target)))).toEqual([409, 'entry_referenced', undefined]);
    expect(refusal(await project.secret.delete(`${at(target)}?dry_run=true`))).toEqual([
      409,
      'entry_referenced',
      undefined,
    ]);
  });

  it('does not count its links to itself', async () => {
    const project = await newPages();
    const id = await publishEntry(project, 'page', {});
    await project.secret.patch(at(id), { values: { parent: id, others: [id] } });

    expect((await project.secret.delete(at(id))).status).toBe(204);
  });

  it('does not count a field that was removed', async () => {
    const project = await newPages();
    const target = await publishEntry(project, 'page', {});
    await publishEntry(project, 'page', { parent: target });
    await defineType(project, 'page', { title: 'string' });

    expect((await project.secret.delete(at(target))).status).toBe(204);
  });

  it('never leaves a link to what was deleted at the same time', async () => {
    const project = await newPages();
    const targets = await Promise.all(Array.from({ length: 5 }, () => publishEntry(project, 'page', {})));

    const answers = await Promise.all(
      targets.flatMap((target) => [
        project.secret.delete(at(target)),
        project.secret.post('/v1/content/page/entries', { values: { parent: target }, publish: true }),
      ]),
    );

    targets.forEach((_target, i) => {
      const [removal, link] = [answers[2 * i]?.status, answers[2 * i + 1]?.status];
      expect([
        [204, 400],
        [409, 201],
      ]).toContainEqual([removal, link]);
    });
  });
});
