import { type Area, areas, type Narrowed } from '../../contract/access.ts';
import { type ApiError, apiError } from '../../contract/errors/api-error.ts';
import { didYouMean } from '../../contract/errors/suggest.ts';
import { slugsOfTypes } from '../../content/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { releaseIds } from '../../lifecycle/index.ts';
import type { AskNarrowed } from './schema.ts';

/** Types and releases that one key or membership is narrowed to, at most. */
const typesMax = 50;
const releasesMax = 20;

/**
 * What narrows a key or a member, as it is stored: the words in one order, each once (specification: access).
 *
 * @param under - where it stands in the body: `scopes` or `grant`.
 * @throws invalid_scope for what there is not
 */
export async function checkedNarrowed(
  db: ProjectDb,
  { areas: asked, types }: AskNarrowed,
  under: string,
): Promise<Narrowed> {
  const chosen = asked === undefined ? undefined : checkedAreas(asked, `${under}.areas`);
  if (types === undefined) return chosen === undefined ? {} : { areas: chosen };
  if (chosen?.includes('content') === false)
    throw invalidScope(`${under}.types`, 'Types are part of the area "content". Add it, or leave types out.');
  const slugs = await checkedTypes(db, types, `${under}.types`);
  return { ...(chosen === undefined ? {} : { areas: chosen }), types: slugs };
}

function checkedAreas(asked: readonly string[], param: string): Area[] {
  checkNotEmpty(asked, param);
  for (const word of asked) checkAmong(areas, word, { param, noun: 'area' });
  return areas.filter((area) => asked.includes(area));
}

async function checkedTypes(db: ProjectDb, asked: readonly string[], param: string): Promise<string[]> {
  checkNotEmpty(asked, param);
  const distinct = [...new Set(asked)].sort();
  if (distinct.length > typesMax) throw invalidScope(param, `There can be at most ${typesMax} types.`);
  const slugs = await slugsOfTypes(db, await releaseIds(db));
  for (const slug of distinct) checkAmong(slugs, slug, { param, noun: 'content type of this project' });
  return distinct;
}

/** Ids of releases of the project, or `default` for whichever is the default one. @throws invalid_scope */
export async function checkedReleases(
  db: ProjectDb,
  asked: 'default' | readonly string[],
  param: string,
): Promise<'default' | string[]> {
  if (asked === 'default') return asked;
  checkNotEmpty(asked, param);
  const distinct = [...new Set(asked)].sort();
  if (distinct.length > releasesMax)
    throw invalidScope(param, `There can be at most ${releasesMax} releases.`);
  const ids = await releaseIds(db);
  for (const id of distinct) checkAmong(ids, id, { param, noun: 'release of this project' });
  return distinct;
}

function checkNotEmpty(asked: readonly string[], param: string): void {
  if (asked.length === 0)
    throw invalidScope(param, 'An empty list would leave nothing. Leave it out for all.');
}

/** @throws invalid_scope with the closest that there is */
export function checkAmong(
  known: readonly string[],
  word: string,
  { param, noun }: { param: string; noun: string },
): void {
  if (known.includes(word)) return;
  const meant = didYouMean(word, known);
  const all = known.length === 0 ? 'There is none yet.' : `There are ${known.join(', ')}.`;
  const shown = known.length <= 20 ? ` ${all}` : '';
  throw invalidScope(param, `"${word}" is no ${noun}.${shown}`, meant);
}

export function invalidScope(param: string, why: string, meant?: string): ApiError {
  return apiError(
    'invalid_scope',
    { why },
    { param, ...(meant === undefined ? {} : { did_you_mean: meant }) },
  );
}
