import { foldText } from '../../contract/text/fold.ts';

/** Returns the name as lists are sorted by it. */
export function sortName(name: string): string {
  return foldText(name).trim();
}
