import { clearRemoved } from '../../../support/content/removed-fields.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createEntry,
  dayMs,
  defineType,
  expectDone,
  inMs,
  pluck,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
const rows = databaseOf(service.app.system).collection('entries');
let project: TestProject;

const title = { key: 'title', type: 'string' };
const note = { key: 'note', type: 'string' };
const tone = (...choices: string[]) => ({ key: 'tone', type: 'select', options: { choices } });
const lists = (key: string, blocks: string[], more: object = {}) => ({
  key,
  type: 'blocks',
  options: { blocks, ...more },
});
const part = (more: object = {}) => ({
  block: 'part',
  values: { title: 'A', note: 'kept', tone: 'dark', ...more },
});
const group = (...items: unknown[]) => ({ block: 'group', values: { items } });

const put = (slug: string, fields: object[], query = '') =>
  project.secret.put(`/v1/schema/blocks/${slug}${query}`, { fields });
const putPage = (fields: object[], query = '') =>
  project.secret.put(`/v1/schema/content-types/page${query}`, { fields });
const page = (blocks: string[], more: object = {}) => [title, lists('sections', blocks, more)];

beforeEach(async () => {
  project = await service.newProject();
  expectDone(await put('part', [title, note, tone('dark', 'light')]));
  expectDone(await put('group', [title]));
  expectDone(await put('group', [lists('items', ['part', 'group'])]));
  await defineType(project, 'page', page(['part', 'group']));
});

/** Where a block can be whose definition changes: the release as a query, and the lists that hold it. */
interface Placed {
  query: string;
  sections: unknown[];
}

/** Puts one part where only that place holds it. */
const places: Record<string, () => Promise<Placed>> = {
  'a draft': async () => {
    const { values } = await createEntry(project, 'page', { sections: [part()] });
    return { query: '', sections: values.sections };
  },
  'what is live': async () => {
    const id = await publishEntry(project, 'page', { sections: [part()] });
    const owner = await signedIn(service, project.id, 'owner');
    await owner.send('PATCH', `/projects/${project.id}/content/page/entries/${id}`, {
      values: { sections: [] },
    });
    return { query: '', sections: [part()] };
  },
  'a scheduled change': async () => {
    const id = await publishEntry(project, 'page', { title: 'Now' });
    const owner = await signedIn(service, project.id, 'owner');
    const change = { values: { sections: [part()] }, publish_at: inMs(dayMs) };
    expectDone(await project.secret.patch(`/v1/content/page/${id}`, change));
    await owner.send('PATCH', `/projects/${project.id}/content/page/entries/${id}`, {
      values: { sections: null },
    });
    return { query: '', sections: [part()] };
  },
  'the third level': async () => {
    const sections = [group(group(part()))];
    await publishEntry(project, 'page', { sections });
    return { query: '', sections };
  },
  'another release': async () => {
    const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Spring' }));
    const query = `?release=${id}`;
    expectDone(
      await project.secret.post(`/v1/content/page/entries${query}`, { values: { sections: [part()] } }),
    );
    return { query, sections: [part()] };
  },
};

/** Whether any snapshot of any entry of the project has this text. */
async function isStored(text: string): Promise<boolean> {
  const all = await rows.find({ project_id: project.id }).toArray();
  return all.some(({ draft, live, pending }) => JSON.stringify([draft, live, pending]).includes(text));
}

describe.each(Object.entries(places))('a block in %s', (_place, make) => {
  it('keeps its choices and its lists, and loses what its definition lost', async () => {
    const { query, sections } = await make();
    const isNested = JSON.stringify(sections).includes('group');

    expect(refusal(await put('part', [title, note, tone('light')], query))).toEqual([
      409,
      'choice_in_use',
      'fields[2].options.choices',
    ]);
    const taken = isNested
      ? await put('group', [lists('items', ['group'])], query)
      : await putPage(page(['group']), query);
    expect(refusal(taken).slice(0, 2)).toEqual([409, 'block_in_use']);
    if (query !== '') {
      // The default release has no such block, and goes its own way.
      expectDone(await put('part', [title, tone('light')]));
      expectDone(await putPage(page(['group'])));
    }

    expect(await isStored('kept')).toBe(true);
    expectDone(await put('part', [title, tone('dark')], query));

    expect(await isStored('kept')).toBe(true);
    await clearRemoved(service, project.id);
    expect(await isStored('kept')).toBe(false);
    const number = [title, tone('dark'), { key: 'note', type: 'number' }];
    await expect.poll(async () => (await put('part', number, query)).status).toBe(200);
    expect(await isStored('dark')).toBe(true);
    expect(
      refusal(await put('part', [title, { key: 'tone', type: 'text' }, number[2] ?? {}], query)),
    ).toEqual([409, 'field_type_immutable', 'fields[1].type']);
  });
});

