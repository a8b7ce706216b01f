import type { TypeRecord } from '../content-types/schema.ts';
import { documentedPath, type Route } from '../platform/http/route.ts';
import { type ModuleName, moduleNames, type Surface } from './surface.ts';

const contentPath = '/v1/content/:type';

/** An endpoint as introspection lists it. */
export interface Endpoint {
  method: string;
  path: string;
  key: 'any' | 'secret';
  budget: string;
  summary: string;
  /** Names of the query parameters that it knows. */
  parameters: string[];
}

function endpointOf(route: Route, path = documentedPath(route.path)): Endpoint {
  const { method, key, budget, summary } = route;
  return { method, path, key, budget, summary, parameters: parametersOf(route) };
}

/** Names of the query parameters of a route; those that the server reads for it come last. */
export function parametersOf({ input, filters, scope, dryRun }: Route): string[] {
  return [
    ...Object.keys(input.query?.properties ?? {}),
    ...(filters === true ? ['where'] : []),
    ...(scope === 'release' ? ['release'] : []),
    ...(dryRun === true ? ['dry_run'] : []),
  ];
}

/** The built-in module that a path belongs to, or null. */
export function moduleOf(path: string): ModuleName | null {
  return moduleNames.find((name) => path === `/v1/${name}` || path.startsWith(`/v1/${name}/`)) ?? null;
}

/** What belongs to no built-in module. */
export function coreEndpoints({ routes }: Surface): Endpoint[] {
  return routes.filter(({ path }) => moduleOf(path) === null).map((route) => endpointOf(route));
}

export function moduleEndpoints({ routes }: Surface, name: ModuleName): Endpoint[] {
  return routes.filter(({ path }) => moduleOf(path) === name).map((route) => endpointOf(route));
}

/** The routes of content that work on a type, and their paths with the type's slug in place. */
export function typeRoutes(
  { routes }: Surface,
  { slug, kind }: Pick<TypeRecord, 'slug' | 'kind'>,
): { route: Route; path: string }[] {
  return routes
    .filter(({ path }) => path === contentPath || path.startsWith(`${contentPath}/`))
    .filter(({ typeKind }) => typeKind === undefined || typeKind === kind)
    .map((route) => ({ route, path: documentedPath(route.path.replace(':type', slug)) }));
}

export function typeEndpoints(surface: Surface, type: Pick<TypeRecord, 'slug' | 'kind'>): Endpoint[] {
  return typeRoutes(surface, type).map(({ route, path }) => endpointOf(route, path));
}
