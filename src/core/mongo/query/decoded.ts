import { type AbstractCursor, BSON, type Document } from 'mongodb';
import { letOthersGoOn, roundIsOver } from '../../util/async/event-loop-turn.ts';

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

/** Rows and documents inside of them that have no more bytes are decoded by one call. */
const wholeBytes = 512 * 1024;
/** The number by which BSON marks a document inside of another one. */
const documentType = 3;

/**
 * Makes the same of a row as `decodeRow`; others go on between the parts of a large one. The library calls `onDemand`
 * experimental: test/unit/core/platform/decoded-in-turns.test.ts compares the two.
 */
export async function decodeRowInTurns<T extends Document>(
  bytes: unknown,
  options: { promoteBuffers?: boolean | undefined } = {},
): Promise<T> {
  const row = bytes as Uint8Array;
  if (row.length <= wholeBytes) return decodeRow<T>(row, options);
  const entries: [string, unknown][] = [];
  for (const [type, nameAt, nameBytes, valueAt, valueBytes] of BSON.onDemand.parseToElements(row)) {
    if (type === documentType && valueBytes > wholeBytes) {
      const name = Buffer.from(row.subarray(nameAt, nameAt + nameBytes)).toString();
      const tx = row.subarray(valueAt, valueAt + valueBytes);
      entries.push([name, await decodeRowInTurns(tx, options)]);
    } else
      entries.push(
        ...Object.entries(decodeRow(alone(row.subarray(nameAt - 1, valueAt + valueBytes)), options)),
      );
    if (roundIsOver()) await letOthersGoOn();
  }
  return Object.fromEntries(entries) as T;
}

/** A document that has this one element. */
function alone(element: Uint8Array): Uint8Array {
  const document = Buffer.alloc(element.length + 5);
  document.writeInt32LE(document.length);
  document.set(element, 4);
  return document;
}
