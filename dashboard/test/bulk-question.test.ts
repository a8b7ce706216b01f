import { describe, expect, it } from 'vitest';
import { consequencesOf } from '../src/features/lists/bulk-question.ts';

type Counts = [live: number, scheduled: number, drafts: number];

function ask(
  action: 'publish' | 'unpublish' | 'delete',
  [live, scheduled, drafts]: Counts,
  isInRelease = false,
) {
  return consequencesOf({ action, total: live + scheduled + drafts, live, scheduled, drafts }, isInRelease);
}

describe('the question before a bulk change', () => {
  it.each<[Parameters<typeof ask>, string]>([
    [['unpublish', [1102, 0, 177]], '1,102 of them are live. Readers no longer get them.'],
    [['unpublish', [3, 0, 0]], 'All of them are live. Readers no longer get them.'],
    [['unpublish', [1, 0, 4]], '1 of them is live. Readers no longer get them.'],
    [['unpublish', [1, 0, 0]], 'It is live. Readers no longer get it.'],
    [['unpublish', [0, 2, 1]], '2 of them are scheduled.'],
    [['unpublish', [0, 0, 4]], 'None of them is live.'],
    [['unpublish', [2, 0, 1], true], '2 of them are published in this release.'],
    [['delete', [2, 1, 0]], '2 of them are live. Readers no longer get them. 1 of them is scheduled.'],
    [['publish', [2, 1, 3]], '3 of them are drafts. 1 of them is scheduled. Readers see them at once.'],
    [['publish', [4, 0, 1]], '1 of them is a draft. Readers see them at once.'],
    [['publish', [0, 0, 1]], 'It is a draft. Readers see it at once.'],
    [['publish', [0, 0, 30], true], 'All of them are drafts. Readers see them when the release goes live.'],
    [['publish', [0, 0, 0]], 'Nothing matches any more.'],
  ])('%j: %s', (question, text) => {
    expect(ask(...question)).toBe(text);
  });
});
