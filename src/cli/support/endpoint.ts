import type { ProjectDb } from '../../core/mongo/index.ts';
import { projectOfEndpoint } from '../../delivery/index.ts';
import type { Installation } from './installation.ts';
import { refusal } from './refusal.ts';

/** A webhook endpoint as commands name it, with what is open of its project. */
export interface NamedEndpoint {
  installation: Installation;
  id: string;
  db: ProjectDb;
}

/** The argument of every command about one endpoint. */
export const endpointArgument = ['<endpoint-id>', 'whe_..., as `galley webhook list` shows it'] as const;

/** The endpoint's project, found by the endpoint's id alone. @throws invalid_parameter */
export async function endpointNamed(installation: Installation, id = ''): Promise<NamedEndpoint> {
  const projectId = await projectOfEndpoint(installation.system, id);
  if (projectId === null) throw noEndpoint(id);
  return { installation, id, db: installation.system.project(projectId) };
}

export function noEndpoint(id: string): Error {
  return refusal(
    `There is no endpoint ${id}. \`galley webhook list --project P\` shows a project's endpoints.`,
    { param: 'endpoint-id' },
  );
}
