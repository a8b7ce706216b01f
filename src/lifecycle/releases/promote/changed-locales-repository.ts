import type { LocaleRecord } from '../../../core/context/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { noTimeLimit, parts } from '../copy/release-rows.ts';

/** The state of an entry in each locale with content, by the id of the locale. */
type EntryStates = ReadonlyMap<string, string>;

interface StatesRow {
  id: string;
  revision: number;
  updated_at: Date;
  is_default_empty?: true;
  last_revision?: number;
  states: { k: string; revision: number; updated_at: Date }[];
}

/**
 * The codes of the locales in which entries of two releases differ, in project order. Entries that have, or had, only
 * the default locale are omitted.
 */
export async function changedLocales(
  db: ProjectDb,
  {
    releaseIds: [one, other],
    ids,
    list,
  }: { releaseIds: readonly [string, string]; ids: readonly string[]; list: readonly LocaleRecord[] },
): Promise<ReadonlyMap<string, string[]>> {
  const locales = new Map<string, string[]>();
  if (list.length < 2 || ids.length === 0) return locales;
  const [states, others] = [await statesIn(db, one, { ids, list }), await statesIn(db, other, { ids, list })];
  for (const id of ids) {
    const [own, compared] = [states.get(id), others.get(id)];
    if (own === undefined || compared === undefined) continue;
    const changed = list.filter((locale) => own.states.get(locale.id) !== compared.states.get(locale.id));
    if (own.isInLocales || compared.isInLocales)
      locales.set(
        id,
        changed.map(({ code }) => code),
      );
  }
  return locales;
}

async function statesIn(
  db: ProjectDb,
  releaseId: string,
  { ids, list }: { ids: readonly string[]; list: readonly LocaleRecord[] },
): Promise<Map<string, { states: EntryStates; isInLocales: boolean }>> {
  const states = {
    $map: {
      input: { $objectToArray: { $ifNull: ['$locales', {}] } },
      in: { k: '$$this.k', revision: '$$this.v.revision', updated_at: '$$this.v.updated_at' },
    },
  };
  const keys = { id: 1, revision: 1, updated_at: 1, is_default_empty: 1, last_revision: 1 };
  const entries = await rows(db.release(releaseId), parts.entries.collection).aggregate<StatesRow>(
    { id: { $in: [...ids] } },
    [{ $project: { ...keys, states } }],
    noTimeLimit,
  );
  return new Map(
    entries.map((row) => [row.id, { states: statesOf(row, list), isInLocales: isInLocales(row) }]),
  );
}

function isInLocales({ last_revision: last }: StatesRow): boolean {
  return last !== undefined;
}

/** Releases can have different states with one revision, so the time counts too. */
function statesOf(row: StatesRow, list: readonly LocaleRecord[]): EntryStates {
  const stateOf = ({ revision, updated_at: at }: Pick<StatesRow, 'revision' | 'updated_at'>) =>
    `${revision} ${at.getTime()}`;
  return new Map([
    ...(row.is_default_empty === true ? [] : [[list[0]?.id ?? '', stateOf(row)] as const]),
    ...row.states.map((state) => [state.k, stateOf(state)] as const),
  ]);
}
