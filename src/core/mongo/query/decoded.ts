import { type AbstractCursor, BSON, type Document } from 'mongodb';

/**
 * Options of every read that decodes its rows itself. A watched client (`measureCommands`) decodes each answer of the
 * database whole, at once and once more for its event, unless the rows in it are asked for as bytes.
 */
export const asBytes = { raw: true } as const;

/** One row of its bytes; with `promoteBuffers` binary values in it are buffers, as the driver's option has it. */
export function decodeRow<T extends Document>(
  bytes: unknown,
  { promoteBuffers = false }: { promoteBuffers?: boolean | undefined } = {},
): T {
  return BSON.deserialize(bytes as Uint8Array, { promoteBuffers }) as T;
}

/** The rows of a cursor that was opened with `asBytes`, each decoded when it is taken. */
export function decoded<T extends Document>(cursor: AbstractCursor<never>): AbstractCursor<T> {
  return (cursor as AbstractCursor<Uint8Array>).map((bytes) => decodeRow<T>(bytes));
}
