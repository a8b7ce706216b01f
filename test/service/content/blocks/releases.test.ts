import { describe, expect, it } from 'vitest';
import { expectDone, pluck, publishEntry, refusal } from '../../../support/content.ts';
import { startService } from '../../../support/service.ts';
import { defineLandingPage, group, hero } from '../../../support/blocks/landing-page.ts';

const service = await startService();

/** Lists say which release they are of, and whether it is the default one now. */
const withoutRank = (text: string) => text.replace(/"default":(?:true|false)/, '');

describe('a release that is cloned', () => {
  it('has the definitions and the same ids of blocks, and goes its own way', async () => {
    const project = await service.newProject();
    await defineLandingPage(project);
    const page = await publishEntry(project, 'page', { sections: [hero('A'), group(hero('B'))] });
    const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' }));
    const query = `?release=${id}`;
    const read = (suffix = '') => project.publishable.get(`/v1/content/page/${page}${suffix}`);
    const original = (await read()).body;

    expect((await read(query)).body).toEqual(original);
    expectDone(await project.secret.put(`/v1/schema/blocks/divider${query}`, { name: 'Line' }));

    const diff = await project.secret.get(`/v1/releases/${id}/diff`);
    expect(diff.body.blocks.changed).toEqual([{ slug: 'divider', name: 'Line', conflict: false }]);
    expect(diff.body.summary.blocks).toEqual({ added: 0, changed: 1, removed: 0, conflicts: 0 });
    expect((await project.secret.get('/v1/schema/blocks/divider')).body.name).toBe('Divider');
  });

  it('is promoted with its blocks and definitions, and back again, each answer byte for byte', async () => {
    const project = await service.newProject();
    await defineLandingPage(project);
    const maker = await publishEntry(project, 'maker', { name: 'Ada' });
    const sections = [hero('A'), group(group(hero('B', { maker }))), { block: 'divider' }];
    const page = await publishEntry(project, 'page', { title: 'Before', sections });
    const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' }));
    const query = `?release=${id}`;
    const lead = { key: 'lead', type: 'string' };
    expectDone(await project.secret.put(`/v1/schema/blocks/divider${query}`, { fields: [lead] }));
    const [first, second, third] = (await project.publishable.get(`/v1/content/page/${page}`)).body.values
      .sections;
    const values = { sections: [{ id: third.id, values: { lead: 'L' } }, second.id, hero('C')] };
    expectDone(await project.secret.patch(`/v1/content/page/${page}${query}`, { values }));
    const answers = async (release: string) => {
      const paths = [
        `/v1/content/page/${page}`,
        '/v1/content/page?where[sections][contains]=hero',
        '/v1/schema/blocks',
      ];
      const asked = paths.map((path) =>
        project.secret.get(`${path}${path.includes('?') ? '&' : '?'}release=${release}`),
      );
      return (await Promise.all(asked)).map(({ status, text }) => [status, withoutRank(text)]);
    };
    const [old, prepared] = [await answers(project.releaseId), await answers(id)];
    const served = async () => (await project.publishable.get(`/v1/content/page/${page}`)).text;

    const promote = (release: string) => project.secret.post(`/v1/releases/${release}/promote`, {});
    expectDone(await promote(id));

    expect([await answers(project.releaseId), await answers(id)]).toEqual([old, prepared]);
    expect([200, await served()]).toEqual(prepared[0]);
    const { values: promoted } = (await project.publishable.get(`/v1/content/page/${page}`)).body;
    expect(pluck(promoted.sections, 'id').slice(0, 2)).toEqual([third.id, second.id]);
    expectDone(await promote(project.releaseId));
    expect([200, await served()]).toEqual(old[0]);
    expect(await served()).toContain(first.id);
    expect([await answers(project.releaseId), await answers(id)]).toEqual([old, prepared]);
  });

  it('is compared without a word of blocks where neither defines any', async () => {
    const project = await service.newProject();
    const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' }));

    const { body } = await project.secret.get(`/v1/releases/${id}/diff`);

    expect(body).not.toHaveProperty('blocks');
    expect(body.summary).not.toHaveProperty('blocks');
  });
});

describe('what a reference inside a block leads to', () => {
  it('is protected, listed and resolved, and its type cannot be deleted', async () => {
    const project = await service.newProject();
    await defineLandingPage(project);
    const maker = await publishEntry(project, 'maker', { name: 'Ada' });
    const page = await publishEntry(project, 'page', { sections: [group(group(hero('A', { maker })))] });

    const uses = await project.secret.get(`/v1/content/maker/${maker}/referenced-by`);
    const removal = await project.secret.delete(`/v1/content/maker/${maker}`);
    const { body } = await project.publishable.get(`/v1/content/page/${page}`);

    expect(uses.body.data).toMatchObject([
      { id: page, field: 'sections', live: true, blocks: [{ block: 'hero', field: 'maker' }] },
    ]);
    expect(removal.body.error.referenced_by[0].blocks).toEqual(uses.body.data[0].blocks);
    expect(refusal(removal)).toEqual([409, 'entry_referenced', undefined]);
    const [outer] = body.values.sections;
    expect(outer.values.items[0].values.items[0].values.maker).toMatchObject({
      id: maker,
      values: { name: 'Ada' },
    });
  });

  it('stays an id inside an entry that another one refers to', async () => {
    const project = await service.newProject();
    await defineLandingPage(project);
    const maker = await publishEntry(project, 'maker', { name: 'Ada' });
    const page = await publishEntry(project, 'page', { sections: [hero('A', { maker })] });
    const other = await publishEntry(project, 'page', { next: page });

    const { body } = await project.publishable.get(`/v1/content/page/${other}`);

    expect(body.values.next.values.sections[0].values.maker).toBe(maker);
  });

  it('reads null while it is a draft, and the write says where', async () => {
    const project = await service.newProject();
    await defineLandingPage(project);
    const draft = expectDone(
      await project.secret.post('/v1/content/maker/entries', { values: { name: 'secret' } }),
    );
    const written = expectDone(
      await project.secret.post('/v1/content/page/entries', {
        values: { sections: [group(hero('A', { maker: draft.id }))] },
        publish: true,
      }),
    );

    const { body, text } = await project.publishable.get(`/v1/content/page/${written.id}`);

    expect(body.values.sections[0].values.items[0].values.maker).toBeNull();
    expect(text).not.toContain('secret');
    expect(written.meta.warnings).toMatchObject([
      { code: 'reference_unpublished', param: 'sections[0].values.items[0].values.maker' },
    ]);
  });
});
