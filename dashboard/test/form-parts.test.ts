import { describe, expect, it } from 'vitest';
import { arrangeSections, arrangeTabs, isOfField } from '../src/features/form/parts.ts';

const field = (key: string, group?: string) => ({
  key,
  label: key,
  type: 'string' as const,
  options: group === undefined ? {} : { group },
});
const group = (key: string, display: 'section' | 'tab' = 'section') => ({
  key,
  label: key,
  display,
  collapsed: false,
});
const shape = (tabs: ReturnType<typeof arrangeTabs>) =>
  tabs.map((tab) => [
    tab.group?.key ?? null,
    tab.sections.map((section) => [section.group?.key ?? null, section.fields.map(({ key }) => key).join()]),
  ]);

describe('the tabs of a form', () => {
  it('are one without groups', () => {
    expect(shape(arrangeTabs([field('a'), field('b')], undefined))).toEqual([[null, [[null, 'a,b']]]]);
  });

  it('come in the order of the groups, with the fields in the order of the type', () => {
    const fields = [field('c', 'seo'), field('b', 'media'), field('a'), field('d', 'media')];
    const groups = [group('media'), group('seo', 'tab'), group('empty'), group('empty_tab', 'tab')];
    expect(shape(arrangeTabs(fields, groups))).toEqual([
      [
        null,
        [
          [null, 'a'],
          ['media', 'b,d'],
        ],
      ],
      ['seo', [[null, 'c']]],
    ]);
  });

  it('have no first one if every field is in another', () => {
    expect(shape(arrangeTabs([field('a', 'seo')], [group('seo', 'tab')]))).toEqual([['seo', [[null, 'a']]]]);
  });
});

describe('the sections of a form', () => {
  it('contain fields of unknown groups before all groups', () => {
    const sections = arrangeSections([field('a', 'gone'), field('b', 'media')], [group('media')]);
    expect(sections.map(({ fields }) => fields.map(({ key }) => key))).toEqual([['a'], ['b']]);
  });
});

describe('the name of an error', () => {
  it.each([
    ['cards', true],
    ['cards/blk_1/title', true],
    ['cards_2', false],
    ['other/blk_1/cards', false],
  ])('%s belongs to the field cards: %s', (name, expected) => {
    expect(isOfField(name, 'cards')).toBe(expected);
  });
});
