import { problem } from '../contract/problem.ts';
import type { AnswerRoom } from './answer-room.ts';
import { NoRoom } from './json-bytes.ts';

/** What of a call the fitting of its answer takes. */
interface Asker {
  newRoom(): AnswerRoom;
}

/**
 * The first of a list's items that fit into the answer, one at least, so that who follows the list gets on.
 * @throws query_too_expensive when not even one fits, with the key that makes it too large
 */
export async function fitting<T extends object>(call: Asker, items: readonly T[]): Promise<T[]> {
  const room = call.newRoom();
  const fit: T[] = [];
  for (const item of items) {
    try {
      const taking = room.takes(item);
      if (taking !== true) await taking;
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error;
      if (fit.length === 0) throw await tooLarge(call.newRoom(), item);
      break;
    }
    fit.push(item);
  }
  return fit;
}

async function tooLarge(room: AnswerRoom, item: object) {
  const { bytesMax } = room;
  let name = 'data';
  try {
    for (const [key, part] of Object.entries(item)) {
      name = key;
      await room.takes(part);
    }
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error;
  }
  return problem('query_too_expensive', { name, bytesMax }, { param: name });
}
