import type { Link } from '../form.ts';
import type { OperationSource } from './operations.ts';

/** Where what an operation made can be read and changed, as tools that walk through an API follow it. */
export class Links {
  readonly #names: ReadonlyMap<OperationSource, string>;

  /** @param names the name of every operation of the document */
  constructor(names: ReadonlyMap<OperationSource, string>) {
    this.#names = names;
  }

  /** The links of a successful answer, by the name of the operation that each leads to. */
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
  /** The path of the thing that was made. */
  path: string;
  /** Where the answer holds the value of the last variable of that path; null where the request's path holds it. */
  responsePointer: string | null;
}

/** Creations lead to what they made; what is written at its own address (a singleton, a type) leads to itself. */
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

/** Whether the path is that of the thing, or goes on from it without another variable. */
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
