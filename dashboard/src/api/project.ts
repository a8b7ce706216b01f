import {
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { requestApi, type Query, type RequestOptions } from './http/client.ts';
import { isGranted } from './granted.ts';
import { isFetchAllowed, removeWithoutRefetch } from './http/deleted-queries.ts';
import type { SessionProject } from './session.ts';

/** The open project, and the release and the locale whose content is shown (null: the default one). */
export interface CurrentProject extends SessionProject {
  releaseId: string | null;
  /** The code of the locale, as the URL has it. */
  locale: string | null;
}

export const ProjectContext = createContext<CurrentProject | null>(null);

export function useProject(): CurrentProject {
  const project = useContext(ProjectContext);
  if (project === null) throw new Error('useProject needs a ProjectContext.');
  return project;
}

/** Endpoints whose responses depend on the release. */
const releaseScoped =
  /^\/(?:v1\/(?:content|schema|introspection|translations)|content|content-types|blocks|versions|trash|home|calendar|search|recent|reviews|comments|referenced-by|views|translations)(?:\/|$)/;

/** Sends requests to the open project: `/v1/...` as in the API reference, or endpoints of the dashboard such as `/keys`. */
export interface ProjectApi {
  get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T>;
  post<T>(path: string, body?: unknown, options?: Omit<RequestOptions, 'body'>): Promise<T>;
  put<T>(path: string, body?: unknown, options?: Omit<RequestOptions, 'body'>): Promise<T>;
  patch<T>(path: string, body?: unknown, options?: Omit<RequestOptions, 'body'>): Promise<T>;
  /** Deletes an item, and stops the requests of the screen that shows it. With `locale`, the item and its screen stay. */
  remove(path: string, options?: RequestOptions): Promise<void>;
  /** Returns an API that sends all requests to one release, whichever release is open. */
  inRelease(releaseId: string): ProjectApi;
}

function projectApi(client: QueryClient, projectId: string, releaseId: string | null): ProjectApi {
  const send = <T>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options: RequestOptions = {},
  ) => {
    const scope = releaseId !== null && releaseScoped.test(path) ? { release: releaseId } : {};
    return requestApi<T>(method, `/projects/${projectId}${path}`, {
      ...options,
      query: { ...scope, ...options.query },
    });
  };
  return {
    get: (path, query, signal) => send('GET', path, { query, signal }),
    post: (path, body, options) => send('POST', path, { ...options, body }),
    put: (path, body, options) => send('PUT', path, { ...options, body }),
    patch: (path, body, options) => send('PATCH', path, { ...options, body }),
    remove: (path, options) => {
      const run = () => send<void>('DELETE', path, options);
      const isWhole = options?.query?.['locale'] === undefined;
      return isWhole ? removeWithoutRefetch(client, path, run) : run();
    },
    inRelease: (release) => projectApi(client, projectId, release),
  };
}

export function useProjectApi(): ProjectApi {
  const client = useQueryClient();
  const { id, releaseId } = useProject();
  return useMemo(() => projectApi(client, id, releaseId), [client, id, releaseId]);
}

/**
 * The part of the project that a query reads. Its queries are refetched when it changes. The change log reports the first
 * seven modules.
 */
export type Module =
  | 'content'
  | 'schema'
  | 'blog'
  | 'kb'
  | 'authors'
  | 'media'
  | 'releases'
  | 'keys'
  | 'webhooks'
  | 'delivery'
  | 'members'
  | 'audit'
  | 'settings'
  | 'usage'
  | 'trash'
  | 'translations'
  | 'bulk'
  | 'views'
  | 'comments'
  | 'notifications'
  | 'preview-links';

export function projectKey(project: CurrentProject, module: Module, ...rest: unknown[]): QueryKey {
  return ['project', project.id, module, project.releaseId, ...rest];
}

/** Reads one path of the project, and refetches it when the module changes. */
export function useProjectQuery<T>(
  module: Module,
  path: string,
  {
    query,
    enabled = true,
    refetchMs,
  }: {
    query?: Query;
    enabled?: boolean;
    /** Milliseconds between two reads; undefined ends the repetition. */
    refetchMs?: number | ((data: T | undefined) => number | undefined) | undefined;
  } = {},
): UseQueryResult<T> {
  const project = useProject();
  const api = useProjectApi();
  return useQuery({
    queryKey: projectKey(project, module, path, query ?? {}),
    queryFn: ({ signal }) => api.get<T>(path, query, signal),
    enabled: (self) => enabled && isGranted(project.grant, path) && isFetchAllowed(self),
    refetchInterval: ({ state }) =>
      (typeof refetchMs === 'function' ? refetchMs(state.data) : refetchMs) ?? false,
  });
}

/** Refetches all queries of the modules. */
export function useRefresh(): (...modules: Module[]) => Promise<void> {
  const client = useQueryClient();
  const { id } = useProject();
  return async (...modules) => {
    const refetch = async (module: Module) => {
      const queryKey = ['project', id, module];
      // A first request that is still running may have read the state from before, and would not be repeated.
      await client.cancelQueries({ queryKey });
      await client.invalidateQueries({ queryKey });
    };
    await Promise.all(modules.map(refetch));
  };
}

/** Changes the project, then refetches the modules. */
export function useProjectMutation<Input, Output>(
  modules: readonly Module[],
  run: (api: ProjectApi, input: Input) => Promise<Output>,
) {
  const api = useProjectApi();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (input: Input) => run(api, input),
    onSuccess: () => refresh(...modules),
  });
}
