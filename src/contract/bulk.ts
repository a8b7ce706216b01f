import { type Static, Type } from '@sinclair/typebox';
import { limits } from './limits.ts';
import { Nullable } from './listing.ts';
import { Problem } from './problem.ts';

const closed = { additionalProperties: false } as const;
const bulkActions = ['publish', 'unpublish', 'delete'] as const;

/** One thing to be done to many items, each by itself. */
export const BulkRequest = Type.Object(
  {
    action: Type.Union(bulkActions.map((action) => Type.Literal(action))),
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

/** Runs `change` for one item after another, each by itself: what is refused for one holds up no other. */
export async function eachOf(
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
): Promise<BulkResult> {
  const data: BulkResult['data'] = [];
  for (const id of ids) {
    try {
      await change(id);
      data.push({ id, ok: true, error: null });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      data.push({ id, ok: false, error: { code: error.code, message: error.message, ...error.hints } });
    }
  }
  const done = data.filter(({ ok }) => ok).length;
  return { data, done, failed: data.length - done };
}
