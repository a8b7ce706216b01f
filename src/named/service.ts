export type { Served } from './answers.ts';
export { namedImages } from './image-uses.ts';
export type { NamedKind } from './kind.ts';
export { namedLinks } from './links.ts';
export { listedOperations, namedOperations } from './operations.ts';
export { countNamed, imageIndexes, type NamedCollection, namedIndexes } from './repository.ts';
export { namedRoutes } from './routes.ts';
export { sortName, writtenName } from './write.ts';
