import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tagsMax as serviceTagsMax } from '../../../src/contract/events/cache-tags.ts';
import { pageTags, tagsMax } from '../src/pages/page-tags.ts';

const many = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

describe('the tags of a page', () => {
  it('are those of its reads up to the limit', () => {
    const tags = ['all:code', 'blog:code', ...many('art_', 60)];

    expect(pageTags(tags)).toEqual(tags);
    expect(tagsMax).toBe(serviceTagsMax.read);
  });

  it('replace the most frequent kind by its group', () => {
    const tags = ['all:code', ...many('art_', 50), ...many('med_', 20)];

    expect(pageTags(tags)).toEqual(['all:code', ...many('med_', 20), 'blog:code']);
  });

  it('are only the all tag if no group is left', () => {
    expect(pageTags(['all:code', ...many('unheard_of_', 70)])).toEqual(['all:code']);
    expect(pageTags(many('art_', 70))).toEqual([]);
  });

  it('are purged by every purge of a tag of the reads', () => {
    const kinds = Object.keys(groups);
    const tag = fc
      .tuple(fc.constantFrom(...kinds), fc.integer({ min: 0, max: 400 }))
      .map(([kind, n]) => (kind.endsWith(':') ? `${kind}t${n}:code0000` : `${kind}${n}`));
    fc.assert(
      fc.property(fc.uniqueArray(tag, { minLength: 1, maxLength: 200 }), (tags) => {
        const reducedTags = new Set(pageTags(['all:code0000', ...tags]));
        expect(reducedTags.size).toBeLessThanOrEqual(tagsMax);
        const isCovered = (one: string) =>
          reducedTags.has(one) || reducedTags.has(`${groups[kindOf(one)]}:code0000`);
        expect(
          tags.filter(
            (one) => !isCovered(one) && !(reducedTags.size === 1 && reducedTags.has('all:code0000')),
          ),
        ).toEqual([]);
      }),
    );
  });
});

/** The group tag that the service purges with each kind of tag (docs/build/cache-tags.md). */
const groups: Record<string, string> = {
  ent_: 'content',
  art_: 'blog',
  kba_: 'kb',
  aut_: 'authors',
  cat_: 'categories',
  kbc_: 'shelves',
  kbs_: 'shelves',
  med_: 'media',
  'type:': 'types',
  'entries:': 'content',
  'blog-counts:': 'blog-counts',
};

function kindOf(tag: string): string {
  return /^[a-z-]+[_:]/.exec(tag)?.[0] ?? '';
}
