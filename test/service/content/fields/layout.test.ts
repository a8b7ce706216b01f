import { beforeEach, describe, expect, it } from 'vitest';
import { defineType, expectDone, publishEntry, refusal, type SentField } from '../../../support/content.ts';
import { ApiClient } from '../../../support/client.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { storedRows } from '../../../support/audit/rows.ts';
import { startProcess } from '../../../support/second-process.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;
beforeEach(async () => {
  project = await service.newProject();
});

const kind: SentField = { key: 'kind', type: 'select', options: { choices: ['text', 'video', 'audio'] } };
const when = (...conditions: object[]) => ({ show_if: conditions });

const put = (body: object, slug = 'story') => project.secret.put(`/v1/schema/content-types/${slug}`, body);
const putBlock = (body: object, slug = 'card') => project.secret.put(`/v1/schema/blocks/${slug}`, body);

describe.each([
  ['type', (body: object) => put(body)],
  ['block', (body: object) => putBlock(body)],
])('the layout of a %s', (noun, define) => {
  it('takes conditions on each type that they can compare, and serves them as lists', async () => {
    const fields = [
      kind,
      { key: 'price', type: 'number' },
      { key: 'tint', type: 'string', options: { format: 'color' } },
      { key: 'on', type: 'boolean' },
      { key: 'place', type: 'geo_point' },
      { key: 'a', type: 'text', options: { show_if: { field: 'kind', eq: 'video' } } },
      { key: 'b', type: 'text', options: when({ in: ['video', 'audio'], field: 'kind' }) },
      { key: 'c', type: 'text', options: when({ field: 'tint', ne: '#FA0' }, { field: 'price', eq: 1.5 }) },
      {
        key: 'd',
        type: 'text',
        options: when({ field: 'on', eq: true }, { field: 'place', is_null: false }),
      },
    ];
    const served = expectDone(await define({ fields })).fields as { key: string; options: object }[];

    expect(served.slice(5).map(({ options }) => options)).toEqual([
      when({ field: 'kind', eq: 'video' }),
      when({ field: 'kind', in: ['video', 'audio'] }),
      when({ field: 'tint', ne: '#ffaa00' }, { field: 'price', eq: 1.5 }),
      when({ field: 'on', eq: true }, { field: 'place', is_null: false }),
    ]);
  });

  it.each<[string, unknown, string | undefined]>([
    ['an unknown field', { field: 'knd', eq: 'video' }, 'kind'],
    ['itself', { field: 'it', is_null: true }, undefined],
    ['no choice', { field: 'kind', eq: 'vdeo' }, undefined],
    ['no choice in a list', { field: 'kind', in: ['video', 'film'] }, undefined],
    ['a text for a number', { field: 'price', eq: '5' }, undefined],
    ['a number for a text', { field: 'name', ne: 5 }, undefined],
    ['a text for a boolean', { field: 'on', eq: 'true' }, undefined],
    ['a number that is not exact', { field: 'price', eq: 2 ** 60 }, undefined],
    ['another type than is_null compares', { field: 'day', eq: '2027-01-01' }, undefined],
    ['two operators', { field: 'kind', eq: 'video', ne: 'audio' }, undefined],
    ['no operator', { field: 'kind' }, undefined],
    ['an unknown operator', { field: 'kind', gt: 'video' }, undefined],
    ['null', { field: 'kind', eq: null }, undefined],
    ['is_null without a boolean', { field: 'kind', is_null: 'true' }, undefined],
    ['an empty list', [], undefined],
    ['an empty in', { field: 'kind', in: [] }, undefined],
    ['51 values', { field: 'price', in: Array.from({ length: 51 }, (_, i) => i) }, undefined],
    ['6 conditions', Array.from({ length: 6 }, () => ({ field: 'kind', ne: 'audio' })), undefined],
    ['a text', 'kind', undefined],
  ])('rejects a condition on or with %s', async (_, condition, suggestion) => {
    const answer = await define({
      fields: [
        kind,
        { key: 'price', type: 'number' },
        { key: 'it', type: 'text', options: { show_if: condition } },
        { key: 'name', type: 'string' },
        { key: 'on', type: 'boolean' },
        { key: 'day', type: 'date' },
      ],
    });

    expect(refusal(answer)).toEqual([400, 'invalid_field_definition', 'fields[2].options.show_if']);
    expect(answer.body.error.did_you_mean).toBe(suggestion);
  });

  it('suggests the new key of a renamed field that a condition or a slug names', async () => {
    const name = { key: 'name', type: 'string' };
    expectDone(await define({ fields: [kind, name] }));
    const renamed = [
      { ...kind, key: 'category', renamed_from: 'kind' },
      { ...name, key: 'heading', renamed_from: 'name' },
      { key: 'kinds', type: 'select', options: { choices: ['video'] } },
      { key: 'names', type: 'string' },
    ];
    const naming = [
      { key: 'it', type: 'text', options: when({ field: 'kind', eq: 'video' }) },
      { key: 'slug', type: 'string', options: { format: 'slug', source: 'name' } },
    ];
    const expectSuggestions = async () => {
      for (const [i, suggestion] of ['category', 'heading'].entries()) {
        const { error } = (await define({ fields: [...renamed, naming[i]] })).body;
        expect([error.code, error.did_you_mean]).toEqual(['invalid_field_definition', suggestion]);
      }
    };

    await expectSuggestions();
    expectDone(await define({ fields: renamed }));
    await expectSuggestions();
  });

  it('takes 5 conditions and 50 values', async () => {
    const condition = { field: 'price', in: Array.from({ length: 50 }, (_, i) => i) };
    const options = when(...Array.from({ length: 5 }, () => condition));
    expectDone(
      await define({
        fields: [
          { key: 'price', type: 'number' },
          { key: 'it', type: 'text', options },
        ],
      }),
    );
  });

  it('rejects circles at each of their fields', async () => {
    const answer = await define({
      fields: [
        { key: 'a', type: 'text', options: when({ field: 'b', is_null: true }) },
        { key: 'b', type: 'text', options: when({ field: 'c', is_null: true }) },
        { key: 'c', type: 'text', options: when({ field: 'a', is_null: false }) },
        { key: 'd', type: 'text', options: when({ field: 'a', is_null: false }) },
      ],
    });

    expect(answer.body.error.code).toBe('invalid_field_definition');
    expect((answer.body.error.errors as { param: string }[]).map(({ param }) => param)).toEqual(
      [0, 1, 2].map((i) => `fields[${i}].options.show_if`),
    );
  });

  it('rejects the removal of a field or a choice that a condition names', async () => {
    const shown = { key: 'clip', type: 'url', options: when({ field: 'kind', eq: 'video' }) };
    expectDone(await define({ fields: [kind, shown] }));

    expect(refusal(await define({ fields: [shown] }))).toEqual([
      400,
      'invalid_field_definition',
      'fields[0].options.show_if',
    ]);
    const fewer = { ...kind, options: { choices: ['text'] } };
    expect(refusal(await define({ fields: [fewer, shown] }))).toEqual([
      400,
      'invalid_field_definition',
      'fields[1].options.show_if',
    ]);
    expectDone(await define({ fields: [{ key: 'clip', type: 'url' }] }));
  });

  it('has groups, which stay when they are omitted', async () => {
    const fields = [{ key: 'title', type: 'string', options: { group: 'seo_texts' } }];
    const groups = [
      { key: 'seo_texts', collapsed: true },
      { key: 'more', label: 'Mo\u0308re', display: 'section' },
    ];
    const served = [
      { key: 'seo_texts', label: 'Seo texts', display: 'section', collapsed: true },
      { key: 'more', label: 'M\u00f6re', display: 'section', collapsed: false },
    ];

    expect(expectDone(await define({ groups, fields })).groups).toEqual(served);
    expect(expectDone(await define({ fields })).groups).toEqual(served);
    expect(refusal(await define({ groups: [], fields }))).toEqual([
      400,
      'invalid_field_definition',
      'fields[0].options.group',
    ]);
    const plain = [{ key: 'title', type: 'string' }];
    expect(expectDone(await define({ groups: [], fields: plain }))).not.toHaveProperty('groups');
  });

  it.each<[string, unknown[], string]>([
    ['no object', ['seo'], 'groups[0]'],
    ['no key', [{ label: 'SEO' }], 'groups[0].key'],
    ['a key of another form', [{ key: '1st' }], 'groups[0].key'],
    ['a key twice', [{ key: 'seo' }, { key: 'SEO' }], 'groups[1].key'],
    ['an empty label', [{ key: 'seo', label: ' ' }], 'groups[0].label'],
    ['a label of 61 characters', [{ key: 'seo', label: 'x'.repeat(61) }], 'groups[0].label'],
    ['another display', [{ key: 'seo', display: 'column' }], 'groups[0].display'],
    ['collapsed without a boolean', [{ key: 'seo', collapsed: 1 }], 'groups[0].collapsed'],
    ['an unknown property', [{ key: 'seo', hidden: true }], 'groups[0].hidden'],
    ['21 groups', Array.from({ length: 21 }, (_, i) => ({ key: `g${i}` })), 'groups'],
  ])('rejects groups with %s', async (_, groups, param) => {
    expect(refusal(await define({ groups, fields: [] }))).toEqual([400, 'invalid_field_definition', param]);
  });

  it('takes 20 groups, a label of 60 characters, and tabs in types alone', async () => {
    const groups = Array.from({ length: 20 }, (_, i) => ({ key: `g${i}`, label: 'x'.repeat(60) }));
    expectDone(await define({ groups, fields: [] }));

    const tab = await define({ groups: [{ key: 'seo', display: 'tab' }], fields: [] });
    if (noun === 'type') expectDone(tab);
    else expect(refusal(tab)).toEqual([400, 'invalid_field_definition', 'groups[0].display']);
  });

  it('has widths and fields that collapse', async () => {
    const options = { width: 'half', collapse_empty: true };
    const served = expectDone(await define({ fields: [{ key: 'a', type: 'string', options }] }));
    expect(served.fields).toMatchObject([{ key: 'a', options }]);

    const of = async (type: string, more: object) =>
      refusal(await define({ fields: [{ key: 'b', type, options: more }] }))[2];
    expect(await of('richtext', { width: 'half' })).toBe('fields[0].options.width');
    expect(await of('blocks', { width: 'half', blocks: ['card'] })).toBe(
      noun === 'block' ? 'fields[0].options.width' : 'fields[0].options.blocks[0]',
    );
    expect(await of('text', { width: 'third' })).toBe('fields[0].options.width');
    expect(await of('text', { collapse_empty: 'yes' })).toBe('fields[0].options.collapse_empty');
    expect(await of('text', { group: 'seo' })).toBe('fields[0].options.group');
    expect(await of('text', { group: 5 })).toBe('fields[0].options.group');
  });
});

