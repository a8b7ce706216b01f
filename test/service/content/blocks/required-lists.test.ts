import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/contract/ids.ts';
import {
  createEntry,
  dayMs,
  defineType,
  expectDone,
  inMs,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;
let owner: DashboardClient;
let id: string;
let path: string;

const newIds = () => Object.fromEntries([...'ABCDE1234'].map((name) => [name, newId('block', new Date())]));
let ids: Record<string, string>;
/** The id of a block of the page; letters are boxes, which must contain something, and digits are notes. */
const of = (name: string) => ids[name] ?? '';

const box = (name: string, ...items: unknown[]) => ({ id: of(name), block: 'box', values: { items } });
const note = (name: string) => ({ id: of(name), block: 'note', values: {} });
/** `D` is a box at the last level, where its list has to be empty. */
const list = () => [
  box('A', note('1'), box('B', note('2'), { id: of('D'), block: 'box', values: {} })),
  box('C', note('3'), note('4')),
];

beforeEach(async () => {
  ids = newIds();
  project = await service.newProject();
  owner = await signedIn(service, project.id, 'owner');
  const { secret } = project;
  const options = { blocks: ['box', 'note'], required: true };
  expectDone(await secret.put('/v1/schema/blocks/note', { fields: [] }));
  expectDone(await secret.put('/v1/schema/blocks/box', { fields: [] }));
  const items = { key: 'items', type: 'blocks', options };
  expectDone(await secret.put('/v1/schema/blocks/box', { fields: [items] }));
  const fields = [
    { key: 'title', type: 'string' },
    { key: 'list', type: 'blocks', options },
  ];
  await defineType(project, 'page', fields);
  await defineType(project, 'home', fields, { kind: 'singleton' });
  id = await publishEntry(project, 'page', { list: list() });
  path = `/v1/content/page/${id}`;
});

/** What is sent, and the list that it would leave empty. */
const forms: Record<string, () => [sent: unknown, param: string]> = {
  'an empty list': () => [[], 'list'],
  null: () => [null, 'list'],
  'the removal of every block': () => [{ [of('A')]: null, [of('C')]: null }, 'list'],
  'an empty list at level 1, in a list': () => [
    [{ id: of('A'), values: { items: [] } }, of('C')],
    'list[0].values.items',
  ],
  'null at level 1, in a list': () => [
    [of('A'), { id: of('C'), values: { items: null } }],
    'list[1].values.items',
  ],
  'an empty list at level 1, in an object': () => [{ [of('C')]: { items: [] } }, `list.${of('C')}.items`],
  'null at level 2, in an object': () => [{ [of('B')]: { items: null } }, `list.${of('B')}.items`],
  'the removal of every block at level 1': () => [
    { [of('3')]: null, [of('4')]: null },
    `list.${of('C')}.items`,
  ],
  'the removal of every block at level 2': () => [
    { [of('2')]: null, [of('D')]: null },
    `list.${of('B')}.items`,
  ],
  'a move out of level 1': () => [[of('A'), of('C'), of('3'), of('4')], `list.${of('C')}.items`],
  'a move out of level 2': () => [
    [
      { id: of('A'), values: { items: [of('B')] } },
      { id: of('C'), values: { items: [of('2'), { block: 'box', values: { items: [of('D')] } }] } },
    ],
    `list.${of('B')}.items`,
  ],
  'a move of an empty box to a level where it must not be empty': () => [
    [of('A'), of('C'), of('D')],
    `list.${of('D')}.items`,
  ],
  'a new box without its list': () => [[of('A'), of('C'), { block: 'box' }], 'list[2].values.items'],
  'a new box with an empty list': () => [[of('A'), of('C'), box('E')], 'list[2].values.items'],
};

describe('a required list of blocks is not emptied by', () => {
  it.each(Object.entries(forms))('%s', async (_, form) => {
    const [sent, param] = form();
    const before = expectDone(await project.publishable.get(path));

    const answer = await project.secret.patch(path, { values: { list: sent } });

    expect(refusal(answer)).toEqual([400, 'missing_required_field', param]);
    expect(answer.body.error.errors ?? []).toHaveLength(0);
    const scheduled = { values: { list: sent }, publish_at: inMs(dayMs) };
    expect(refusal(await project.secret.patch(path, scheduled)).slice(0, 2)).toEqual([
      400,
      'missing_required_field',
    ]);
    expect(expectDone(await project.publishable.get(path))).toEqual(before);
  });

  it.each(Object.entries(forms))('%s, in an entry that was never live', async (_, form) => {
    const draft = await createEntry(project, 'page', { list: list() });
    const [sent, param] = form();

    const answer = await project.secret.patch(`/v1/content/page/${draft.id}`, { values: { list: sent } });

    expect(refusal(answer)).toEqual([400, 'missing_required_field', param]);
  });

  it.each(Object.entries(forms))('%s, save in a draft, which cannot be published then', async (_, form) => {
    const [sent] = form();
    const screen = `/projects/${project.id}/content/page/entries/${id}`;

    expect((await project.secret.patch(`${path}?draft=true`, { values: { list: sent } })).status).toBe(200);
    expect((await owner.send('PATCH', screen, { values: { title: 'B' } })).status).toBe(200);
    expect((await project.secret.patch(path, { values: { title: 'C' } })).status).toBe(200);
    const published = await project.secret.patch(path, { publish: true });
    expect(refusal(published).slice(0, 2)).toEqual([400, 'missing_required_field']);
  });

  it('a POST, and a PUT or PATCH of a singleton', async () => {
    const values = { list: [] };
    const home = '/v1/content/home';
    const missing = [400, 'missing_required_field', 'list'];
    const posted = await project.secret.post('/v1/content/page/entries', { values });
    expect(refusal(posted)).toEqual(missing);
    expect(refusal(await project.secret.patch(home, { values }))).toEqual(missing);
    expectDone(await project.secret.put(home, { values: { list: list() }, publish: true }));
    expect(refusal(await project.secret.put(home, { values }))).toEqual(missing);
    expect(refusal(await project.secret.patch(home, { values }))).toEqual(missing);
    const parts = { [of('A')]: null, [of('C')]: null };
    expect(refusal(await project.secret.patch(home, { values: { list: parts } }))).toEqual(missing);
  });

  it('the removal of what is live alone', async () => {
    const screen = `/projects/${project.id}/content/page/entries/${id}`;
    const draft = { values: { list: [box('E', note('1'))] } };
    expect((await owner.send('PATCH', screen, draft)).status).toBe(200);

    const parts = { [of('A')]: null, [of('C')]: null };
    const answer = await project.secret.patch(path, { values: { list: parts } });

    expect(refusal(answer)).toEqual([400, 'missing_required_field', 'list']);
  });
});

it('a list keeps what it must have by other changes, and takes the last block of the last level', async () => {
  const emptied = { [of('1')]: null, [of('D')]: null, [of('4')]: null };
  expect((await project.secret.patch(path, { values: { list: emptied } })).status).toBe(200);
  const moved = [of('C'), { id: of('A'), values: { items: [of('B')] } }];
  expect((await project.secret.patch(path, { values: { list: moved } })).status).toBe(200);
});
