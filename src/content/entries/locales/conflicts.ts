import type { LocaleRecord } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { fallbackChain } from '../../../projects/index.ts';
import { hasLocalizedFields, isLocalized } from '../../fields/locales/own-values.ts';
import { findBlocks } from '../../types/blocks/repository.ts';
import { findTypes } from '../../types/repository.ts';
import { derive } from '../store/derive.ts';
import { withoutClashes } from '../store/locales/clashes.ts';
import { findUniqueHolders } from '../store/locales/repository.ts';
import type { RowScope } from '../store/locales/row.ts';
import { itemOf, stateIn } from '../store/locales/states.ts';
import { findBatch } from '../store/queries/batch-repository.ts';
import type { EntryRecord } from '../store/schema.ts';

/** Entries of one batch. */
const batchSize = 100;
/** Milliseconds after which the check ends. The job that prepares the locale finds the rest. */
const checkMs = 2_000;

/**
 * The entries that would serve a unique value in a locale which another entry has there, with a changed list of locales:
 * values that fall back, and whole entries if the locale serves them.
 * @returns at most `max` ids
 */
export async function findUniqueConflicts(
  db: ReleaseDb,
  { list, locale, now, max }: { list: readonly LocaleRecord[]; locale: LocaleRecord; now: Date; max: number },
): Promise<string[]> {
  const endsAt = performance.now() + checkMs;
  const blocks = new Map((await findBlocks(db)).map((block) => [block.slug, block]));
  const ids: string[] = [];
  for (const type of await findTypes(db)) {
    const shape = { ...type, blocks };
    const hasUniques = type.fields.some((field) => isLocalized(field) && field.options.unique === true);
    if (!hasUniques || !hasLocalizedFields(shape)) continue;
    for (let after: string | undefined = ''; after !== undefined;) {
      if (ids.length >= max || performance.now() > endsAt) return ids.slice(0, max);
      const { entries, isLast } = await findBatch(db, type.slug, after, batchSize);
      ids.push(...(await conflictsOf(db, entries, { scope: { shape, list, now }, locale })));
      after = isLast ? undefined : entries.at(-1)?.id;
    }
  }
  return ids.slice(0, max);
}

async function conflictsOf(
  db: ReleaseDb,
  entries: readonly EntryRecord[],
  { scope, locale }: { scope: RowScope; locale: LocaleRecord },
): Promise<string[]> {
  const matched = await withoutClashes(db, entries, scope);
  const clashing = matched.filter((after, i) => {
    const stored = entries[i]?.locales?.[locale.id]?.clashes ?? [];
    return after.locales?.[locale.id]?.clashes?.some((key) => !stored.includes(key)) === true;
  });
  const served = locale.serves_entries ? await servedConflicts(db, entries, { scope, locale }) : [];
  return [...new Set([...clashing.map(({ id }) => id), ...served])];
}

/** Entries without content in the locale whose fallback has a unique value that another entry has in the locale. */
async function servedConflicts(
  db: ReleaseDb,
  entries: readonly EntryRecord[],
  { scope: { shape, list, now }, locale }: { scope: RowScope; locale: LocaleRecord },
): Promise<string[]> {
  const uniquesOf = new Map<string, readonly string[]>();
  for (const entry of entries) {
    const item = itemOf(entry, shape, list);
    const chain = fallbackChain(list, locale.id);
    const source = chain.find((id) => item.states.has(id));
    if (source === undefined || source === locale.id) continue;
    const { draft, live } = stateIn(item, source, { shape, now });
    const { uniques = [] } = derive(shape, { draft, live });
    uniquesOf.set(entry.id, uniques);
  }
  const uniques = [...uniquesOf.values()].flat();
  if (uniques.length === 0) return [];
  const holders = await findUniqueHolders(db, {
    locale: locale.id,
    type: shape.slug,
    uniques,
    exceptIds: [],
  });
  const held = new Set(holders.flatMap(({ uniques: values = [] }) => values));
  return [...uniquesOf].flatMap(([id, own]) => (own.some((unique) => held.has(unique)) ? [id] : []));
}
