import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyChange,
  statusAt,
  newItem,
  visibleAt,
} from '../../../../src/lifecycle/publishing/state-machine.ts';
import type { PublishableItem } from '../../../../src/lifecycle/publishing/schema.ts';

type Values = Record<string, number>;

/** One write, with how many minutes pass before it and where its date lies, in minutes from then. */
interface Step {
  waitMinutes: number;
  values: Values;
  publish: boolean | undefined;
  dateMinutes: number | null | undefined;
}

const minute = 60_000;
const key = fc.constantFrom('a', 'b', 'c');
const step: fc.Arbitrary<Step> = fc.record({
  waitMinutes: fc.integer({ min: 0, max: 20 }),
  values: fc.dictionary(key, fc.integer({ min: 0, max: 3 }), { maxKeys: 2, noNullPrototype: true }),
  publish: fc.constantFrom(true, false, undefined),
  dateMinutes: fc.oneof(fc.integer({ min: -30, max: 30 }), fc.constant(null), fc.constant(undefined)),
});

/** The model: what the specification's table says, without revisions, snapshots or dates of its own. */
interface Model {
  draft: Values;
  /** What is or will be live, from when; null for a draft. */
  live: { values: Values; from: number } | null;
  date: number | null;
}

function stepModel(model: Model, { values, publish, dateMinutes }: Step, now: number): Model {
  const draft = { ...model.draft, ...values };
  if (publish === false) return { draft, live: null, date: model.date };
  if (publish === undefined) {
    const live = model.live === null ? null : { ...model.live, values: { ...model.live.values, ...values } };
    return { draft, live, date: model.date };
  }
  const asked = dateMinutes == null ? dateMinutes : now + dateMinutes * minute;
  const date = (asked === undefined ? model.date : asked) ?? now;
  return { draft, live: { values: draft, from: date }, date };
}

function seen(model: Model, now: number): Values | null {
  return model.live !== null && model.live.from <= now ? model.live.values : null;
}

function dateOf({ dateMinutes }: Step, now: number): Date | null | undefined {
  return dateMinutes == null ? dateMinutes : new Date(now + dateMinutes * minute);
}

describe('any sequence of writes', () => {
  it('leaves readers, draft, state and events where a small model says', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let now = Date.parse('2026-01-01T00:00:00Z');
        let item: PublishableItem<Values> = newItem({}, new Date(now));
        let model: Model = { draft: {}, live: null, date: null };
        let wasTold = false; // whether receivers believe that it is live

        for (const one of steps) {
          now += one.waitMinutes * minute;
          const at = new Date(now);
          const sawBefore = visibleAt(item, at);
          const { after, verbs, isChanged } = applyChange(
            item,
            {
              merge: (values) => ({ ...values, ...one.values }),
              publish: one.publish,
              publishedAt: one.publish === true ? dateOf(one, now) : undefined,
            },
            at,
          );
          model = stepModel(model, one, now);

          expect(after.draft).toEqual(model.draft);
          expect(visibleAt(after, at)).toEqual(seen(model, now));
          const state = model.live === null ? 'draft' : model.live.from <= now ? 'published' : 'scheduled';
          expect(statusAt(after, at)).toBe(state);
          expect(after.revision).toBe(item.revision + (isChanged ? 1 : 0));
          if (!isChanged) expect(verbs).toEqual([]);

          for (const verb of verbs) {
            // Every event makes sense to one who heard only the events before it.
            if (verb === 'published') expect(visibleAt(after, at) ?? sawBefore).not.toBeNull();
            else expect(wasTold || verbs.includes('published')).toBe(true);
            wasTold = verb !== 'unpublished';
          }
          item = after;
        }
      }),
      { numRuns: 500 },
    );
  });
});
