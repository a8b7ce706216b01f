import { Type } from '@sinclair/typebox';
import { dashboardRoute } from '../../core/http/index.ts';
import { changeMember, listProjectMembers, removeMember } from './members.ts';
import { ChangeMember, Member, MemberList } from './schema.ts';

const owner = { scope: 'project' } as const;
const MemberPath = Type.Object({ userId: Type.String() });

export const memberScreenRoutes = [
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/members',
    needs: 'manage',
    area: 'project',
    summary: 'Lists the members of the project.',
    input: {},
    output: MemberList,
    run: listProjectMembers,
  }),
  dashboardRoute({
    ...owner,
    method: 'PATCH',
    path: '/members/:userId',
    needs: 'manage',
    area: 'project',
    audits: 'member.changed',
    summary: 'Changes the role of a member, or limits the member to areas and types.',
    stepUp: ({ body }) => body.role === 'owner',
    input: { path: MemberPath, body: ChangeMember },
    output: Member,
    run: (context, { path, body }) => changeMember(context, path.userId, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'DELETE',
    path: '/members/:userId',
    needs: 'manage',
    area: 'project',
    audits: 'member.removed',
    summary: 'Removes a member from the project.',
    status: 204,
    input: { path: MemberPath },
    output: null,
    run: (context, { path }) => removeMember(context, path.userId),
  }),
];
