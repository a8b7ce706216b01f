import { type Area, areas, type Narrowed } from '../../contract/access.ts';
import { type ApiError, apiError } from '../../contract/errors/api-error.ts';
import { didYouMean } from '../../contract/errors/suggest.ts';
import { normalLocaleCode } from '../../contract/locale-codes.ts';
import { slugsOfTypes } from '../../content/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { releaseIds } from '../../lifecycle/index.ts';
import { findProject, localesOf } from '../../projects/index.ts';
import type { NarrowedInput } from './schema.ts';

const maxTypes = 50;
const maxReleases = 20;

/**
 * Checks the areas, types and locales of a key or member and returns them as they are stored: sorted, without
 * duplicates, locales by their ids (specification: access).
 * @param field - the body's field that contains them: `scopes` or `grant`.
 * @throws invalid_scope for an unknown area, type or locale
 */
export async function checkNarrowed(
  db: ProjectDb,
  { areas: sentAreas, types, locales }: NarrowedInput,
  field: string,
): Promise<Narrowed> {
  const inLocales =
    locales === undefined ? {} : { locales: await checkLocales(db, locales, `${field}.locales`) };
  const checkedAreas = sentAreas === undefined ? undefined : checkAreas(sentAreas, `${field}.areas`);
  const inAreas = checkedAreas === undefined ? {} : { areas: checkedAreas };
  if (types === undefined) return { ...inAreas, ...inLocales };
  if (checkedAreas?.includes('content') === false)
    throw invalidScope(`${field}.types`, 'Types are part of the area "content". Add it, or leave types out.');
  const slugs = await checkTypes(db, types, `${field}.types`);
  return { ...inAreas, types: slugs, ...inLocales };
}

function checkAreas(sentAreas: readonly string[], param: string): Area[] {
  checkNotEmpty(sentAreas, param);
  for (const word of sentAreas) checkAmong(areas, word, { param, noun: 'area' });
  return areas.filter((area) => sentAreas.includes(area));
}

async function checkTypes(db: ProjectDb, types: readonly string[], param: string): Promise<string[]> {
  checkNotEmpty(types, param);
  const uniqueSlugs = [...new Set(types)].sort();
  if (uniqueSlugs.length > maxTypes) throw invalidScope(param, `There can be at most ${maxTypes} types.`);
  const slugs = await slugsOfTypes(db, await releaseIds(db));
  for (const slug of uniqueSlugs) checkAmong(slugs, slug, { param, noun: 'content type of this project' });
  return uniqueSlugs;
}

/** Returns the ids of locales, in the order of the project. Codes ignore case, and `_` can replace `-`. */
async function checkLocales(db: ProjectDb, codes: readonly string[], param: string): Promise<string[]> {
  checkNotEmpty(codes, param);
  const { list } = localesOf((await findProject(db)) ?? {});
  const projectCodes = list.map(({ code }) => code);
  const grantedCodes = codes.map(normalLocaleCode);
  for (const code of grantedCodes) checkAmong(projectCodes, code, { param, noun: 'locale of this project' });
  return list.filter(({ code }) => grantedCodes.includes(code)).map(({ id }) => id);
}

/**
 * Checks ids of releases of the project; `default` means whichever release is the default.
 * @throws invalid_scope
 */
export async function checkReleases(
  db: ProjectDb,
  releases: 'default' | readonly string[],
  param: string,
): Promise<'default' | string[]> {
  if (releases === 'default') return releases;
  checkNotEmpty(releases, param);
  const uniqueIds = [...new Set(releases)].sort();
  if (uniqueIds.length > maxReleases)
    throw invalidScope(param, `There can be at most ${maxReleases} releases.`);
  const ids = await releaseIds(db);
  for (const id of uniqueIds) checkAmong(ids, id, { param, noun: 'release of this project' });
  return uniqueIds;
}

function checkNotEmpty(list: readonly string[], param: string): void {
  if (list.length === 0)
    throw invalidScope(param, 'An empty list would leave nothing. Leave it out for all.');
}

/** Throws invalid_scope with the closest allowed word unless the word is allowed. */
export function checkAmong(
  allowedWords: readonly string[],
  word: string,
  { param, noun }: { param: string; noun: string },
): void {
  if (allowedWords.includes(word)) return;
  const suggestion = didYouMean(word, allowedWords);
  const all = allowedWords.length === 0 ? 'There is none yet.' : `There are ${allowedWords.join(', ')}.`;
  const listing = allowedWords.length <= 20 ? ` ${all}` : '';
  throw invalidScope(param, `"${word}" is no ${noun}.${listing}`, suggestion);
}

export function invalidScope(param: string, why: string, suggestion?: string): ApiError {
  return apiError(
    'invalid_scope',
    { why },
    { param, ...(suggestion === undefined ? {} : { did_you_mean: suggestion }) },
  );
}
