import {
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { ask, type Query, type Sent } from './http/client.ts';
import { isGranted } from './granted.ts';
import { mayAsk, withoutAsking } from './http/leaving.ts';
import type { OpenProject } from './session.ts';

/** The project that is open, and the release through which its content is looked at (null: the default one). */
export interface OpenedProject extends OpenProject {
  releaseId: string | null;
}

export const ProjectContext = createContext<OpenedProject | null>(null);

export function useProject(): OpenedProject {
  const project = useContext(ProjectContext);
  if (project === null) throw new Error('This belongs inside a project.');
  return project;
}

/** Endpoints that answer for one release; the others are the same in all. */
const releaseScoped =
  /^\/(?:v1\/(?:content|schema|introspection)|content|content-types|blocks|versions|trash|home|calendar|referenced-by)(?:\/|$)/;

/** Asks the open project's endpoints: `/v1/...` as in the API's reference, the dashboard's own as `/keys`. */
export interface ProjectApi {
  get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T>;
  post<T>(path: string, body?: unknown, sent?: Omit<Sent, 'body'>): Promise<T>;
  put<T>(path: string, body?: unknown, sent?: Omit<Sent, 'body'>): Promise<T>;
  patch<T>(path: string, body?: unknown, sent?: Omit<Sent, 'body'>): Promise<T>;
  /** Of what is deleted nothing is asked any more by the screen that shows it. */
  remove(path: string, sent?: Sent): Promise<void>;
  /** Returns an API that sends everything to one release, whichever release is open or the default. */
  inRelease(releaseId: string): ProjectApi;
}

function projectApi(client: QueryClient, projectId: string, releaseId: string | null): ProjectApi {
  const send = <T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, sent: Sent = {}) => {
    const scope = releaseId !== null && releaseScoped.test(path) ? { release: releaseId } : {};
    return ask<T>(method, `/projects/${projectId}${path}`, { ...sent, query: { ...scope, ...sent.query } });
  };
  return {
    get: (path, query, signal) => send('GET', path, { query, signal }),
    post: (path, body, sent) => send('POST', path, { ...sent, body }),
    put: (path, body, sent) => send('PUT', path, { ...sent, body }),
    patch: (path, body, sent) => send('PATCH', path, { ...sent, body }),
    remove: (path, sent) => withoutAsking(client, path, () => send('DELETE', path, sent)),
    inRelease: (release) => projectApi(client, projectId, release),
  };
}

export function useProjectApi(): ProjectApi {
  const client = useQueryClient();
  const { id, releaseId } = useProject();
  return useMemo(() => projectApi(client, id, releaseId), [client, id, releaseId]);
}

/** What a query is about; a change of it makes the query ask again. The first seven are the change log's modules. */
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
  | 'trash'
  | 'bulk'
  | 'views';

export function projectKey(project: OpenedProject, module: Module, ...rest: unknown[]): QueryKey {
  return ['project', project.id, module, project.releaseId, ...rest];
}

/** Reads one path of the project, and again whenever its module changes. */
export function useProjectQuery<T>(
  module: Module,
  path: string,
  {
    query,
    enabled = true,
    refetchMs,
  }: { query?: Query; enabled?: boolean; refetchMs?: number | undefined } = {},
): UseQueryResult<T> {
  const project = useProject();
  const api = useProjectApi();
  return useQuery({
    queryKey: projectKey(project, module, path, query ?? {}),
    queryFn: ({ signal }) => api.get<T>(path, query, signal),
    enabled: (asked) => enabled && isGranted(project.grant, path) && mayAsk(asked),
    refetchInterval: refetchMs ?? false,
  });
}

/** Makes every query about these modules ask again. */
export function useRefresh(): (...modules: Module[]) => Promise<void> {
  const client = useQueryClient();
  const { id } = useProject();
  return async (...modules) => {
    await Promise.all(
      modules.map((module) => client.invalidateQueries({ queryKey: ['project', id, module] })),
    );
  };
}

/** A change of the project: runs, then refreshes the modules that it touches. */
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
