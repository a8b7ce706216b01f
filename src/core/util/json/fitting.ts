import { apiError } from '../../../contract/errors/api-error.ts';
import type { AnswerMemory } from '../../http/response/answer-memory.ts';
import { TooManyBytes } from './json-bytes.ts';

/** What of a call the fitting of its answer takes. */
interface FittingCall {
  newAnswerMemory(): AnswerMemory;
}

/**
 * The first of a list's items that fit into the answer, one at least, so that who follows the list gets on.
 * @throws query_too_expensive when not even one fits, with the key that makes it too large
 */
export async function fittingItems<T extends object>(
  context: FittingCall,
  items: readonly T[],
): Promise<T[]> {
  const room = context.newAnswerMemory();
  const fit: T[] = [];
  for (const item of items) {
    try {
      const taking = room.takes(item);
      if (taking !== true) await taking;
    } catch (error) {
      if (!(error instanceof TooManyBytes)) throw error;
      if (fit.length === 0) throw await tooLarge(context.newAnswerMemory(), item);
      break;
    }
    fit.push(item);
  }
  return fit;
}

async function tooLarge(room: AnswerMemory, item: object) {
  const { bytesMax } = room;
  let name = 'data';
  try {
    for (const [key, part] of Object.entries(item)) {
      name = key;
      await room.takes(part);
    }
  } catch (error) {
    if (!(error instanceof TooManyBytes)) throw error;
  }
  return apiError('query_too_expensive', { name, bytesMax }, { param: name });
}
