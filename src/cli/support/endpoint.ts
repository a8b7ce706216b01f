import type { ProjectDb } from '../../core/mongo/index.ts';
import { projectOfEndpoint } from '../../delivery/index.ts';
import type { Installation } from './installation.ts';
import { commandError } from './command-error.ts';

/** A webhook endpoint of a command, with the database of its project. */
export interface NamedEndpoint {
  installation: Installation;
  id: string;
  db: ProjectDb;
}

/** The argument of every command about one endpoint. */
export const endpointArgument = ['<endpoint-id>', 'whe_..., as `galley webhook list` shows it'] as const;

/** Finds an endpoint and its project by the endpoint's id. @throws invalid_parameter */
export async function endpointNamed(installation: Installation, id = ''): Promise<NamedEndpoint> {
  const projectId = await projectOfEndpoint(installation.system, id);
  if (projectId === null) throw noEndpoint(id);
  return { installation, id, db: installation.system.project(projectId) };
}

export function noEndpoint(id: string): Error {
  return commandError(
    `There is no endpoint ${id}. \`galley webhook list --project P\` shows a project's endpoints.`,
    { param: 'endpoint-id' },
  );
}
