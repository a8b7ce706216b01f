import { beforeEach, describe, expect, it } from 'vitest';
import { createEntry, defineType, expectDone, publishEntry, refusal } from '../../../support/content.ts';
import { startService, type TestProject } from '../../../support/service.ts';

const service = await startService();
let project: TestProject;
beforeEach(async () => {
  project = await service.newProject();
});

const write = (values: object, more: object = {}) =>
  project.secret.post('/v1/content/page/entries', { values, ...more });

describe('the format of a string', () => {
  const long = `${'a'.repeat(60)}.`;
  it.each<[string, readonly string[], readonly string[]]>([
    [
      'email',
      ['ann@example.com', 'a@b', "o'neil+news@kites.example", `a@${long.repeat(4)}example`, ''],
      [
        'ann',
        'ann@',
        '@example.com',
        'ann@exa mple.com',
        'jörg@example.com',
        `${'a'.repeat(250)}@b.de`,
        'a@b.',
      ],
    ],
    [
      'slug',
      ['a', 'first-flight-2', 'a'.repeat(120), ''],
      ['A', 'a--b', '-a', 'a-', 'é', 'a b', 'a'.repeat(121)],
    ],
    ['color', ['#ffaa00', '#ffaa0080', ''], ['ffaa00', '#ff', '#fffff', '#gggggg', '#fffffffff']],
    ['time', ['00:00', '23:59', '23:59:59', ''], ['24:00', '9:00', '09:60', '09:00:60', '09:00:00Z', '0900']],
  ])('%s accepts its texts alone', async (format, good, bad) => {
    await defineType(project, 'page', [{ key: 'it', type: 'string', options: { format } }]);

    for (const text of good) expect((await write({ it: text })).body.values?.it, text).toBe(text);
    for (const text of bad) {
      const answer = await write({ it: text });
      expect(refusal(answer), text).toEqual([400, 'invalid_field_value', 'it']);
      expect(answer.body.error.expected).toBeTypeOf('string');
    }
  });

  it('stores colors in their long form, which filters and unique checks compare', async () => {
    await defineType(project, 'page', [
      { key: 'tint', type: 'string', options: { format: 'color', unique: true } },
    ]);
    const id = await publishEntry(project, 'page', { tint: '#FA0' });
    await publishEntry(project, 'page', { tint: '#00f8' });

    const found = async (query: string) =>
      (
        expectDone(await project.publishable.get(`/v1/content/page?${query}`)).data as {
          values: { tint: string };
        }[]
      ).map(({ values }) => values.tint);
    expect(expectDone(await project.publishable.get(`/v1/content/page/${id}`)).values).toEqual({
      tint: '#ffaa00',
    });
    expect(await found('where[tint]=%23Fa0')).toEqual(['#ffaa00']);
    expect(await found('where[tint][ne]=%23ffaa00')).toEqual(['#0000ff88']);
    expect(await found('where[tint][in]=%23FA0,%2300F8&sort=tint')).toEqual(['#0000ff88', '#ffaa00']);
    expect(await found('where[tint][starts_with]=%23ffa')).toEqual(['#ffaa00']);
    expect(refusal(await write({ tint: '#ffAA00' }))).toEqual([409, 'field_value_taken', 'tint']);
  });

  it('can be added, changed and removed; stored values stay until they are written', async () => {
    const define = (options: Record<string, unknown>) =>
      defineType(project, 'page', [{ key: 'it', type: 'string', options }]);
    await define({});
    const id = await publishEntry(project, 'page', { it: 'Not an email' });
    await define({ format: 'email' });

    expect(expectDone(await project.publishable.get(`/v1/content/page/${id}`)).values).toEqual({
      it: 'Not an email',
    });
    expect(
      refusal(await project.secret.patch(`/v1/content/page/${id}`, { values: { it: 'Still not' } })),
    ).toEqual([400, 'invalid_field_value', 'it']);
    await define({ format: 'slug' });
    expectDone(await project.secret.patch(`/v1/content/page/${id}`, { values: { it: 'now-a-slug' } }));
    await define({});
    expectDone(await project.secret.patch(`/v1/content/page/${id}`, { values: { it: 'Anything' } }));
  });

  it('checks defaults, and is not the label of an entry where a plain string is', async () => {
    const field = { key: 'mail', type: 'string', options: { format: 'email' } };
    const bad = { ...field, options: { ...field.options, default: 'nobody' } };
    const put = (fields: object[]) => project.secret.put('/v1/schema/content-types/page', { fields });

    expect(refusal(await put([bad]))).toEqual([400, 'invalid_field_definition', 'fields[0].options.default']);
    expect(expectDone(await put([field, { key: 'name', type: 'string' }])).display_field).toBe('name');
    const alone = expectDone(await project.secret.put('/v1/schema/content-types/other', { fields: [field] }));
    expect(alone.display_field).toBe('mail');
    expect(refusal(await put([{ ...field, options: { format: 'phone' } }]))).toEqual([
      400,
      'invalid_field_definition',
      'fields[0].options.format',
    ]);
  });
});

