import { type Static, Type } from '@sinclair/typebox';
import { limits } from './limits.ts';
import { Nullable } from './listing.ts';
import { ApiError } from './errors/api-error.ts';

const closed = { additionalProperties: false } as const;
const bulkActions = ['publish', 'unpublish', 'delete'] as const;

export const BulkAction = Type.Union(bulkActions.map((action) => Type.Literal(action)));
export type BulkAction = (typeof bulkActions)[number];

/** One thing to be done to many items, each by itself. */
export const BulkRequest = Type.Object(
  {
    action: BulkAction,
    ids: Type.Array(Type.String(), { minItems: 1, maxItems: limits.page_size_max, uniqueItems: true }),
  },
  { $id: 'BulkRequest', ...closed },
);
export type BulkRequest = Static<typeof BulkRequest>;

/** What became of each item, in the order asked for; `error` is the envelope's own. */
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

/** A hundred items are changed one after another, in milliseconds. */
export const bulkTimeMs = 60_000;

/** Rounds in which a bulk deletion tries again what links forbade: items that link to each other in a row of so many. */
export const roundsMax = 10;

/** Whether an item was refused because others link to it, which may go with the same change. */
export function isHeldByLinks(code: string): boolean {
  return code === 'entry_referenced';
}

type Result = BulkResult['data'][number];

/**
 * Runs `change` for one item after another, each by itself: what is refused for one holds up no other. What links forbade
 * is tried again in another round, as long as a round changed something.
 */
export async function eachOf(
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
): Promise<BulkResult> {
  const results = new Map<string, Result>();
  let open = ids;
  for (let round = 0; open.length > 0 && round <= roundsMax; round += 1) {
    const before = open.length;
    for (const id of open) results.set(id, await resultOf(id, change));
    open = open.filter((id) => isHeldByLinks(results.get(id)?.error?.code ?? ''));
    if (open.length === before) break;
  }
  const data = ids.flatMap((id) => results.get(id) ?? []);
  const done = data.filter(({ ok }) => ok).length;
  return { data, done, failed: data.length - done };
}

async function resultOf(id: string, change: (id: string) => Promise<unknown>): Promise<Result> {
  try {
    await change(id);
    return { id, ok: true, error: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { id, ok: false, error: { code: error.code, message: error.message, ...error.hints } };
  }
}
