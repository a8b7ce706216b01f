import type { Link } from '../form.ts';
import type { OperationSource } from './operations.ts';

/** Links from a write to the operations that read and change the item. Test tools follow them. */
export class Links {
  readonly #names: ReadonlyMap<OperationSource, string>;

  /** @param names the name of every operation of the document */
  constructor(names: ReadonlyMap<OperationSource, string>) {
    this.#names = names;
  }

  /** Returns the links of a successful response, by the name of the linked operation. */
  of(source: OperationSource): Record<string, Link> {
    const links: Record<string, Link> = {};
    for (const { path: item, responsePointer } of writtenResources(source)) {
      for (const [target, operationId] of this.#names) {
        if (target === source || !isBelow(item, target.path)) continue;
        links[operationId] = {
          operationId,
          description: target.route.summary,
          parameters: parametersOf(target.path, responsePointer, source.path),
        };
      }
    }
    return links;
  }
}

interface LinkedIds {
  /** The path of the created item. */
  path: string;
  /** JSON pointer into the response for the last variable of that path; null if the request's path contains it. */
  responsePointer: string | null;
}

/** A creation links to the created item. An item with a fixed path (a singleton, a type) links to its own path. */
function writtenResources({ route, path }: OperationSource): LinkedIds[] {
  if (route.method === 'PUT') return [{ path, responsePointer: null }];
  if (route.method !== 'POST' || route.status !== 201) return [];
  if (path === '/v1/media/uploads')
    return ['/v1/media/{mediaId}', '/v1/media/uploads/{mediaId}'].map((createdPath) => ({
      path: createdPath,
      responsePointer: '/media/id',
    }));
  if (route.path.endsWith('/:type/entries'))
    return [{ path: path.replace(/entries$/, '{entryId}'), responsePointer: '/id' }];
  if (path === '/v1/releases') return [{ path: `${path}/{releaseId}`, responsePointer: '/id' }];
  return [{ path: `${path}/{slug}`, responsePointer: '/slug' }];
}

/** Whether the path is that of the item, or continues it without another variable. */
function isBelow(item: string, path: string): boolean {
  return path === item || (path.startsWith(`${item}/`) && !path.includes('{', item.length));
}

function parametersOf(target: string, responsePointer: string | null, from: string): Record<string, string> {
  const names = [...target.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(
    names.map((name) => [
      name,
      responsePointer === null || from.includes(`{${name}}`)
        ? `$request.path.${name}`
        : `$response.body#${responsePointer}`,
    ]),
  );
}
