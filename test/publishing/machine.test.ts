import { describe, expect, it } from 'vitest';
import { applyChange, type StateChange, statusAt, unsaved, visibleAt } from '../../src/publishing/service.ts';
import type { PublishedSnapshot } from '../../src/publishing/schema.ts';

type Values = Record<string, number>;
type Item = PublishedSnapshot<Values>;

const now = new Date('2026-11-20T12:00:00Z');
const past = new Date('2026-11-01T00:00:00Z');
const future = new Date('2026-12-01T00:00:00Z');
const later = new Date('2026-12-02T00:00:00Z');

function change(values: Values, more: Partial<StateChange<Values>> = {}): StateChange<Values> {
  return { merge: (before) => ({ ...before, ...values }), publish: undefined, ...more };
}

/** An item after writes made before `now`. */
function made(...changes: StateChange<Values>[]): Item {
  const at = (i: number) => new Date(past.getTime() + i * 60_000);
  return changes.reduce((item, one, i) => applyChange(item, one, at(i)).after, unsaved<Values>({}, at(0)));
}

const draft = made(change({ a: 1 }));
const published = made(change({ a: 1 }, { publish: true }));
const scheduled = made(change({ a: 1 }, { publish: true, publishedAt: future }));
const overdue: Item = { ...scheduled, live_at: past, published_at: past };
const hidden = made(change({ a: 1 }, { publish: true }), change({}, { publish: false }));
const drifted = made(change({ a: 1, b: 1 }, { publish: true }), change({ a: 2 }, { draftOnly: true }));

interface Row {
  from: Item;
  by: StateChange<Values>;
  to: string;
  verbs: string[];
  sees: Values | null;
  draft?: Values;
}

const rows: Record<string, Row> = {
  'create with publish': {
    from: unsaved({}, now),
    by: change({ a: 1 }, { publish: true }),
    to: 'published',
    verbs: ['published'],
    sees: { a: 1 },
  },
  'create without publish': {
    from: unsaved({}, now),
    by: change({ a: 1 }),
    to: 'draft',
    verbs: [],
    sees: null,
  },
  'publish a draft': {
    from: draft,
    by: change({}, { publish: true }),
    to: 'published',
    verbs: ['published'],
    sees: { a: 1 },
  },
  'edit a draft': { from: draft, by: change({ a: 2 }), to: 'draft', verbs: [], sees: null, draft: { a: 2 } },
  'hide a draft': { from: draft, by: change({}, { publish: false }), to: 'draft', verbs: [], sees: null },
  'edit a published item': {
    from: published,
    by: change({ a: 2 }),
    to: 'published',
    verbs: ['updated'],
    sees: { a: 2 },
  },
  'an edit that changes nothing': {
    from: published,
    by: change({ a: 1 }),
    to: 'published',
    verbs: [],
    sees: { a: 1 },
  },
  'publish what is published already': {
    from: published,
    by: change({}, { publish: true }),
    to: 'published',
    verbs: [],
    sees: { a: 1 },
  },
  'hide a published item and edit it': {
    from: published,
    by: change({ a: 2 }, { publish: false }),
    to: 'draft',
    verbs: ['unpublished'],
    sees: null,
    draft: { a: 2 },
  },
  'publish it again': {
    from: hidden,
    by: change({}, { publish: true }),
    to: 'published',
    verbs: ['published'],
    sees: { a: 1 },
  },
  'save a draft beside what is live': {
    from: published,
    by: change({ a: 2 }, { draftOnly: true }),
    to: 'published',
    verbs: [],
    sees: { a: 1 },
    draft: { a: 2 },
  },
  'an edit merges into draft and live each by itself': {
    from: drifted,
    by: change({ b: 2 }),
    to: 'published',
    verbs: ['updated'],
    sees: { a: 1, b: 2 },
    draft: { a: 2, b: 2 },
  },
  'publish copies the whole draft over': {
    from: drifted,
    by: change({}, { publish: true }),
    to: 'published',
    verbs: ['updated'],
    sees: { a: 2, b: 1 },
  },
  'publish with a future date': {
    from: draft,
    by: change({}, { publish: true, publishedAt: future }),
    to: 'scheduled',
    verbs: [],
    sees: null,
  },
  'publish with a past date': {
    from: draft,
    by: change({}, { publish: true, publishedAt: past }),
    to: 'published',
    verbs: ['published'],
    sees: { a: 1 },
  },
  'a future date for a live item hides it silently': {
    from: published,
    by: change({}, { publish: true, publishedAt: future }),
    to: 'scheduled',
    verbs: [],
    sees: null,
  },
  'another past date for a live item': {
    from: published,
    by: change({}, { publish: true, publishedAt: new Date('2020-01-01') }),
    to: 'published',
    verbs: ['updated'],
    sees: { a: 1 },
  },
  'edit a scheduled item': {
    from: scheduled,
    by: change({ a: 2 }),
    to: 'scheduled',
    verbs: [],
    sees: null,
    draft: { a: 2 },
  },
  'another date for a scheduled item': {
    from: scheduled,
    by: change({}, { publish: true, publishedAt: later }),
    to: 'scheduled',
    verbs: [],
    sees: null,
  },
  'a scheduled item now': {
    from: scheduled,
    by: change({}, { publish: true, publishedAt: null }),
    to: 'published',
    verbs: ['published'],
    sees: { a: 1 },
  },
  'hide a scheduled item': {
    from: scheduled,
    by: change({}, { publish: false }),
    to: 'draft',
    verbs: [],
    sees: null,
  },
  'edit an item whose date came and was not told yet': {
    from: overdue,
    by: change({ a: 2 }),
    to: 'published',
    verbs: ['published', 'updated'],
    sees: { a: 2 },
  },
  'hide it': {
    from: overdue,
    by: change({}, { publish: false }),
    to: 'draft',
    verbs: ['published', 'unpublished'],
    sees: null,
  },
  'an edit of it that changes nothing leaves the telling to the timer': {
    from: overdue,
    by: change({ a: 1 }),
    to: 'published',
    verbs: [],
    sees: { a: 1 },
  },
};

