import { type Static, Type } from '@sinclair/typebox';
import {
  defaultProjectsPerPerson,
  type ProjectCreation,
  projectCreators,
} from '../../../contract/project-creation.ts';

/** The people who may create projects in the dashboard, and how many. */
export const projectCreationVariables = {
  PROJECT_CREATION: Type.Union(
    projectCreators.map((creators) => Type.Literal(creators)),
    { default: 'off', description: 'off, owners or everyone' },
  ),
  MAX_PROJECTS_PER_PERSON: Type.Integer({ minimum: 1, default: defaultProjectsPerPerson }),
};
type Settings = {
  [name in keyof typeof projectCreationVariables]: Static<(typeof projectCreationVariables)[name]>;
};

export function projectCreationOf(config: Readonly<Settings>): ProjectCreation {
  return { creators: config.PROJECT_CREATION, perPersonMax: config.MAX_PROJECTS_PER_PERSON };
}
