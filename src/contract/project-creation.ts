/** The people who may create projects in the dashboard, as the operator sets it (specification: project-creation). */
export const projectCreators = ['off', 'owners', 'everyone'] as const;
export type ProjectCreators = (typeof projectCreators)[number];

export interface ProjectCreation {
  readonly creators: ProjectCreators;
  /** Projects that one person may have created in the dashboard and that still exist. */
  readonly perPersonMax: number;
}

/** The bound of a person, unless the operator sets another. */
export const defaultProjectsPerPerson = 10;

/** Whether a person with these roles, one for each of their projects, may create another project. */
export function mayCreateProjects(creators: ProjectCreators, roles: readonly string[]): boolean {
  return creators === 'everyone' || (creators === 'owners' && roles.includes('owner'));
}
