import type { ProjectContext, Tx } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import type { LocaleState, OwnValues } from '../../../lifecycle/index.ts';
import { replaceLocaleRows } from '../../entries/store/locales/repository.ts';
import type { EntryRecord, EntryShape } from '../../entries/store/schema.ts';

type LocaleValues = Pick<EntryRecord, 'locales' | 'shared_live'>;

/** The own values of further locales, and the shared ones, without these storage keys. */
export function ownValuesWithout(
  { locales, shared_live: shared }: EntryRecord,
  keys: readonly string[],
): LocaleValues {
  const without = (values: OwnValues) =>
    Object.fromEntries(Object.entries(values).filter(([address]) => !keys.includes(address)));
  return mapOwnValues({ locales, shared_live: shared }, without, true);
}

/** The own values of further locales, changed in each snapshot. Shared values are changed only with `changesShared`. */
export function mapOwnValues(
  { locales, shared_live: shared }: { [K in keyof LocaleValues]?: LocaleValues[K] | undefined },
  change: (values: OwnValues) => OwnValues,
  changesShared = false,
): LocaleValues {
  const newStates = Object.entries(locales ?? {}).map(
    ([id, state]) => [id, mapState(state, change)] as const,
  );
  return {
    ...(locales === undefined ? {} : { locales: Object.fromEntries(newStates) }),
    ...(shared === undefined ? {} : { shared_live: changesShared ? { ...change(shared) } : shared }),
  };
}

function mapState(state: LocaleState, change: (values: OwnValues) => OwnValues): LocaleState {
  const { draft, live, pending } = state;
  return {
    ...state,
    draft: change(draft),
    live: live === null ? null : change(live),
    ...(pending === undefined ? {} : { pending: { ...pending, values: change(pending.values) } }),
  };
}

/** Derives the rows of further locales of entries that a job changed. */
export async function replaceRowsInLocales(
  tx: Pick<Tx<ProjectContext>, 'locales' | 'now'> & { db: ReleaseDb },
  shape: EntryShape,
  changed: readonly EntryRecord[],
): Promise<void> {
  if (changed.every(({ periods }) => periods === undefined)) return;
  const { list } = await tx.locales();
  await replaceLocaleRows(tx.db, changed, { shape, list, now: tx.now });
}
