import { describe, expect, it } from 'vitest';
import { renameValues, renamingBy } from '../src/features/editing/draft/renamed-names.ts';

const renamed = {
  type: { teaser: 'intro', parts: 'sections' },
  blocks: { card: { title: 'heading' }, grid: { cells: 'items' } },
};
const outline = [
  { id: 'blk_1', block: 'card', lists: {} },
  { id: 'blk_2', block: 'grid', lists: { cells: [{ id: 'blk_3', block: 'note', lists: {} }] } },
];

describe('a draft from before a rename', () => {
  it('moves to the present keys of fields, of blocks and of lists in blocks', () => {
    const draft = {
      teaser: 'Hello',
      constructor: 'other',
      parts: outline,
      'parts/blk_1/title': 'One',
      'parts/blk_3/title': 'Not renamed in this block',
    };
    const renaming = renamingBy(renamed, (name) => (draft as Record<string, unknown>)[name]);
    expect(renaming && renameValues(draft, renaming)).toEqual({
      intro: 'Hello',
      constructor: 'other',
      sections: [
        outline[0],
        { ...outline[1], lists: { items: [{ id: 'blk_3', block: 'note', lists: {} }] } },
      ],
      'sections/blk_1/heading': 'One',
      'sections/blk_3/title': 'Not renamed in this block',
    });
  });

  it('stays as it is if no field was renamed', () => {
    expect(renamingBy(undefined, () => undefined)).toBe(null);
  });
});
