import { beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';
import { typeChecker } from '../../../support/type-check.ts';
import { fillWithEveryKind } from '../../../support/introspection/every-kind.ts';

const service = await startService();
const check = typeChecker(['lib.es2022.d.ts']);

/** What TypeScript, at its strictest, says of the served types with a program beside them. */
const faultsOf = (types: string, program: string): string[] =>
  check({ 'types.ts': types, 'program.ts': program }, 'program.ts');

let everyKind = '';
beforeAll(async () => {
  const project = await service.newProject();
  await fillWithEveryKind(project);
  everyKind = (await project.publishable.get('/v1/types.d.ts')).text;
});

const imports = "import type { ContentTypes, Entry, RichtextDocument } from './types';\n";

describe('GET /v1/types.d.ts', () => {
  it('is text for both kinds of key, with an ETag', async () => {
    const project = await service.newProject();

    const answer = await project.publishable.get('/v1/types.d.ts');
    const again = await project.secret.get('/v1/types.d.ts', {
      'If-None-Match': answer.headers.get('ETag') ?? '',
    });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(answer.text).toContain('export interface ContentTypes');
    expect(again.status).toBe(304);
  });

  it('answers 401 missing_api_key without a key', async () => {
    const project = await service.newProject();

    const answer = await project.as(null).get('/v1/types.d.ts');

    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'missing_api_key' } } });
  });

  it('compiles for a project without types', async () => {
    const project = await service.newProject();

    const { text } = await project.publishable.get('/v1/types.d.ts');

    expect(faultsOf(text, `${imports}export const none: ContentTypes = {};`)).toEqual([]);
  });

  it('has types that real answers and written bodies fit', async () => {
    const project = await service.newProject();
    const { full, bare } = await fillWithEveryKind(project);
    const { text } = await project.publishable.get('/v1/types.d.ts');
    const list = await project.publishable.get('/v1/content/specimen');
    const settings = await project.publishable.get('/v1/content/2-settings');
    const input = {
      title: 'New',
      price: null,
      size: 'small',
      body: { markdown: 'Hi' },
      others: [full, bare],
    };

    const program = `${imports}
      type Specimen = ContentTypes['specimen'];
      export const entries: Entry<Specimen['values']>[] = ${JSON.stringify(list.body.data)};
      export const settings: ContentTypes['2-settings']['values'] = ${JSON.stringify(settings.body)};
      export const input: Specimen['input'] = ${JSON.stringify(input)};
      export const changes: Specimen['changes'] = { price: null };
      export const where: Specimen['where'] = { price: { gte: 10 }, title: 'A', 'in-stock': true, size: { in: ['small'] } };
      export const sort: Specimen['sort'] = '-price';
      export const document: RichtextDocument | undefined = entries[0]?.values.body?.json;
      export const kinds: [ContentTypes['specimen']['kind'], ContentTypes['2-settings']['kind']] = ['collection', 'singleton'];
    `;

    expect(list.body.data).toHaveLength(2);
    expect(faultsOf(text, program)).toEqual([]);
  });

  it.each([
    ['a value of another type', "values: ContentTypes['specimen']['values']['title'] = 5", "Type 'number'"],
    [
      'a choice that does not exist',
      "input: ContentTypes['specimen']['input'] = { title: 'A', size: 'huge' }",
      'huge',
    ],
    [
      'a missing required field',
      "input: ContentTypes['specimen']['input'] = {}",
      "Property 'title' is missing",
    ],
    ['an unknown field', "changes: ContentTypes['specimen']['changes'] = { titel: 'A' }", 'titel'],
    [
      'an operator that the field has not',
      "where: ContentTypes['specimen']['where'] = { title: { gte: 'A' } }",
      'gte',
    ],
    ['a sort that is not', "sort: ContentTypes['specimen']['sort'] = 'body'", 'body'],
    ['a list of a singleton', "where: ContentTypes['2-settings']['where'] = {}", 'where'],
  ])('refuses %s', (_title, statement, part) => {
    const faults = faultsOf(everyKind, `${imports}export const ${statement};`);

    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(part);
  });

  it('gives slugs that read alike, or like its own names, different names', async () => {
    const project = await service.newProject();
    const slugs = ['a-b', 'a_b', 'ab', '1st', 'richtext', 'content', 'image'];
    for (const slug of slugs)
      await project.secret.put(`/v1/schema/content-types/${slug}`, {
        fields: [{ key: `of-${slug}`, type: 'string' }],
      });

    const { text } = await project.publishable.get('/v1/types.d.ts');

    const program = slugs.map(
      (slug, i) => `export const c${i}: ContentTypes['${slug}']['changes'] = { 'of-${slug}': '' };`,
    );
    expect(faultsOf(text, imports + program.join('\n'))).toEqual([]);
  });

  it('cannot be broken by what people write into labels, choices and names', async () => {
    const project = await service.newProject();
    const nasty = '*/ } `${x}` \\ " \' \n // \u2028 <b>';
    const fields = [
      { key: 'a-b', type: 'string', label: nasty, options: { help: nasty } },
      { key: 'size', type: 'select', options: { choices: ['"', '\\', "'", nasty] } },
    ];
    const defined = await project.secret.put('/v1/schema/content-types/page', { name: nasty, fields });

    const { text } = await project.publishable.get('/v1/types.d.ts');

    expect(defined.status).toBe(201);
    expect(
      faultsOf(text, `${imports}export const size: ContentTypes['page']['values']['size'] = '\\\\';`),
    ).toEqual([]);
  });
});
