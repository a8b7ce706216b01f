import { type AbstractCursor, BSON, type Document } from 'mongodb';

/**
 * Options of every read that decodes its rows itself. Without `raw`, a client with command monitoring
 * (`measureCommands`) decodes each batch twice, once for its event.
 */
export const asBytes = { raw: true } as const;

/** Decodes a row; `promoteBuffers` returns binary values as buffers, like the driver's option. */
export function decodeRow<T extends Document>(
  bytes: unknown,
  { promoteBuffers = false }: { promoteBuffers?: boolean | undefined } = {},
): T {
  return BSON.deserialize(bytes as Uint8Array, { promoteBuffers }) as T;
}

/** Decodes each row of a cursor opened with `asBytes` when it is read. */
export function decoded<T extends Document>(cursor: AbstractCursor<never>): AbstractCursor<T> {
  return (cursor as AbstractCursor<Uint8Array>).map((bytes) => decodeRow<T>(bytes));
}
