import { dashboardRoute } from '../platform/http/dashboard-route.ts';
import { ChangeAccount, ChangePassword, User } from '../users/schema.ts';
import { OpenProjectList, Session, SetUp, SignIn } from './schema.ts';
import {
  beginSession,
  changeAccount,
  changePassword,
  leaveSession,
  listProjects,
  readSession,
  setUp,
} from './session.ts';

/** Bytes of a body outside any project: a name, an e-mail, two passwords. */
const bodyBytesMax = 8 * 1024;

const open = { scope: 'account', who: 'anybody' } as const;

export const sessionRoutes = [
  dashboardRoute({
    ...open,
    method: 'GET',
    path: '/session',
    summary: 'Says who is signed in.',
    input: {},
    output: Session,
    run: readSession,
  }),
  dashboardRoute({
    ...open,
    method: 'POST',
    path: '/session',
    summary: 'Signs in with e-mail and password.',
    bodyBytesMax,
    input: { body: SignIn },
    output: Session,
    run: (call, { body }) => beginSession(call, body),
  }),
  dashboardRoute({
    ...open,
    method: 'DELETE',
    path: '/session',
    summary: 'Signs out.',
    status: 204,
    input: {},
    output: null,
    run: leaveSession,
  }),
  dashboardRoute({
    scope: 'account',
    who: 'member',
    method: 'GET',
    path: '/projects',
    summary: 'Lists the projects that the person is a member of.',
    input: {},
    output: OpenProjectList,
    run: listProjects,
  }),
  dashboardRoute({
    scope: 'account',
    who: 'member',
    method: 'POST',
    path: '/account/password',
    summary: 'Changes the password; all sessions of the person end and a new one begins.',
    bodyBytesMax,
    input: { body: ChangePassword },
    output: Session,
    run: (call, { body }) => changePassword(call, body),
  }),
  dashboardRoute({
    scope: 'account',
    who: 'member',
    method: 'PATCH',
    path: '/account',
    summary: 'Changes the name under which others see the person.',
    bodyBytesMax,
    input: { body: ChangeAccount },
    output: User,
    run: (call, { body }) => changeAccount(call, body),
  }),
  dashboardRoute({
    ...open,
    method: 'POST',
    path: '/set-up',
    summary: 'Makes the first project and its owner.',
    status: 201,
    bodyBytesMax,
    input: { body: SetUp },
    output: Session,
    run: (call, { body }) => setUp(call, body),
  }),
];
