import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../../src/contract/time.ts';
import { createEntry, defineType, expectDone, inMs, pluck, publishEntry } from '../../../support/content.ts';
import { multiplyEntry } from '../../../support/many-entries.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const field = (key: string, type = 'string', options: object = {}) => ({ key, type, options });
const typePath = '/v1/schema/content-types/story';

const putType = (project: TestProject, fields: object[], query = '') =>
  project.secret.put(`${typePath}${query}`, { fields }).then(expectDone);

describe('a definition without a field that entries have values of', () => {
  it('is stored with a warning that names the field and counts its entries, as a trial says before', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('body', 'text'), field('tag'), field('unused')]);
    await publishEntry(project, 'story', { title: 'A', body: 'Live', tag: '' });
    await createEntry(project, 'story', { title: 'B', body: 'Draft' });
    await createEntry(project, 'story', { title: 'C' });
    const changed = await publishEntry(project, 'story', { title: 'D' });
    const scheduled = { values: { body: 'Later' }, publish_at: inMs(60_000) };
    expectDone(await project.secret.patch(`/v1/content/story/${changed}`, scheduled));

    const trial = await putType(project, [field('title')], '?dry_run=true');
    const written = await putType(project, [field('title')]);

    const until = written.meta.warnings[0].kept_until as string;
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(7 * dayMs - 60_000);
    expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(7 * dayMs);
    const warning = { code: 'field_removed', param: 'fields', field: 'body', entries: 3, live: 1 };
    const wouldBe =
      'The field "body" would be removed. 3 entries have a value. You can restore the values for 7 days.';
    expect(trial.meta).toEqual({
      warnings: [{ ...warning, kept_until: expect.stringMatching(/Z$/) as string, message: wouldBe }],
      dry_run: true,
    });
    const message = `The field "body" was removed. 3 entries had a value. To restore the values, add the field again before ${until.slice(0, 10)}.`;
    expect(written.meta).toEqual({ warnings: [{ ...warning, kept_until: until, message }] });
  });

  it('changes nothing in a trial', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('body')]);
    const id = await publishEntry(project, 'story', { title: 'A', body: 'B' });

    await putType(project, [field('title')], '?dry_run=true');

    expect((await project.secret.get(`/v1/content/story/${id}`)).body.values.body).toBe('B');
  });

  it('has no warning where no entry has a value, and none where no field is removed', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('body')]);
    const id = await publishEntry(project, 'story', { title: 'A', body: 'B' });
    expectDone(await project.secret.patch(`/v1/content/story/${id}`, { values: { body: null } }));

    expect(await putType(project, [field('title'), field('extra')])).not.toHaveProperty('meta');
    expect(await putType(project, [field('extra'), field('title')])).not.toHaveProperty('meta');
  });

  it('warns of each field in the previous order, with a renamed key among them', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('b'), field('a')]);
    await publishEntry(project, 'story', { title: 'A', a: '1', b: '2' });

    const { meta } = await putType(project, [field('title'), field('c')]);

    expect(pluck(meta.warnings, 'field')).toEqual(['b', 'a']);
  });

  it('counts in the release that is written', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('body')]);
    await publishEntry(project, 'story', { title: 'A', body: 'B' });
    const release = expectDone(await project.secret.post('/v1/releases', { name: 'Next' }));
    await expect
      .poll(async () => (await project.secret.get(`/v1/releases/${release.id}`)).body.status)
      .not.toBe('cloning');
    expectDone(
      await project.secret.post(`/v1/content/story/entries?release=${release.id}`, {
        values: { title: 'C', body: 'D' },
      }),
    );

    const { meta } = await putType(project, [field('title')], `?release=${release.id}`);

    expect(meta.warnings).toMatchObject([{ field: 'body', entries: 2, live: 1 }]);
  });

  it('counts to 10,000 and says of each field whether there are more', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('body'), field('note')]);
    const id = await publishEntry(project, 'story', { title: 'A', body: 'B' });
    await multiplyEntry(service.app, id, 9_999);
    await createEntry(project, 'story', { title: 'C', note: 'D' });

    const exact = await putType(project, [field('title')], '?dry_run=true');
    await createEntry(project, 'story', { title: 'E', body: 'F' });
    const capped = await putType(project, [field('title')], '?dry_run=true');

    expect(exact.meta.warnings).toMatchObject([{ entries: 10_000 }, { entries: 1 }]);
    expect(exact.meta.warnings[0]).not.toHaveProperty('entries_is_capped');
    expect(capped.meta.warnings).toMatchObject([
      {
        ...{ field: 'body', entries: 10_000, live: 10_000, entries_is_capped: true },
        message:
          'The field "body" would be removed. At least 10000 entries have a value. You can restore the values for 7 days.',
      },
      { field: 'note', entries: 1 },
    ]);
    expect(capped.meta.warnings[1]).not.toHaveProperty('entries_is_capped');
  });

  it('counts 2,500 entries', async () => {
    const project = await service.newProject();
    await putType(project, [field('title'), field('body')]);
    const id = await publishEntry(project, 'story', { title: 'A', body: 'B' });
    await multiplyEntry(service.app, id, 2_499);

    const { meta } = await putType(project, [field('title')], '?dry_run=true');

    expect(meta.warnings).toMatchObject([{ field: 'body', entries: 2_500, live: 2_500 }]);
  });
});

