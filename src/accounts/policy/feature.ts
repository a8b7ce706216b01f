import type { Feature } from '../../core/context/index.ts';
import { dashboardRoute } from '../../core/http/index.ts';
import { ProjectSignIn, ReplaceProjectSignIn } from './schema.ts';
import { readPolicy, replacePolicy } from './service.ts';
import { removeStaleMemberships } from './stale-memberships.ts';

const policyRoutes = [
  dashboardRoute({
    scope: 'project',
    method: 'GET',
    path: '/sign-in',
    needs: 'manage',
    area: 'project',
    summary: 'Reads the rules of the project for sign-ins.',
    input: {},
    output: ProjectSignIn,
    run: readPolicy,
  }),
  dashboardRoute({
    scope: 'project',
    method: 'PUT',
    path: '/sign-in',
    needs: 'manage',
    area: 'project',
    audits: ['project.changed', 'member.changed', 'member.removed'],
    summary: 'Replaces the rules of the project for sign-ins.',
    stepUp: true,
    input: { body: ReplaceProjectSignIn },
    output: ProjectSignIn,
    run: (context, { body }) =>
      replacePolicy(context, body, { bounds: context.bounds.signIn, person: context.person }),
  }),
];

export const policyFeature: Feature = {
  name: 'policy',
  dashboardRoutes: policyRoutes,
  jobs: ({ system, clock }) => [
    {
      name: 'members.expire',
      everySeconds: 3_600,
      run: () => removeStaleMemberships(system, clock.now()),
    },
  ],
};
