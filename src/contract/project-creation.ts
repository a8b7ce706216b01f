/** Who may create projects in the dashboard, set by the operator (specification: project-creation). */
export const projectCreators = ['off', 'owners', 'everyone'] as const;
export type ProjectCreators = (typeof projectCreators)[number];

export interface ProjectCreation {
  readonly creators: ProjectCreators;
  /** Maximum existing projects that one person created in the dashboard. */
  readonly perPersonMax: number;
}

/** The limit of a person, unless the operator sets another. */
export const defaultProjectsPerPerson = 10;

/** Whether a person with these roles, one per project, may create another project. */
export function mayCreateProjects(creators: ProjectCreators, roles: readonly string[]): boolean {
  return creators === 'everyone' || (creators === 'owners' && roles.includes('owner'));
}