describe('a change of the layout alone', () => {
  const changes = async () => expectDone(await project.secret.get('/v1/changes')) as Record<string, unknown>;
  const withLayout = {
    groups: [{ key: 'media', display: 'section' }],
    fields: [
      kind,
      {
        key: 'clip',
        type: 'url',
        options: {
          ...when({ field: 'kind', eq: 'video' }),
          group: 'media',
          width: 'half',
          collapse_empty: true,
        },
      },
    ],
  };
  const plain = { groups: [], fields: [kind, { key: 'clip', type: 'url' }] };

  it('raises the revision of a type and nothing that readers or receivers see', async () => {
    const { revision } = expectDone(await put(plain));
    await publishEntry(project, 'story', { kind: 'video' });
    const before = await changes();
    const read = () => project.publishable.get('/v1/content/story');
    const etag = (await read()).headers.get('ETag');

    for (const [i, body] of [
      withLayout,
      { ...withLayout, groups: [{ key: 'media', label: 'Film' }] },
      plain,
    ].entries()) {
      const written = expectDone(await put(body));
      expect(written.revision).toBe(Number(revision) + i + 1);
      const stored = expectDone(await project.secret.get('/v1/schema/content-types/story'));
      expect(stored).toEqual(written);
    }
    expect(await changes()).toEqual(before);
    expect((await read()).headers.get('ETag')).toBe(etag);
    const rows = (await storedRows(service.app, project.id)).filter(
      ({ action }) => action === 'type.changed',
    );
    expect(rows.map(({ changed = [] }) => [...changed].sort())).toEqual([
      ['fields.clip', 'groups'],
      ['groups'],
      ['fields.clip', 'groups'],
    ]);
  });

  it('changes nothing for readers of blocks either', async () => {
    const { revision } = expectDone(await putBlock(plain));
    await defineType(project, 'page', [{ key: 'parts', type: 'blocks', options: { blocks: ['card'] } }]);
    const before = await changes();

    expect(expectDone(await putBlock(withLayout)).revision).toBe(Number(revision) + 1);
    expect(expectDone(await project.secret.get('/v1/schema/blocks/card'))).toHaveProperty('groups');
    expect(await changes()).toEqual(before);
    expect(expectDone(await putBlock(withLayout)).revision).toBe(Number(revision) + 1);
  });

  it('is in descriptions at once', async () => {
    await put({ fields: [kind, { key: 'clip', type: 'url', required: true }] });
    const typings = async () => (await project.secret.get('/v1/types.d.ts')).text;
    expect(await typings()).toMatch(/clip: string;/);

    await put({
      fields: [
        kind,
        { key: 'clip', type: 'url', required: true, options: when({ field: 'kind', eq: 'video' }) },
      ],
    });
    expect(await typings()).not.toMatch(/clip: string;/);
    const description = expectDone(await project.secret.get('/v1/introspection')) as unknown as {
      content_types: { fields: { options: object }[] }[];
    };
    expect(description.content_types[0]?.fields[1]?.options).toHaveProperty('show_if');
  });

  it('is checked by the next write, in another process too', async () => {
    const { program, url } = await startProcess({ MONGODB_DB: service.app.config.MONGODB_DB });
    cleanup(async () => {
      program.process.kill('SIGKILL');
      await program.ended();
    });
    const other = new ApiClient(url, project.secret.token);
    const write = (client: ApiClient) =>
      client.post('/v1/content/story/entries', { values: { kind: 'text' } });
    const clip = { key: 'clip', type: 'url', required: true };
    const conditional = { ...clip, options: when({ field: 'kind', eq: 'video' }) };
    for (const [field, status] of [
      [clip, 400],
      [conditional, 201],
      [clip, 400],
      [conditional, 201],
    ] as const) {
      expectDone(await put({ fields: [kind, field] }));
      for (const client of [other, project.secret]) expect((await write(client)).status).toBe(status);
    }
  });

  it('together with another change is reported without the layout', async () => {
    await put(plain);
    const [first, second] = withLayout.fields;
    expectDone(await put({ ...withLayout, fields: [{ ...first, label: 'Kind of story' }, second] }));

    expect((await project.eventData()).map(({ changes }) => changes)).toEqual([
      [
        { key: 'kind', change: 'added' },
        { key: 'clip', change: 'added' },
      ],
      [{ key: 'kind', change: 'relabelled' }],
    ]);
  });
});
