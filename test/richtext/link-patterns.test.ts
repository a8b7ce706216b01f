import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkTargetKinds } from '../../src/contract/links.ts';
import { Problem } from '../../src/contract/problem.ts';
import { addressOnSite, checkLinkPatterns } from '../../src/links/site-address.ts';
import { isHref } from '../../src/richtext/schema.ts';

const kind = fc.constantFrom(...linkTargetKinds);
const slug = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '..',
    '.',
    'a/../b',
    'ライ麦',
    'пирог',
    '{id}',
    '$&',
    '"><script>',
    'javascript:x',
    '?a=b#c',
  ),
);
const piece = fc.constantFrom(
  '/',
  'blog',
  '?q=',
  '#',
  '&',
  '{slug}',
  '{id}',
  '{type}',
  '{',
  '}',
  '{x}',
  ' ',
  '\\',
  '日本',
);
const start = fc.constantFrom(
  '/',
  '//',
  'https://site.example',
  'http://site.example/',
  'HTTPS://x',
  'javascript:',
  'data:',
  '',
);
const pattern = fc.tuple(start, fc.array(piece, { maxLength: 6 })).map(([a, rest]) => a + rest.join(''));

function isTaken(patterns: Record<string, string>): boolean {
  try {
    checkLinkPatterns(patterns);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    return false;
  }
}

describe('an address pattern', () => {
  it('that is taken gives an address of the site that it names, whatever the slug', () => {
    let taken = 0;
    fc.assert(
      fc.property(kind, pattern, slug, (type, text, name) => {
        if (!isTaken({ [type]: text })) return;
        taken += 1;
        const address = addressOnSite({ type, id: 'art_1', slug: name }, { [type]: text });
        if (address === null) {
          expect(['', '.', '..']).toContain(name);
          return;
        }
        expect(isHref(address)).toBe(true);
        expect(address).toMatch(/^(?:\/(?![/\\])|https?:\/\/[^/?#]+(?:[/?#]|$))/i);
        const base = 'https://here.example';
        const plain = addressOnSite({ type, id: 'art_1', slug: 'plain' }, { [type]: text }) ?? '';
        expect(new URL(address, base).origin).toBe(new URL(plain, base).origin);
        const steps = (one: string) => new URL(one, base).pathname.split('/').length;
        expect(steps(address)).toBe(steps(plain));
      }),
      { numRuns: 3_000 },
    );
    expect(taken).toBeGreaterThan(30); // chance makes few patterns that are taken
  });

  it('gives the slug back to who decodes the address', () => {
    fc.assert(
      fc.property(slug, (name) => {
        const address = addressOnSite(
          { type: 'author', id: 'aut_1', slug: name },
          { author: '/people/{slug}' },
        );
        if (address === null) return;
        const [, people, read = ''] = new URL(address, 'https://here.example').pathname.split('/');
        expect([people, decodeURIComponent(read)]).toEqual(['people', name]);
      }),
    );
  });

  it.each([
    'javascript:alert(1)//{slug}',
    'data:text/html,{slug}',
    'mailto:{slug}',
    'JavaScript:{id}',
    '/\\{slug}',
    '//{slug}',
  ])('with another scheme or host is refused: %s', (text) => {
    expect(isTaken({ blog_article: text })).toBe(false);
  });
});
