import type { LinkProps } from '@tanstack/react-router';
import { projectParameters } from '../own-search.ts';

/** A link to Home of another project, without the parameters of the open one. */
export function linkToProject(projectId: string) {
  const search = Object.fromEntries(projectParameters.map((name) => [name, undefined]));
  return { to: '/p/$projectId', params: { projectId }, search } satisfies LinkProps;
}
