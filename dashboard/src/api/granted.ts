import type { Area, Narrowed } from '../../../src/contract/access.ts';

/** Whether a membership includes an area. A membership that was not narrowed includes all areas. */
export function includesArea(grant: Narrowed | null, area: Area): boolean {
  return grant?.areas?.includes(area) !== false;
}

/** The areas of paths that screens outside an area request too. Other paths need no check. */
const areaOf: readonly [RegExp, Area][] = [
  [/^\/(?:v1\/)?(?:content|content-types|schema|blocks)(?:\/|$)/, 'content'],
  [/^\/(?:v1\/)?blog(?:\/|$)/, 'blog'],
  [/^\/(?:v1\/)?kb(?:\/|$)/, 'kb'],
  [/^\/v1\/authors(?:\/|$)/, 'authors'],
  [/^\/(?:v1\/)?media(?:-tags)?(?:\/|$)/, 'media'],
  [/^\/v1\/releases(?:\/|$)/, 'project'],
];

/** Whether the membership may read a path, so that no request is sent that the API would reject. */
export function isGranted(grant: Narrowed | null, path: string): boolean {
  const area = areaOf.find(([pattern]) => pattern.test(path))?.[1];
  return area === undefined || includesArea(grant, area);
}
