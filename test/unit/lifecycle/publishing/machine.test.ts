import { describe, expect, it } from 'vitest';
import {
  applyChange,
  type StateChange,
  statusAt,
  newItem,
  visibleAt,
} from '../../../../src/lifecycle/publishing/state-machine.ts';
import {
  change,
  draft,
  drifted,
  future,
  hidden,
  type Item,
  later,
  now,
  overdue,
  past,
  published,
  scheduled,
  type Values,
} from '../../../support/publishing/items.ts';

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
    from: newItem({}, now),
    by: change({ a: 1 }, { publish: true }),
    to: 'published',
    verbs: ['published'],
    sees: { a: 1 },
  },
  'create without publish': {
    from: newItem({}, now),
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
});
