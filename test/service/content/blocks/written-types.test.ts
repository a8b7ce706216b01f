import { beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../../../support/service.ts';
import { typeChecker } from '../../../support/type-check.ts';
import { defineLandingPage } from '../../../support/blocks/landing-page.ts';

const typeErrors = typeChecker(['lib.es2022.d.ts']);
const service = await startService();
let types: string;

beforeAll(async () => {
  const project = await service.newProject();
  await defineLandingPage(project);
  types = (await project.secret.get('/v1/types.d.ts')).text;
});

const head = `import type { GroupBlock, PageChanges, PageInput } from './content.ts';
  export const hero = { block: 'hero', values: { title: 'A' } } as const;\n`;
const errorsOf = (lines: string) =>
  typeErrors({ 'content.ts': types, 'written.ts': head + lines }, 'written.ts');
/** One declaration on a line of its own for each form; with `isRefused` a line that compiles is the error. */
const declared = (type: string, cases: Record<string, string>, isRefused = false) =>
  Object.entries(cases)
    .map(([name, sections], i) => {
      const expected = isRefused ? `// @ts-expect-error ${name}\n` : '';
      return `${expected}export const ${type}${i}: ${type} = { sections: ${sections} };`;
    })
    .join('\n');

/** What POST and PUT take: whole blocks. */
const whole = {
  'no blocks': '[]',
  'the empty field': 'null',
  'a block without an id': `[hero, { block: 'divider' }]`,
  'a block under an id': `[{ id: 'blk_1', block: 'hero', values: { title: 'A', maker: 'ent_1', image: null } }]`,
  'Markdown for a text': `[{ block: 'hero', values: { title: 'A', text: { markdown: '*A*' } } }]`,
  'blocks inside blocks': `[{ block: 'group', values: { items: [hero, { block: 'group', values: { items: [hero] } }] } }]`,
};

/** What a PATCH takes beside them: blocks that are named, and changes by id. */
const partial = {
  ...whole,
  'an id alone': `['blk_1', hero, 'blk_2']`,
  'an id in an object': `[{ id: 'blk_1' }]`,
  'some values of a block': `[{ id: 'blk_1', values: { title: 'B' } }]`,
  'a cleared value': `[{ id: 'blk_1', block: 'hero', values: { text: null } }]`,
  'ids inside a block': `[{ id: 'blk_1', values: { items: ['blk_2', { id: 'blk_3', values: { title: 'B' } }, hero] } }]`,
  'changes by id': `{ blk_1: { title: 'B' }, blk_2: { text: { markdown: 'B' } } }`,
  'removals by id': `{ blk_1: null }`,
  'emptied lists by id': `{ blk_1: { items: null }, blk_2: { items: [] } }`,
};

const neverTaken = {
  'another block': `[{ block: 'heros', values: { title: 'A' } }]`,
  'a value of another kind': `[{ block: 'hero', values: { title: 5 } }]`,
  'another value': `[{ block: 'divider', values: { title: 'A' } }]`,
  'another key': `[{ block: 'hero', values: { title: 'A' }, style: 'wide' }]`,
  'a block that the list does not take': `[{ block: 'group', values: { items: [{ block: 'divider' }] } }]`,
  'neither id nor block': `[{ values: { title: 'A' } }]`,
  'a picture as it is read': `[{ block: 'hero', values: { title: 'A', image: { id: 'med_1', url: null } } }]`,
};

const refusedWhole = {
  ...neverTaken,
  'an id alone': `['blk_1']`,
  'some values of a block': `[{ id: 'blk_1', values: { title: 'B' } }]`,
  'changes by id': `{ blk_1: { title: 'B' } }`,
  'a required value left out': `[{ block: 'hero', values: {} }]`,
};

const refusedPartial = {
  ...neverTaken,
  'another value by id': `{ blk_1: { titel: 'B' } }`,
  'a list by id': `{ blk_1: { items: [hero] } }`,
  'a text by id': `{ blk_1: 'B' }`,
};

describe('the forms of a written list of blocks', () => {
  it('compile as they are taken', () => {
    expect(errorsOf(declared('PageInput', whole))).toEqual([]);
    expect(errorsOf(declared('PageChanges', partial))).toEqual([]);
  });

  it.each([
    ['PageInput', refusedWhole],
    ['PageChanges', refusedPartial],
  ])('of %s do not compile where they are refused', (type, refused) => {
    const all = errorsOf(declared(type, refused, true));
    const compiling = Object.entries(refused).filter(
      ([name, sections]) => all.length > 0 && errorsOf(declared(type, { [name]: sections })).length === 0,
    );

    expect([all, compiling.map(([name]) => name)]).toEqual([[], []]);
  });

  it('of a definition that names itself are read to any depth', () => {
    const read = `export const depth = (block: GroupBlock): number =>
      1 + Math.max(0, ...(block.values.items ?? []).map((one) => (one.block === 'group' ? depth(one) : 1)));`;

    expect(errorsOf(read)).toEqual([]);
    expect(errorsOf(read.replace("one.block === 'group'", "one.block === 'divider'"))).not.toEqual([]);
  });
});
