import type { Method } from './route.ts';

interface Entry<R> {
  route: R;
  /** The parts of the path between slashes. */
  parts: readonly string[];
  /** For each part the name of its variable; null for a literal part. */
  names: readonly (string | null)[];
}

/** The route of a request, with the variables of its path. */
export interface RouteMatch<R> {
  route: R;
  params: Record<string, string>;
}

/**
 * Finds the route of a path. Case and trailing slashes matter (core/http/query/exact-paths.ts). The first declared
 * route wins.
 */
export class RouteTable<R extends { method: Method; path: string }> {
  readonly #entries: readonly Entry<R>[];
  /** By method and number of parts. */
  readonly #byShape = new Map<string, Entry<R>[]>();

  constructor(routes: readonly R[]) {
    this.#entries = routes.map((route) => {
      const parts = route.path.split('/');
      return { route, parts, names: parts.map((part) => (part.startsWith(':') ? part.slice(1) : null)) };
    });
    for (const entry of this.#entries) {
      const shape = shapeOf(entry.route.method, entry.parts.length);
      this.#byShape.set(shape, [...(this.#byShape.get(shape) ?? []), entry]);
    }
  }

  /** Finds the first route that `fits`. HEAD is served by the route for GET. */
  find(method: string, path: string, fits: (route: R) => boolean = () => true): RouteMatch<R> | null {
    const parts = path.split('/');
    const entries = this.#byShape.get(shapeOf(method === 'HEAD' ? 'GET' : method, parts.length)) ?? [];
    const entry = entries.find((one) => matches(one, parts) && fits(one.route));
    if (entry === undefined) return null;
    const params: Record<string, string> = {};
    entry.names.forEach((name, i) => {
      if (name !== null) params[name] = decodePart(parts[i] ?? '');
    });
    return { route: entry.route, params };
  }

  /** The routes at a path, whatever their method. */
  at(path: string): R[] {
    const parts = path.split('/');
    return this.#entries
      .filter((entry) => entry.parts.length === parts.length && matches(entry, parts))
      .map(({ route }) => route);
  }
}

function shapeOf(method: string, parts: number): string {
  return method + String(parts);
}

function matches<R>({ parts, names }: Entry<R>, requestParts: readonly string[]): boolean {
  for (let i = requestParts.length - 1; i >= 0; i -= 1) {
    if (names[i] === null ? parts[i] !== requestParts[i] : requestParts[i] === '') return false;
  }
  return true;
}

/** An invalid encoding is returned as it is. */
function decodePart(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
