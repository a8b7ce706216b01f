import type { Area, Narrowed } from '../../../src/contract/access.ts';

/** Whether a membership includes an area; all of them where it was not narrowed. */
export function includesArea(grant: Narrowed | null, area: Area): boolean {
  return grant?.areas?.includes(area) !== false;
}

/** The areas of the paths that screens request whether or not they belong to what is open; the others are of none. */
const areaOf: readonly [RegExp, Area][] = [
  [/^\/(?:v1\/)?(?:content|content-types|schema|blocks)(?:\/|$)/, 'content'],
  [/^\/(?:v1\/)?blog(?:\/|$)/, 'blog'],
  [/^\/(?:v1\/)?kb(?:\/|$)/, 'kb'],
  [/^\/v1\/authors(?:\/|$)/, 'authors'],
  [/^\/(?:v1\/)?media(?:-tags)?(?:\/|$)/, 'media'],
  [/^\/v1\/releases(?:\/|$)/, 'project'],
];

/** Whether the API would answer a path for this membership: what it refuses is not asked. */
export function isGranted(grant: Narrowed | null, path: string): boolean {
  const area = areaOf.find(([pattern]) => pattern.test(path))?.[1];
  return area === undefined || includesArea(grant, area);
}