describe('a definition that changes', () => {
  const read = async (id: string) =>
    expectDone(await project.publishable.get(`/v1/content/page/${id}`)).values.sections as {
      id: string;
      values: Record<string, unknown>;
    }[];

  it('asks for a field that was added as required when the block is sent or published, and serves null until then', async () => {
    const id = await publishEntry(project, 'page', { sections: [part()] });
    const [block] = await read(id);
    const lead = { key: 'lead', type: 'string', options: { required: true } };
    expectDone(await put('part', [title, note, tone('dark'), lead]));
    const patch = (body: object) => project.secret.patch(`/v1/content/page/${id}`, body);
    const at = `sections.${block?.id}.lead`;

    expect((await read(id))[0]?.values).toMatchObject({ title: 'A', lead: null });
    expectDone(await patch({ values: { sections: { [block?.id ?? '']: { title: 'B' } } } }));
    expectDone(await patch({ values: { sections: [block?.id] } }));
    expect(refusal(await patch({ values: { sections: { [block?.id ?? '']: { lead: null } } } }))).toEqual([
      400,
      'missing_required_field',
      at,
    ]);
    expect(refusal(await patch({ values: { sections: [block?.id, part()] } }))).toEqual([
      400,
      'missing_required_field',
      'sections[1].values.lead',
    ]);
    expect(refusal(await patch({ publish: true })).slice(0, 2)).toEqual([400, 'missing_required_field']);
    expectDone(await patch({ values: { sections: { [block?.id ?? '']: { lead: 'L' } } }, publish: true }));
  });

  it('has another label, order, help and bounds at once, and leaves older values', async () => {
    const id = await publishEntry(project, 'page', { sections: [part()] });
    const bounded = { ...title, label: 'Head', options: { help: 'Short', max_length: 1, min_length: 1 } };
    expectDone(await put('part', [tone('dark'), { ...note, options: { max_length: 2 } }, bounded]));

    const [block] = await read(id);

    expect(Object.keys(block?.values ?? {})).toEqual(['tone', 'note', 'title']);
    expect(block?.values).toEqual({ tone: 'dark', note: 'kept', title: 'A' });
    const longer = await project.secret.patch(`/v1/content/page/${id}`, {
      values: { sections: { [block?.id ?? '']: { note: 'longer' } } },
    });
    expect(refusal(longer)).toEqual([400, 'invalid_field_value', `sections.${block?.id}.note`]);
  });

  it('leads elsewhere: values that do not fit its target any more read null', async () => {
    await defineType(project, 'maker', { name: 'string' });
    await defineType(project, 'place', { name: 'string' });
    const maker = await publishEntry(project, 'maker', { name: 'Ada' });
    const author = expectDone(await project.secret.post('/v1/authors', { name: 'Bo' })).id;
    const linked = (type: string, target: string) => [
      { key: 'to', type: 'reference', options: { content_type: type } },
      { key: 'all', type: 'reference_list', options: { content_type: type } },
      { key: 'by', type: 'link', options: { target } },
    ];
    expectDone(await put('link', linked('maker', 'author')));
    await defineType(project, 'page', page(['part', 'group', 'link']));
    const id = await publishEntry(project, 'page', {
      sections: [{ block: 'link', values: { to: maker, all: [maker], by: author } }],
    });
    expect((await read(id))[0]?.values).toMatchObject({
      to: { id: maker },
      all: [{ id: maker }],
      by: { id: author },
    });

    expectDone(await put('link', linked('place', 'blog_article')));

    expect((await read(id))[0]?.values).toEqual({ to: null, all: [null], by: null });
  });

  it('has tighter bounds: older lists are served, and held to them when their members change', async () => {
    const id = await publishEntry(project, 'page', { sections: [part(), part(), group(part(), part())] });
    const [first, second, third] = await read(id);
    await defineType(project, 'page', page(['part', 'group'], { max_items: 2 }));
    expectDone(await put('group', [lists('items', ['part', 'group'], { max_of: { part: 1 } })]));
    const patch = (body: object) => project.secret.patch(`/v1/content/page/${id}`, body);

    expect(await read(id)).toHaveLength(3);
    expectDone(await patch({ values: { sections: { [first?.id ?? '']: { title: 'B' } } } }));
    expectDone(await patch({ values: { sections: [third?.id, first?.id, second?.id] } })); // the same members
    const grown = await patch({ values: { sections: [first?.id, second?.id, third?.id, part()] } });
    expect(refusal(grown)).toEqual([400, 'invalid_field_value', 'sections']);
    const published = await patch({ publish: true });
    expect(published.body.error.code).toBe('invalid_field_value');
    expect(pluck(published.body.error.errors, 'param')).toEqual(['sections', `sections.${third?.id}.items`]);
    expectDone(await patch({ values: { sections: [first?.id, second?.id] }, publish: true }));
  });
});

describe('a field of a definition that comes back', () => {
  it('has all its values or none, whenever it does, and a list none that its new definition does not take', async () => {
    for (let n = 0; n < 45; n += 1)
      await publishEntry(project, 'page', { sections: [part(), group(part())] });
    const whole = [title, note, tone('dark', 'light')];
    expectDone(await put('part', [title, tone('dark', 'light')]));
    expectDone(await put('part', whole));
    expectDone(await put('group', []));
    expectDone(await put('group', [lists('items', ['group'])]));

    const { data } = expectDone(await project.publishable.get('/v1/content/page?limit=100'));

    const values = (data as { values: { sections: { values: Record<string, unknown> }[] } }[]).map(
      ({ values }) => values.sections,
    );
    expect(new Set(values.map(([one]) => one?.values['note'])).size).toBe(1);
    expect(new Set(values.map(([, two]) => JSON.stringify(two?.values['items'])))).toEqual(new Set(['null']));
  });
});
