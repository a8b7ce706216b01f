import type { TSchema } from '@sinclair/typebox';
import { commonOptions } from './definition.ts';
import { fieldKinds } from './kinds.ts';

export { boundProblems, listName, type SentList } from './blocks/bounds.ts';
export { knownBlocks } from './blocks/known.ts';
export { layBlocks } from './blocks/lay.ts';
export { readBlocks } from './blocks/read.ts';
export { itemsOf, WrittenBlocks } from './blocks/written.ts';
export { keyPattern, readDefinition } from './definition.ts';
export { badValue, type Facet, type FieldKind, type ValueLink, type ValueWarning } from './kind.ts';
export { fieldKindOf } from './kinds.ts';
export { fitsTarget } from './kinds/links.ts';
export {
  type BlockShapes,
  blocksOf,
  type Leaf,
  leavesOf,
  linksIn,
  linksOf,
  mapLeaves,
  mayHoldLinks,
  type Shape,
} from './walk.ts';

/** Every option of a field definition by name; which of them a field takes is its type's business. */
export function fieldOptions(): Record<string, TSchema> {
  return Object.assign({}, commonOptions, ...fieldKinds.map(({ options }) => options)) as Record<
    string,
    TSchema
  >;
}
