import { isDeepStrictEqual } from 'node:util';
import { allLocales } from '../../contract/access.ts';
import type { LocaleState, LocalizedItem, OwnValues } from './schema.ts';
import { changedKeys } from './shared.ts';

/**
 * The ids of the locales whose content a write of an item changes, with `*` if it changes shared values or the whole
 * item (specification: access). A locale that only shows other fallbacks is not changed.
 */
export function changedLocaleIds(before: LocalizedItem, after: LocalizedItem): string[] {
  if (after === before) return [];
  if (before.revision === 0) return [allLocales, ...after.states.keys()];
  const ids = [...new Set([...before.states.keys(), ...after.states.keys()])];
  const pairs = ids.map((id) => ({ id, from: before.states.get(id), to: after.states.get(id) }));
  const changedStates = pairs.filter(({ from, to }) => !isDeepStrictEqual(contentOf(from), contentOf(to)));
  const isWhole =
    changesShared(before, after) || changedStates.some(({ from, to }) => isArchived(from) !== isArchived(to));
  return [...(isWhole ? [allLocales] : []), ...changedStates.map(({ id }) => id)];
}

/** What writes of a locale decide. Revisions and dates of changes also follow changes of fallbacks. */
function contentOf(state: LocaleState | undefined): object | null {
  if (state === undefined) return null;
  const {
    draft,
    live,
    pending = null,
    status,
    live_at,
    live_until = null,
    published_at,
    sources = {},
  } = state;
  return { draft, live, pending, status, live_at, live_until, published_at, sources };
}

function isArchived(state: LocaleState | undefined): boolean {
  return state?.status === 'archived';
}

/** Shared values that are live stop being live with the last locale, which is no change of a value. */
function changesShared(before: LocalizedItem, after: LocalizedItem): boolean {
  const { draft, live } = before.shared;
  if (differ(draft, after.shared.draft)) return true;
  if (after.shared.live !== null && differ(live ?? {}, after.shared.live)) return true;
  return [...after.states].some(([id, { pending }]) => {
    return differ(before.states.get(id)?.pending?.shared ?? {}, pending?.shared ?? {});
  });
}

function differ(from: OwnValues, to: OwnValues): boolean {
  return changedKeys(from, to).length > 0;
}
