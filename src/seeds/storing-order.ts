import { didYouMean } from '../contract/errors/suggest.ts';
import type { NameUse } from './files/names.ts';
import { orderByNeed } from './order.ts';
import type { Seed } from './seed.ts';
import { type SeedError, SeedFilesError } from './seed-errors.ts';

/**
 * Sorts the seeds so that each refers only to previous ones (specification: seeding-order).
 * @throws SeedFilesError for each name without a file, and for cycles
 */
export function inStoringOrder(seeds: readonly Seed[]): Seed[] {
  const names = seeds.map(({ name }) => name);
  const known = new Set(names);
  const unknown = seeds.flatMap((seed) =>
    seed.uses.filter(({ name }) => !known.has(name)).map((use) => unknownName(seed, use, names)),
  );
  if (unknown.length > 0) throw new SeedFilesError(unknown);
  const { items, loop } = orderByNeed(
    seeds,
    ({ name }) => name,
    ({ uses }) => uses.map(({ name }) => name),
  );
  if (items !== null) return items;
  const first = seeds.find(({ name }) => name === loop[0]);
  const why = `these name each other in a circle, so none can be stored first: ${loop.join(' -> ')}; drop one`;
  throw new SeedFilesError(first === undefined ? [] : [first.text.fault([], why)]);
}

function unknownName({ text, at }: Seed, { name, path, markdownLine }: NameUse, names: string[]): SeedError {
  const meant = didYouMean(name, names);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const error = text.fault(
    [...at, ...path],
    `no file belongs to "${name}".${hint} Add the file, or correct the name`,
  );
  return markdownLine === null ? error : { ...error, line: text.markdownLine + markdownLine };
}