describe('a slug with a source', () => {
  const fields = (options: object = {}) => [
    { key: 'title', type: 'string' },
    { key: 'slug', type: 'string', options: { format: 'slug', source: 'title', ...options } },
  ];

  it('is made by the write that creates the entry, and stays when the source changes', async () => {
    await defineType(project, 'page', fields({ unique: true, required: true }));
    const first = await createEntry(project, 'page', { title: 'Über die Drachen!' });

    expect(first.values.slug).toBe('uber-die-drachen');
    for (const slug of ['uber-die-drachen-2', 'uber-die-drachen-3'])
      expect((await createEntry(project, 'page', { title: 'Über die Drachen', slug: '' })).values.slug).toBe(
        slug,
      );
    const path = `/v1/content/page/${first.id}`;
    expect(expectDone(await project.secret.patch(path, { values: { title: 'Kites' } })).values.slug).toBe(
      'uber-die-drachen',
    );
    expect((await createEntry(project, 'page', { title: '凧', slug: null })).values.slug).toMatch(
      /^entry-[0-9a-z]{8}$/,
    );
    expect((await createEntry(project, 'page', { title: 'X', slug: 'own' })).values.slug).toBe('own');
  });

  it('is made by a publication, and missing without a source', async () => {
    await defineType(project, 'page', fields({ required: true }));
    expect(refusal(await write({}))).toEqual([400, 'missing_required_field', 'slug']);
    await defineType(project, 'page', fields());
    const { id, values } = await createEntry(project, 'page', {});
    expect(values.slug).toBeNull();
    const path = `/v1/content/page/${id}`;
    expect(
      expectDone(await project.secret.patch(path, { values: { title: 'Later' } })).values.slug,
    ).toBeNull();

    const published = expectDone(await project.secret.patch(path, { publish: true }));

    expect(published.values.slug).toBe('later');
    expect(expectDone(await project.publishable.get(path)).values.slug).toBe('later');
    expect(expectDone(await project.secret.patch(path, { values: { slug: null } })).values.slug).toBeNull();
  });

  it('is different in two entries that are created at the same time', async () => {
    await defineType(project, 'page', fields({ unique: true }));
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => write({ title: 'Same' }, { publish: true })),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(answers.map(({ body }) => body.values.slug as string).sort()).toEqual([
      'same',
      ...[2, 3, 4, 5, 6].map((n) => `same-${n}`),
    ]);
  });

  it('is made in a block when the block is created', async () => {
    expectDone(await project.secret.put('/v1/schema/blocks/part', { fields: fields({ required: true }) }));
    await defineType(project, 'page', [{ key: 'parts', type: 'blocks', options: { blocks: ['part'] } }]);
    const page = await createEntry(project, 'page', {
      parts: [{ block: 'part', values: { title: 'One part' } }],
    });
    const [part] = page.values.parts as { id: string; values: object }[];

    expect(part?.values).toEqual({ title: 'One part', slug: 'one-part' });
    const path = `/v1/content/page/${page.id}`;
    const changed = expectDone(
      await project.secret.patch(path, { values: { parts: { [part?.id ?? '']: { title: 'Another' } } } }),
    );
    expect(changed.values.parts[0].values).toEqual({ title: 'Another', slug: 'one-part' });
    expect(refusal(await write({ parts: [{ block: 'part' }] }))).toEqual([
      400,
      'missing_required_field',
      'parts[0].values.slug',
    ]);
  });

  it.each([
    ['another format', { format: 'email', source: 'title' }],
    ['no format', { source: 'title' }],
    ['an unknown field', { format: 'slug', source: 'titel' }],
    ['itself', { format: 'slug', source: 'slug' }],
    ['a number', { format: 'slug', source: 'count' }],
  ])('is rejected with %s', async (_, options) => {
    const answer = await project.secret.put('/v1/schema/content-types/page', {
      fields: [
        { key: 'title', type: 'string' },
        { key: 'count', type: 'number' },
        { key: 'slug', type: 'string', options },
      ],
    });
    expect(refusal(answer)).toEqual([400, 'invalid_field_definition', 'fields[2].options.source']);
  });
});
