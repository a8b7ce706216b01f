import { type Static, Type } from '@sinclair/typebox';
import { limits } from './limits.ts';
import { Nullable } from './listing.ts';
import { ApiError } from './errors/api-error.ts';

const closed = { additionalProperties: false } as const;
const bulkActions = ['publish', 'unpublish', 'delete'] as const;

export const BulkAction = Type.Union(bulkActions.map((action) => Type.Literal(action)));
export type BulkAction = (typeof bulkActions)[number];

/** One action on many items, each in its own transaction. */
export const BulkRequest = Type.Object(
  {
    action: BulkAction,
    ids: Type.Array(Type.String(), { minItems: 1, maxItems: limits.page_size_max, uniqueItems: true }),
  },
  { $id: 'BulkRequest', ...closed },
);
export type BulkRequest = Static<typeof BulkRequest>;

/** The code of the locale in which items are changed; the default locale if omitted. */
export const bulkLocale = { locale: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) };

/** One action on many items in one locale. A deletion in a further locale deletes their content there. */
export const LocaleBulkRequest = Type.Object(
  { ...BulkRequest.properties, ...bulkLocale },
  { $id: 'LocaleBulkRequest', ...closed },
);
export type LocaleBulkRequest = Static<typeof LocaleBulkRequest>;

/**
 * New values of 1 to 20 fields for many entries, each field in one of the three. `values` have the written form, and null
 * clears a field. Items are added once, at the end of a list. `live` also changes what readers see of published entries.
 */
export const BulkSet = Type.Object(
  {
    values: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    add: Type.Optional(Type.Record(Type.String(), Type.Array(Type.Unknown()))),
    remove: Type.Optional(Type.Record(Type.String(), Type.Array(Type.Unknown()))),
    live: Type.Optional(Type.Boolean()),
  },
  { $id: 'BulkSet', ...closed },
);
export type BulkSet = Static<typeof BulkSet>;

/** What a bulk change does to each item. */
export type BulkChange = { action: BulkAction } | { action: 'set'; set: BulkSet };

/** The result of each item, in the order of the request. `error` has the form of the error envelope. */
export const BulkResult = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          ok: Type.Boolean(),
          error: Nullable(
            Type.Object({ code: Type.String(), message: Type.String() }, { additionalProperties: true }),
          ),
        },
        closed,
      ),
    ),
    done: Type.Integer(),
    failed: Type.Integer(),
  },
  { $id: 'BulkResult', ...closed },
);
export type BulkResult = Static<typeof BulkResult>;

/** Milliseconds for a hundred items, which are changed one after another. */
export const bulkTimeoutMs = 60_000;

/**
 * Rounds in which a bulk deletion retries items that others link to; a chain of linked items can have this
 * length.
 */
export const maxRounds = 10;

/** Whether the item was rejected because others link to it; those may be part of the bulk deletion. */
export function isBlockedByLinks(code: string): boolean {
  return code === 'entry_referenced';
}

type Result = BulkResult['data'][number];

/**
 * Runs `change` for each item, one after another; a rejected item doesn't stop the others. Items that others
 * link to are retried in another round while rounds make progress.
 */
export async function changeEach(
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
): Promise<BulkResult> {
  const results = new Map<string, Result>();
  await changeInRounds(ids, results, async (pending) => {
    for (const id of pending) results.set(id, await changeOne(id, change));
  });
  const data = ids.flatMap((id) => results.get(id) ?? []);
  const done = data.filter(({ ok }) => ok).length;
  return { data, done, failed: data.length - done };
}

/**
 * Runs `change` for all ids, then again for items that others link to, while rounds make progress. `change` stores the
 * result of each item in `results`.
 */
export async function changeInRounds(
  ids: readonly string[],
  results: ReadonlyMap<string, Result>,
  change: (pending: readonly string[]) => Promise<unknown>,
): Promise<void> {
  let pending = ids;
  for (let round = 0; pending.length > 0 && round <= maxRounds; round += 1) {
    const previousCount = pending.length;
    await change(pending);
    pending = pending.filter((id) => isBlockedByLinks(results.get(id)?.error?.code ?? ''));
    if (pending.length === previousCount) break;
  }
}

async function changeOne(id: string, change: (id: string) => Promise<unknown>): Promise<Result> {
  try {
    await change(id);
    return { id, ok: true, error: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { id, ok: false, error: { code: error.code, message: error.message, ...error.hints } };
  }
}
