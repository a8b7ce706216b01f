import { didYouMean } from '../contract/errors/suggest.ts';
import type { NameUse } from './files/names.ts';
import { sortByDependencies } from './order.ts';
import type { Seed } from './seed.ts';
import { type SeedError, SeedFilesError } from './seed-errors.ts';

/**
 * Sorts the seeds so that each refers only to previous ones (specification: seeding-order).
 * @throws SeedFilesError for each name without a file, and for cycles
 */
export function sortForStoring(seeds: readonly Seed[]): Seed[] {
  const names = seeds.map(({ name }) => name);
  const knownNames = new Set(names);
  const unknownNames = seeds.flatMap((seed) =>
    seed.uses.filter(({ name }) => !knownNames.has(name)).map((use) => unknownNameError(seed, use, names)),
  );
  if (unknownNames.length > 0) throw new SeedFilesError(unknownNames);
  const { items, cycle } = sortByDependencies(
    seeds,
    ({ name }) => name,
    ({ uses }) => uses.map(({ name }) => name),
  );
  if (items !== null) return items;
  const first = seeds.find(({ name }) => name === cycle[0]);
  const why = `these name each other in a circle, so none can be stored first: ${cycle.join(' -> ')}; remove one of the names`;
  throw new SeedFilesError(first === undefined ? [] : [first.text.errorAt([], why)]);
}

function unknownNameError(
  { text, bodyPath }: Seed,
  { name, path, markdownLine }: NameUse,
  names: string[],
): SeedError {
  const suggestion = didYouMean(name, names);
  const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  const error = text.errorAt(
    [...bodyPath, ...path],
    `no file belongs to "${name}".${hint} Add the file, or correct the name`,
  );
  return markdownLine === null ? error : { ...error, line: text.markdownLine + markdownLine };
}