describe('the publishing state machine', () => {
  it.each(Object.entries(rows))('%s', (_name, row) => {
    const { after, verbs } = applyChange(row.from, row.by, now);

    expect({ to: statusAt(after, now), verbs, sees: visibleAt(after, now) }).toEqual({
      to: row.to,
      verbs: row.verbs,
      sees: row.sees,
    });
    if (row.draft !== undefined) expect(after.draft).toEqual(row.draft);
  });

  it('keeps the first publication date through edits and republications', () => {
    const again = applyChange(hidden, change({ a: 9 }, { publish: true }), now).after;
    expect(again.published_at).toEqual(published.published_at);
  });

  it('uses the date that a draft still has, unless null asks for now', () => {
    const back = applyChange(scheduled, change({}, { publish: false }), now).after;

    expect(applyChange(back, change({}, { publish: true }), now).after).toMatchObject({
      status: 'scheduled',
      live_at: future,
    });
    expect(applyChange(back, change({}, { publish: true, publishedAt: null }), now).after).toMatchObject({
      status: 'published',
      published_at: now,
    });
  });

  it('counts revisions: each change one, live_revision the last one that readers could see', () => {
    expect([draft.revision, draft.live_revision]).toEqual([1, null]);
    expect([published.revision, published.live_revision]).toEqual([1, 1]);
    expect([drifted.revision, drifted.live_revision]).toEqual([2, 1]);
    const edited = applyChange(drifted, change({ b: 5 }), now).after;
    expect([edited.revision, edited.live_revision]).toEqual([3, 3]);
  });

  it('changes nothing at all when nothing changes: same revision, same updated_at', () => {
    const { after, isChanged } = applyChange(published, change({ a: 1 }), now);

    expect(isChanged).toBe(false);
    expect(after).toBe(published);
  });

  it('says until when a live item is hidden by a future date', () => {
    const hide = change({}, { publish: true, publishedAt: future });
    expect(applyChange(published, hide, now).hiddenUntil).toEqual(future);
    expect(applyChange(draft, hide, now).hiddenUntil).toBeNull();
  });
});
