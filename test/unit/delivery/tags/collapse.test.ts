import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  limitTags,
  collapse,
  definitionOf,
  entriesOf,
  groupAbove,
  groups,
  withProjectCode,
  tagForm,
  tagsMax,
} from '../../../../src/contract/events/cache-tags.ts';
import { newId, type IdKind } from '../../../../src/contract/ids.ts';
import { CacheTagCollector } from '../../../../src/core/context/cache-tag-collector.ts';

/** Something that a read shows: how it notes it, and what a change of it tells. */
interface Thing {
  note: (seen: CacheTagCollector) => void;
  told: string[];
}

const types = Array.from({ length: 90 }, (_, n) => `type-${n}`);
const ids = (kind: IdKind) => Array.from({ length: 120 }, (_, n) => newId(kind, new Date(n)));
const of = { entry: ids('entry'), art: ids('blog_article'), kba: ids('kb_article'), med: ids('media') };

const anyEntry = fc
  .tuple(fc.constantFrom(...of.entry), fc.constantFrom(...types))
  .map(([id, type]): Thing => {
    return { note: (seen) => seen.entry(id, type), told: [id, entriesOf(type), groups.content] };
  });
const anyDefinition = fc.constantFrom(...types).map((type): Thing => {
  return { note: (seen) => seen.definition(type), told: [definitionOf(type), groups.types] };
});
const anyList = fc.tuple(fc.constantFrom(...of.entry), fc.constantFrom(...types)).map(([id, type]): Thing => {
  return { note: (seen) => seen.entriesOf(type), told: [id, entriesOf(type), groups.content] };
});
const itemOf = (kind: 'blog_article' | 'kb_article' | 'media', all: string[], group: string) =>
  fc.constantFrom(...all).map((id): Thing => {
    return { note: (seen) => seen.item(kind, id), told: [id, group] };
  });
const anyThing = fc.oneof(
  anyEntry,
  anyDefinition,
  anyList,
  itemOf('blog_article', of.art, groups.blog),
  itemOf('kb_article', of.kba, groups.kb),
  itemOf('media', of.med, groups.media),
);

describe('the tags of a read', () => {
  it('are at most 64, and meet every change of what it shows', () => {
    fc.assert(
      fc.property(fc.array(anyThing, { maxLength: 400 }), (things) => {
        const seen = new CacheTagCollector();
        for (const { note } of things) note(seen);
        const carried = seen.tagsOf('prj_01jd2v8k3q5w7x9y0z1a2b3c4d').split(' ');

        expect(carried.length).toBeLessThanOrEqual(tagsMax.read);
        expect(new Set(carried).size).toBe(carried.length);
        for (const tag of carried) expect(tag).toMatch(tagForm);
        for (const { told } of things)
          expect(
            withProjectCode(told, 'prj_01jd2v8k3q5w7x9y0z1a2b3c4d').some((tag) => carried.includes(tag)),
          ).toBe(true);
      }),
    );
  });

  it('stay as they are while they are few', () => {
    const few = new Map([...of.art.slice(0, 63)].map((id) => [id, groups.blog as string | null]));

    expect(collapse(few, 63)).toEqual([...few.keys()].sort());
    expect(collapse(few, 62)).toEqual([groups.blog]);
  });

  it('give up the kind of which there are most', () => {
    const mixed = new Map<string, string | null>([
      ...of.art.slice(0, 5).map((id): [string, string] => [id, groups.blog]),
      ...of.med.slice(0, 3).map((id): [string, string] => [id, groups.media]),
    ]);

    expect(collapse(mixed, 7)).toEqual([groups.blog, ...of.med.slice(0, 3)].sort());
  });

  it('go from entries to their type, and from types to all entries', () => {
    expect(groupAbove(entriesOf('page'))).toBe(groups.content);
    const spread = new Map(types.map((type, n): [string, string] => [of.entry[n] ?? '', entriesOf(type)]));

    expect(collapse(spread, 64)).toContain(groups.content);
  });
});

describe('the tags of changes', () => {
  it('are everything when they are too many: a group would miss what carries its members', () => {
    const many = new Set(of.art);

    expect(limitTags(many, many.size)).toEqual([...many].sort());
    expect(limitTags(many, many.size - 1)).toEqual([groups.all]);
  });

  it('of two projects never meet in one cache, save by id', () => {
    const one = withProjectCode([groups.blog, of.art[0] ?? ''], 'prj_01jd2v8k3q5w7x9y0z1a2b3c4d');
    const other = withProjectCode([groups.blog, of.art[1] ?? ''], 'prj_01jd2v8k3q5w7x9y0z1a2b3c4e');

    expect(one).toEqual(['blog:1a2b3c4d', of.art[0]]);
    expect(other.filter((tag) => one.includes(tag))).toEqual([]);
  });
});
