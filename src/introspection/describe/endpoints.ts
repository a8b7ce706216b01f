import type { TypeRecord } from '../../content/index.ts';
import { documentedPath, imageParameters, localeParameters, type Route } from '../../core/http/index.ts';
import type { Surface } from '../../core/context/index.ts';

const contentPath = '/v1/content/:type';
const lookupPath = `${contentPath}/lookup`;

/** An endpoint as introspection lists it. */
export interface Endpoint {
  method: string;
  path: string;
  key: 'any' | 'secret';
  budget: string;
  summary: string;
  /** Names of the query parameters that it accepts. */
  parameters: string[];
}

function endpointOf(route: Route, path = documentedPath(route.path)): Endpoint {
  const { method, key, budget, summary } = route;
  return { method, path, key, budget, summary, parameters: parametersOf(route) };
}

/** Returns the names of a route's query parameters, first its own and then the shared ones. */
export function parametersOf(route: Route): string[] {
  const { input, filters, scope, dryRun, images } = route;
  return [
    ...Object.keys(input.query?.properties ?? {}),
    ...(filters === true ? ['where'] : []),
    ...(scope === 'release' ? ['release'] : []),
    ...(dryRun === true ? ['dry_run'] : []),
    ...(images === true ? imageParameters : []),
    ...localeParameters(route),
  ];
}

/** Whether a path belongs to the built-in module. */
function isInModule(path: string, module: string): boolean {
  return path === `/v1/${module}` || path.startsWith(`/v1/${module}/`);
}

/** Returns the endpoints outside the built-in modules. */
export function coreEndpoints({ routes, modules }: Surface): Endpoint[] {
  const names = Object.keys(modules);
  return routes
    .filter(({ path }) => !names.some((name) => isInModule(path, name)))
    .map((route) => endpointOf(route));
}

export function moduleEndpoints({ routes }: Surface, name: string): Endpoint[] {
  return routes.filter(({ path }) => isInModule(path, name)).map((route) => endpointOf(route));
}

/** Returns the content routes of a type, with its slug in their paths. A look-up needs a unique field. */
export function typeRoutes(
  { routes }: Surface,
  { slug, kind, fields }: Pick<TypeRecord, 'slug' | 'kind' | 'fields'>,
): { route: Route; path: string }[] {
  return routes
    .filter(({ path }) => path === contentPath || path.startsWith(`${contentPath}/`))
    .filter(({ typeKind }) => typeKind === undefined || typeKind === kind)
    .filter(({ path }) => path !== lookupPath || fields.some(({ options }) => options.unique === true))
    .map((route) => ({ route, path: documentedPath(route.path.replace(':type', slug)) }));
}

export function typeEndpoints(
  surface: Surface,
  type: Pick<TypeRecord, 'slug' | 'kind' | 'fields'>,
): Endpoint[] {
  return typeRoutes(surface, type).map(({ route, path }) => endpointOf(route, path));
}
