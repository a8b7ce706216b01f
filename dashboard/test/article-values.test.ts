import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lengthVerdict } from '../src/features/articles/fields/length.ts';
import { flatValues, nestedValues } from '../src/features/articles/values.ts';

const seo = fc.record(
  {
    title: fc.string(),
    description: fc.string(),
    og_image_id: fc.option(fc.string()),
    no_index: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe('the values of an article', () => {
  it('are the same after the way into the editor and back', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), seo, (title, tags, own) => {
        const values = { title, tags, ...(Object.keys(own).length === 0 ? {} : { seo: own }) };
        expect(nestedValues(flatValues(values))).toEqual(values);
      }),
    );
  });

  it('send of seo only what was changed', () => {
    expect(nestedValues({ excerpt: 'x', 'seo.title': null })).toEqual({ excerpt: 'x', seo: { title: null } });
  });
});

describe('the length of a title', () => {
  it.each([
    [0, 'none'],
    [29, 'short'],
    [30, 'good'],
    [60, 'good'],
    [61, 'long'],
  ])('of %i characters is told as %s', (length, tone) => {
    expect(lengthVerdict(length, { from: 30, to: 60 }).tone).toBe(tone);
  });
});
