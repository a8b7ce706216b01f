import { describe, expect, it } from 'vitest';
import {
  actorName,
  detailWords,
  hrefInLocale,
  subjectOf,
  writtenLocales,
} from '../src/screens/audit/words.ts';

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

describe('a row in words', () => {
  const ada = { kind: 'user', id: 'usr_1', name: 'Ada' };
  const subjectWords = (kind: string, id: string, title: string | null) =>
    subjectOf({ subject: { kind, id, title }, actor: ada });

  it.each([
    [{ kind: 'job', id: 'publishing.due', name: 'publishing.due' }, 'Galley'],
    [{ kind: 'user', id: 'usr_1', name: 'usr_1' }, 'A former member'],
    [{ kind: 'key', id: 'key_1', name: 'key_1' }, 'A deleted key'],
    [ada, 'Ada'],
  ])('names the actor %j', (actor, name) => {
    expect(actorName(actor)).toBe(name);
  });

  it.each([
    ['bulk_job', 'job_1', null, ''],
    ['entry', 'ent_1', null, 'without a title'],
    ['entry', 'ent_1', 'Kites', 'Kites'],
    ['type', 'story', null, 'story'],
    ['member', 'usr_2', null, 'who left'],
    ['member', 'usr_1', null, ''],
  ])('names the subject %s %s with the title %s', (kind, id, title, words) => {
    expect(subjectWords(kind, id, title)).toBe(words);
  });

  it.each([
    [{ kind: 'unpublish', items: 1279 }, 'Kind: unpublish; Number of items: 1279'],
    [{ role: { from: null, to: 'owner' }, link: 'lnk_1' }, 'Role: none to owner'],
    [{ removed: [{ field: 'kicker', entries: 1 }] }, 'Removed: kicker (in 1 entry)'],
    [{ link: 'lnk_1' }, null],
    [{ grant: { from: null, to: { areas: ['blog', 'kb'] } } }, 'Access: none to areas blog, kb'],
  ])('tells the details %j without ids', (detail, words) => {
    expect(detailWords(detail)).toBe(words);
  });
});
