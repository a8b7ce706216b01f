import { describe, expect, it } from 'vitest';
import { isEmptyValue, isOff, readinessOf } from '../src/features/editing/publish/readiness.ts';

const field = (key: string, options = {}) => ({
  key,
  label: key.toUpperCase(),
  type: 'string' as const,
  options,
});
const target = (title: string, live: boolean) => ({
  kind: 'entry',
  title,
  slug: null,
  live,
  content_type: 'maker',
  image: null,
});

describe('before something is published', () => {
  it.each([
    [null, true],
    [undefined, true],
    ['  ', true],
    [[], true],
    [{ version: 2, content: [] }, true],
    [0, false],
    [false, false],
    ['0', false],
    [['a'], false],
    [{ version: 2, content: [{ type: 'paragraph' }] }, false],
  ])('%j counts as nothing: %s', (value, expected) => {
    expect(isEmptyValue(value)).toBe(expected);
  });

  it.each([
    [false, true],
    ['', true],
    [true, false],
    [0, false],
  ])('%j counts as off: %s', (value, expected) => {
    expect(isOff(value)).toBe(expected);
  });

  it('names required fields that are empty, recommendedKeys ones that are, and no others', () => {
    const fields = [field('title', { required: true }), field('cover'), field('note')];
    const found = readinessOf({
      fields,
      draft: { title: ' ' },
      targets: {},
      recommendedKeys: ['cover', 'title'],
    });
    expect([...found.missing]).toEqual([['title', 'TITLE']]);
    expect(found.empty).toEqual(['COVER']);
  });

  it('skips required fields that are hidden', () => {
    const conditional = { required: true, show_if: [{ field: 'title', eq: 'a' }] };
    const fields = [field('title'), field('extra', conditional)];
    const missing = (title: string) =>
      readinessOf({ fields, draft: { title }, targets: {}, recommendedKeys: ['extra'] }).missing.size;
    expect(missing('a')).toBe(1);
    expect(missing('b')).toBe(0);
  });

  it('names what readers will not see, once, however deep the draft links to it', () => {
    const targets = {
      ent_a: target('Draft', false),
      ent_b: target('Live', true),
      ent_c: target('Elsewhere', false),
    };
    const link = { type: 'link', attrs: { ref: { type: 'entry', id: 'ent_a' } } };
    const draft = {
      makers: ['ent_a', 'ent_b', 'ent_unknown'],
      body: {
        version: 2,
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [link] }] }],
      },
    };
    const { unseen } = readinessOf({ fields: [], draft, targets, recommendedKeys: [] });
    expect(unseen.map(({ id }) => id)).toEqual(['ent_a']);
  });
});
