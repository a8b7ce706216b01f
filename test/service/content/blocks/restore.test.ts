import { beforeEach, describe, expect, it } from 'vitest';
import { expectDone, publishEntry } from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;
let owner: DashboardClient;
let page: string;

const quote = {
  fields: [
    { key: 'text', type: 'string' },
    { key: 'by', type: 'string' },
  ],
};
const lists = (...blocks: string[]) => [{ key: 'sections', type: 'blocks', options: { blocks } }];

beforeEach(async () => {
  project = await service.newProject();
  owner = await signedIn(service, project.id, 'owner');
  await put('quote', quote);
  await put('divider', { fields: [] });
  await put('group', { fields: lists('quote', 'divider') });
  await putPage(lists('quote', 'divider', 'group'));
  page = await publishEntry(project, 'page', {
    sections: [
      { block: 'quote', values: { text: 'A', by: 'Ada' } },
      { block: 'divider' },
      { block: 'group', values: { sections: [{ block: 'quote', values: { text: 'B', by: 'Bo' } }] } },
    ],
  });
});

const send = (method: string, path: string, body?: unknown) =>
  owner.send(method, `/projects/${project.id}${path}`, body);
const put = (slug: string, body: object) =>
  project.secret.put(`/v1/schema/blocks/${slug}`, body).then(expectDone);
const putPage = (fields: object[]) =>
  project.secret.put('/v1/schema/content-types/page', { fields }).then(expectDone);
const patch = (values: object) =>
  project.secret.patch(`/v1/content/page/${page}`, { values }).then(expectDone);

interface Item {
  id: string;
  block: string;
  values: { text?: string; sections?: Item[] };
}

/** The first version of the page becomes its draft again. */
async function restoreFirst() {
  const { data } = (await send('GET', `/versions/${page}`)).body as { data: { id: string }[] };
  return send('POST', `/versions/${page}/${data.at(-1)?.id}/restore`);
}

async function draft(): Promise<Item[]> {
  const { body } = await send('GET', `/content/page/entries/${page}`);
  return (body as { draft: { sections: Item[] } }).draft.sections;
}

describe('a version that is restored', () => {
  it('comes back whole with the ids that it had, and says nothing', async () => {
    const before = await draft();
    await patch({ sections: [] });

    const { body } = await restoreFirst();

    expect(body.draft.sections).toEqual(before);
    expect(body).not.toHaveProperty('meta');
  });

  it('leaves out fields and blocks that the definitions lost since, at every depth, and names them', async () => {
    const [first, line, outer] = await draft();
    const inner = outer?.values.sections?.[0];
    await patch({ sections: [] });
    await put('quote', { fields: [{ key: 'text', type: 'string' }] });
    await put('group', { fields: lists('quote') });
    await putPage(lists('quote', 'group'));
    expect((await send('DELETE', '/blocks/divider', { confirm: 'divider' })).status).toBe(204);

    const { body } = await restoreFirst();

    expect(body.draft.sections).toEqual([
      { ...first, values: { text: 'A' } },
      { ...outer, values: { sections: [{ ...inner, values: { text: 'B' } }] } },
    ]);
    expect(body.meta.warnings).toMatchObject([
      { code: 'left_out', param: `sections.${first?.id}.by`, block_id: first?.id },
      { code: 'left_out', param: `sections.${line?.id}`, block_id: line?.id },
      { code: 'left_out', param: `sections.${inner?.id}.by`, block_id: inner?.id },
    ]);
  });

  it('leaves out values of another kind', async () => {
    const [first] = await draft();
    await patch({ sections: [] });
    await put('quote', { fields: [{ key: 'text', type: 'string' }] });
    await expect
      .poll(async () => {
        const fields = [
          { key: 'text', type: 'string' },
          { key: 'by', type: 'number' },
        ];
        return (await project.secret.put('/v1/schema/blocks/quote', { fields })).status;
      })
      .toBe(200);

    const { body } = await restoreFirst();

    expect(body.draft.sections[0]).toEqual({ ...first, values: { text: 'A' } });
    expect(body.meta.warnings[0]).toMatchObject({ code: 'left_out', param: `sections.${first?.id}.by` });
  });

  it('gives a block a new id whose id means another block in what is live', async () => {
    const [first, second] = await draft();
    await patch({ sections: [{ id: first?.id, block: 'divider' }] });

    const { body } = await restoreFirst();

    const ids = (body.draft.sections as Item[]).map(({ id }) => id);
    expect(ids[0]).not.toBe(first?.id);
    expect(ids[1]).toBe(second?.id);
    expect(body.live.sections).toEqual([{ id: first?.id, block: 'divider', values: {} }]);
    expect((await send('PATCH', `/v1/content/page/${page}`, { publish: true })).status).toBe(200);
  });

  it('may have more blocks than its list takes today: the next publication asks', async () => {
    await patch({ sections: [] });
    await putPage([
      { key: 'sections', type: 'blocks', options: { blocks: ['quote', 'divider', 'group'], max_items: 2 } },
    ]);

    const { body } = await restoreFirst();
    const published = await project.secret.patch(`/v1/content/page/${page}`, { publish: true });

    expect(body.draft.sections).toHaveLength(3);
    expect(published.body.error).toMatchObject({ code: 'invalid_field_value', param: 'sections' });
  });
});

describe('an entry that comes back from the trash', () => {
  it('is laid through the definitions of today', async () => {
    const [first] = await draft();
    await send('DELETE', `/v1/content/page/${page}`);
    await put('quote', { fields: [{ key: 'text', type: 'string' }] });
    const { data } = (await send('GET', '/trash')).body as { data: { id: string }[] };

    const { body } = await send('POST', '/trash/restore', { ids: data.map(({ id }) => id) });

    expect((await draft())[0]).toEqual({ ...first, values: { text: 'A' } });
    expect(body.warnings).toContainEqual(
      expect.objectContaining({ code: 'left_out', param: `sections.${first?.id}.by`, block_id: first?.id }),
    );
  });
});
