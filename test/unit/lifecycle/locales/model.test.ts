import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyFirstDue,
  firstDue,
  type LocalizedItem,
  type OwnValues,
  type Readership,
  serveLocale,
} from '../../../../src/lifecycle/index.ts';
import { applyItemChange } from '../../../../src/lifecycle/locales/item-change.ts';
import { fallbackChain } from '../../../../src/projects/index.ts';
import { command, isValid, start, stateChanges, timeOf } from './commands.ts';
import { type Command, fallbacks, locales, Model, ownKeys } from './model.ts';

const readership: Readership = {
  list: locales.map((id) => ({ id, fallback: fallbacks[id], serves_entries: false })),
  addressesOf: () => ownKeys.map((address) => ({ address, fallsBack: address !== 'strict' })),
};

function merge(change: Record<string, string | null>) {
  return (values: OwnValues): OwnValues =>
    Object.fromEntries(Object.entries({ ...values, ...change }).filter(([, each]) => each !== null));
}

function run(before: LocalizedItem, sent: Command, model: Model) {
  const { own, shared, publishesShared } = sent;
  const changes = stateChanges(sent, model).map(
    ([id, state]) => [id, { merge: merge(own), ...state }] as const,
  );
  const change = { locales: new Map(changes), mergeShared: merge(shared), publishesShared };
  return applyItemChange(before, change, { readership, now: timeOf(model.minute) });
}

function applyDue(item: LocalizedItem, now: Date): LocalizedItem {
  let after = item;
  for (
    let due = applyFirstDue(after, readership, now);
    due !== null;
    due = applyFirstDue(after, readership, now)
  )
    after = due.after;
  return after;
}

function viewOf(
  { states, shared }: LocalizedItem,
  id: string,
  mode: 'none' | 'fields' | 'entries',
  now: Date,
) {
  const chain = fallbackChain(readership.list, id);
  const served = serveLocale(states, { chain, mode, addresses: readership.addressesOf({}), now });
  if (served === null) return null;
  const published = states.get(served.locale)?.published_at?.getTime();
  const date = published === undefined ? undefined : (published - start) / 60_000;
  const { locale, values, fallbacks: from } = served;
  return { locale, values, fallbacks: from, shared: shared.live ?? {}, date };
}

describe('any sequence of writes in several locales', () => {
  it('shows readers what the model shows, in every mode, with and without jobs', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 14 }), (commands) => {
        let item: LocalizedItem = { shared: { draft: {}, live: null }, states: new Map(), revision: 0 };
        const model = new Model();
        const views = new Map<string, unknown>();
        for (const one of commands) {
          model.passTo(model.minute + one.wait);
          const now = timeOf(model.minute);
          const isChangeDue = [...item.states.values()].some(({ pending }) => pending && pending.at <= now);
          const read = (of: LocalizedItem) => {
            for (const id of locales)
              for (const mode of ['none', 'fields', 'entries'] as const)
                expect(viewOf(of, id, mode, now)).toEqual(model.view(id, mode));
          };
          if (!isChangeDue) read(item);
          item = applyDue(item, now);
          expect(firstDue(item, now)).toBeNull();
          read(item);
          if (!isValid(one, model)) continue;
          const viewsBefore = locales.map((id) => model.view(id, 'fields'));
          const { after, notice } = run(item, one, model);
          model.run(one);
          item = after;
          read(item);
          const changes = locales.flatMap((locale, i) => {
            const viewAfter = model.view(locale, 'fields');
            if (isDeepStrictEqual(viewAfter, viewsBefore[i])) return [];
            return [
              {
                locale,
                change:
                  viewsBefore[i] === null ? 'published' : viewAfter === null ? 'unpublished' : 'updated',
              },
            ];
          });
          expect(notice.locales).toEqual(changes);
          for (const id of locales) {
            const viewAfter = model.view(id, 'fields');
            const tag = `${id} ${String(item.states.get(id)?.live_revision)}`;
            if (viewAfter === null) continue;
            expect(views.get(tag) ?? viewAfter).toEqual(viewAfter);
            views.set(tag, structuredClone(viewAfter));
          }
        }
      }),
      { numRuns: 400 },
    );
  });
});
