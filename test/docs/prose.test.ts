import { describe, expect, it } from 'vitest';
import { findFaults } from '../../tools/prose-rules.ts';

describe('the rules of npm run check:prose', () => {
  it.each([
    ['The log says why.', 'log says'],
    ['GET /v1/changes is cheap, and the service tells whether anything changed.', 'service tells'],
    ['Nobody can read the public bucket.', 'Nobody'],
    ['Whoever opens this link first joins.', 'Whoever'],
    ['a MIME type without parameters, image/png say.', 'say.'],
    ['a CDN, say', ', say'],
    ['Rich text knows no node or mark of that name.', 'knows no'],
    ['E-mail and password do not belong together.', 'belong together'],
    ['Give them this password on a safe way.', 'on a safe way'],
    ['Two commands cannot share one folder; the second is told which process holds it.', 'is told'],
    ['They are told without a bound.', 'are told'],
    ['Every attempt is signed anew.', 'anew'],
    ['`npm run dev` needs none of them and heeds all.', 'heeds'],
    ['those whose review is due first first', 'first first'],
    ['The timestamp is no number.', 'is no number'],
    ['Who asks for less is answered first.', 'Who asks for less is answered first.'],
    ['Nothing like that. Take a filter away.', 'Nothing like that'],
    ['Take off the schedule', 'Take off the schedule'],
    ['Hidden, not answered yet', 'not answered yet'],
  ])('refuse %j', (sentence, words) => {
    expect(findFaults(sentence).map((fault) => fault.words)).toContain(words);
  });

  it.each([
    'Two commands cannot share one data folder; the second one prints the process that holds it.',
    'An operator can say that the limit is higher.',
    'There is no field "price" to sort by.',
    'Who can see a draft?',
    'The service returns 503 while the database does not respond.',
  ])('accept %j', (sentence) => {
    expect(findFaults(sentence)).toEqual([]);
  });
});
