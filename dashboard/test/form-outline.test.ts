import { describe, expect, it } from 'vitest';
import { outlineRows } from '../src/features/form/outline-rows.ts';
import { arrangeTabs } from '../src/features/form/parts.ts';

const field = (key: string, options = {}) => ({
  key,
  label: key.toUpperCase(),
  type: 'string' as const,
  options,
});
const groups = [
  { key: 'media', label: 'Media', display: 'section' as const, collapsed: false },
  { key: 'seo', label: 'SEO', display: 'tab' as const, collapsed: false },
];
const fields = [
  field('title', { required: true }),
  field('cards', { group: 'media' }),
  field('robots', { group: 'seo' }),
];
const input = {
  tabs: arrangeTabs(fields, groups),
  hidden: new Set<string>(),
  draft: { title: 'a', cards: null, robots: '' },
  live: null,
  errors: [],
};
const marks = (change: Partial<Parameters<typeof outlineRows>[0]>) =>
  Object.fromEntries(
    outlineRows({ ...input, ...change }).flatMap(({ rows }) =>
      rows.map((row) => [row.key, row.marks.join()]),
    ),
  );

describe('the outline of a form', () => {
  it('lists sections and tabs with their labels', () => {
    expect(outlineRows(input).map(({ label, rows }) => [label, rows.map((row) => row.label).join()])).toEqual(
      [
        [null, 'TITLE'],
        ['Media', 'CARDS'],
        ['SEO', 'ROBOTS'],
      ],
    );
  });

  it('omits hidden fields, and groups without other fields', () => {
    expect(outlineRows({ ...input, hidden: new Set(['cards']) }).map(({ key }) => key)).toEqual(['', 'seo']);
  });

  it('marks errors, also those inside blocks, and empty required fields', () => {
    expect(marks({ errors: ['cards/blk_1/title', 'robot'], draft: { title: ' ' } })).toEqual({
      title: 'empty',
      cards: 'error',
      robots: '',
    });
  });

  it('marks what readers do not have yet', () => {
    const live = { title: 'b', cards: null, 'cards/blk_1/title': 'x', robots: null };
    const draft = { ...input.draft, 'cards/blk_1/title': 'y' };
    expect(marks({ live, draft })).toEqual({ title: 'changed', cards: 'changed', robots: '' });
    expect(marks({ live: null, draft })).toEqual({ title: '', cards: '', robots: '' });
  });
});
