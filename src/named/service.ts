export { answerByName, type Served } from './answers.ts';
export { namedImages } from './image-uses.ts';
export type { NamedKind } from './kind.ts';
export { namedLinks } from './links.ts';
export { namedOperations } from './operations.ts';
export { countNamed, imageIndexes, type NamedCollection, namedIndexes } from './repository.ts';
export { readNamed, sortName } from './write.ts';
