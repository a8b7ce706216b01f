import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KbOutline } from '../../src/modules/kb/editor/schema.ts';
import { applyMove } from '../src/screens/kb/tree/moves.ts';
import {
  branchOf,
  dropsFor,
  isSamePosition,
  treePositionOf,
  rowsOf,
} from '../src/screens/kb/tree/tree-rows.ts';

/** `H: a b; H/s: c d; E:` is two collections, one section and four articles. */
function outlineOf(text: string): KbOutline {
  const data: KbOutline['data'] = [];
  const articles: KbOutline['articles'] = [];
  const shelf = (id: string) => ({ id, slug: id, title: id, article_count: 0, stored_count: 0 });
  for (const part of text.split('; ')) {
    const [path = '', leaves = ''] = part.split(':');
    const [collection = '', section] = path.split('/');
    if (section === undefined) data.push({ ...shelf(collection), sections: [] });
    else data.find(({ id }) => id === collection)?.sections.push(shelf(section));
    for (const id of leaves.split(' ').filter((leaf) => leaf !== ''))
      articles.push({
        ...{ id, slug: id, title: id, status: 'published', has_unpublished_changes: false },
        ...{ updated_at: '', shelf: section ?? collection, freshness: 'fresh' },
        ...{ last_reviewed_at: null, review_due_at: '' },
      });
  }
  return { data, articles, has_more: false };
}

const ids = (outline: KbOutline, closed: string[] = []) =>
  rowsOf(outline, new Set(closed))
    .map(({ id }) => id)
    .join(' ');
const whole = outlineOf('H: a b; H/s: c d; H/t:; E: e');

describe('the rows of the tree', () => {
  it('stand in the order of readers, without what closed shelves hold', () => {
    expect(ids(whole)).toBe('H a b s c d t E e');
    expect(ids(whole, ['s', 'E'])).toBe('H a b s t E');
    expect(ids(whole, ['H'])).toBe('H E e');
  });
});

describe('the places for a row', () => {
  const drops = (id: string, closed: string[] = []) =>
    dropsFor(rowsOf(whole, new Set(closed)), id).map(
      ({ into, before, above }) => `${into ?? '-'}<${before ?? 'end'} @${above ?? 'end'}`,
    );

  it('are before each article of a shelf and at its end', () => {
    expect(drops('a')).toEqual([
      'H<b @b',
      'H<end @s',
      's<c @c',
      's<d @d',
      's<end @t',
      't<end @E',
      'E<e @e',
      'E<end @end',
    ]);
  });

  it('are the ends of closed shelves', () => {
    expect(drops('e', ['H'])).toEqual(['H<end @E', 'E<end @end']);
  });

  it('are those of sections and collections', () => {
    expect(drops('s')).toEqual(['H<t @t', 'H<end @E', 'E<end @end']);
    expect(drops('H')).toEqual(['-<E @E', '-<end @end']);
  });

  it.each(['a', 'b', 'c', 'd', 'e', 's', 't', 'H', 'E'])('have %s at one of them now', (id) => {
    const rows = rowsOf(whole, new Set());
    const here = treePositionOf(rows, id);

    expect(dropsFor(rows, id).filter((drop) => here !== null && isSamePosition(drop, here))).toHaveLength(1);
  });
});

describe('a move', () => {
  it.each([
    ['b', 'H', 'a', 'H b a s c d t E e'],
    ['a', 's', 'd', 'H b s c a d t E e'],
    ['c', 'E', null, 'H a b s d t E e c'],
    ['t', 'H', 's', 'H a b t s c d E e'],
    ['s', 'E', null, 'H a b t E e s c d'],
    ['E', null, 'H', 'E e H a b s c d t'],
    ['gone', 'H', null, 'H a b s c d t E e'],
  ])('of %s into %s before %s is shown at once', (id, into, before, after) => {
    expect(ids(applyMove(whole, { id, into, before }))).toBe(after);
  });
});

/** Up to four collections of up to three sections, articles in any of them; in the notation above. */
const anyOutline = fc
  .array(fc.tuple(fc.nat({ max: 3 }), fc.array(fc.nat({ max: 3 }), { maxLength: 3 })), { maxLength: 4 })
  .map((collections) => {
    const leaves = (shelf: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${shelf}-${at}`).join(' ');
    const parts = collections.flatMap(([own, sections], at) => [
      `c${at}: ${leaves(`c${at}`, own)}`,
      ...sections.map((count, place) => `c${at}/s${at}${place}: ${leaves(`s${at}${place}`, count)}`),
    ]);
    return parts.length === 0 ? { data: [], articles: [], has_more: false } : outlineOf(parts.join('; '));
  });

describe('in any tree', () => {
  const open = new Set<string>();

  it('every place that is offered for a row is where it stands after the move, with all that is in it', () => {
    fc.assert(
      fc.property(anyOutline, (outline) => {
        const rows = rowsOf(outline, open);
        for (const { id } of rows) {
          const branch = branchOf(rows, id).map((row) => row.id);
          for (const drop of dropsFor(rows, id)) {
            const after = rowsOf(applyMove(outline, { id, ...drop }), open);
            const place = treePositionOf(after, id);
            expect(place !== null && isSamePosition(place, drop)).toBe(true);
            expect(branchOf(after, id).map((row) => row.id)).toEqual(branch);
            expect(after.map((row) => row.id).toSorted()).toEqual(rows.map((row) => row.id).toSorted());
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('the places of a row are offered once each, the one where it stands among them', () => {
    fc.assert(
      fc.property(anyOutline, (outline) => {
        const rows = rowsOf(outline, open);
        for (const { id } of rows) {
          const drops = dropsFor(rows, id);
          expect(new Set(drops.map(({ into, before }) => `${into} ${before}`)).size).toBe(drops.length);
          const here = treePositionOf(rows, id);
          expect(drops.filter((drop) => here !== null && isSamePosition(drop, here))).toHaveLength(1);
        }
      }),
      { numRuns: 30 },
    );
  });
});
