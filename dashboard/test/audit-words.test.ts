import { expect, it } from 'vitest';
import { hrefInLocale, writtenLocales } from '../src/screens/audit/words.ts';

const subject = { kind: 'article', id: 'art_1', title: 'Prices' };
const list = '/p/prj_1/authors?author=aut_1';

it.each([
  ['a write in German', { locale: 'de' }, ['de'], '/p/prj_1/blog/art_1?locale=de'],
  ['a write in two languages', { locale: 'en,de' }, ['en', 'de'], '/p/prj_1/blog/art_1'],
  ['a write in the default language', null, [], '/p/prj_1/blog/art_1'],
] as const)('%s leads to the item in its language', (_name, detail, codes, href) => {
  expect(writtenLocales({ detail, subject })).toEqual(codes);
  expect(hrefInLocale('/p/prj_1/blog/art_1', { detail, subject })).toBe(href);
});

it('keeps the parameters of a URL', () => {
  expect(hrefInLocale(list, { detail: { locale: 'de' }, subject })).toBe(`${list}&locale=de`);
});