describe('a block definition without a field that blocks have values of', () => {
  const putBlock = (project: TestProject, fields: object[], query = '') =>
    project.secret.put(`/v1/schema/blocks/note${query}`, { fields }).then(expectDone);

  it('is stored with a warning that counts the entries with such a block, at any depth', async () => {
    const project = await service.newProject();
    await putBlock(project, [field('title'), field('text')]);
    await putBlock(project, [field('title'), field('text'), field('items', 'blocks', { blocks: ['note'] })]);
    await defineType(project, 'page', [{ key: 'list', type: 'blocks', options: { blocks: ['note'] } }]);
    const note = (values: object) => ({ block: 'note', values });
    await publishEntry(project, 'page', { list: [note({ text: 'A' }), note({ text: 'B' })] });
    await createEntry(project, 'page', { list: [note({ items: [note({ text: 'Inside' })] })] });
    await createEntry(project, 'page', { list: [note({ title: 'Only' })] });
    const remaining = [field('title'), field('items', 'blocks', { blocks: ['note'] })];

    const trial = await putBlock(project, remaining, '?dry_run=true');
    const written = await putBlock(project, remaining);

    const warning = { code: 'field_removed', param: 'fields', field: 'text', entries: 2, live: 1 };
    expect(trial.meta.warnings).toMatchObject([warning]);
    const { kept_until: until } = written.meta.warnings[0];
    const message = `The field "text" was removed. 2 entries had a value. To restore the values, add the field again before ${String(until).slice(0, 10)}.`;
    expect(written.meta).toEqual({ warnings: [{ ...warning, kept_until: until, message }] });
  });
});

describe('remove_fields', () => {
  it.each([
    ['a type', typePath],
    ['a block', '/v1/schema/blocks/part'],
  ])('lists every field that a change of %s may remove', async (_, path) => {
    const project = await service.newProject();
    const put = (fields: object[], query = '') => project.secret.put(`${path}${query}`, { fields });
    const all = [field('title'), field('teaser'), field('body')];
    expectDone(await put(all, '?remove_fields='));
    if (path === typePath) await publishEntry(project, 'story', { title: 'A', teaser: 'B' });

    for (const query of ['?remove_fields=', '?remove_fields=title', '?remove_fields=&dry_run=true']) {
      const rejected = await put([field('title')], query);
      expect([rejected.status, rejected.body.error.code, rejected.body.error.param]).toEqual([
        409,
        'fields_would_be_removed',
        'remove_fields',
      ]);
      const uses = path === typePath ? { entries: 1, live: 1 } : { entries: 0, live: 0 };
      expect(rejected.body.error.fields).toEqual([
        { field: 'teaser', ...uses },
        { field: 'body', entries: 0, live: 0 },
      ]);
      expect(rejected.body.error.message).toContain('"teaser" and "body"');
    }
    expect(
      (await put([field('title'), field('body')], '?remove_fields=body')).body.error.fields,
    ).toHaveLength(1);
    expect(expectDone(await project.secret.get(path)).fields).toHaveLength(3);

    const query = '?remove_fields=teaser,%20body,unknown';
    expectDone(await put([field('title')], query));
    expectDone(await put([field('title')], query));
    expect(expectDone(await put([])).fields).toEqual([]);
  });
});
