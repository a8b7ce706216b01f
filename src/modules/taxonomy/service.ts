export type { SerializedTerms } from './responses.ts';
export { termImages } from './image-uses.ts';
export type { Taxonomy } from './taxonomy.ts';
export { termLinks } from './links.ts';
export { listedTermOperations, termOperations } from './operations.ts';
export { countTerms, imageIndexes, type TermCollection, termIndexes } from './repository.ts';
export { trashedTerms } from './trash.ts';
export { termRoutes } from './routes.ts';
export { checkTerm, sortName, writtenName, writtenText } from './write.ts';
