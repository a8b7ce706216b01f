import { Type } from '@sinclair/typebox';
import { Nullable } from '../../contract/listing.ts';
import { dashboardRoute } from '../../core/http/index.ts';
import { ChangeAccount, ChangePassword, User } from '../users/schema.ts';
import {
  changeAccount,
  changePassword,
  endOtherSessions,
  endOwnSession,
  ownSessions,
  removePassword,
} from './account.ts';
import { admitGuess, admitOwnGuess } from './attempts.ts';
import { maxAccountBodyBytes, guessLimits } from './guess-limits.ts';
import { OpenProjectList, OwnSessionList, Session, SetUp, SignedOut, SignIn } from './schema.ts';
import { signInWithPassword } from './password-sign-in.ts';
import { signOut, listProjects, readSession } from './session.ts';
import { setUp } from './set-up/set-up.ts';

const open = { scope: 'account', who: 'anybody' } as const;
const own = { scope: 'account', who: 'person' } as const;

export const sessionRoutes = [
  dashboardRoute({
    ...open,
    method: 'GET',
    path: '/session',
    summary: 'Returns the signed-in person.',
    input: {},
    output: Session,
    run: readSession,
  }),
  dashboardRoute({
    ...open,
    method: 'POST',
    path: '/session',
    audits: 'session.began',
    summary: 'Signs in with e-mail and password.',
    ...guessLimits(admitGuess),
    input: { body: SignIn },
    output: Session,
    run: (context, { body }) => signInWithPassword(context, body),
  }),
  dashboardRoute({
    ...open,
    method: 'DELETE',
    path: '/session',
    audits: 'session.ended',
    summary: 'Signs out.',
    input: {},
    output: Nullable(SignedOut),
    run: signOut,
  }),
  dashboardRoute({
    ...own,
    method: 'GET',
    path: '/projects',
    summary: 'Lists the projects that the person is a member of.',
    input: {},
    output: OpenProjectList,
    run: listProjects,
  }),
  dashboardRoute({
    ...own,
    method: 'POST',
    path: '/account/password',
    audits: ['account.password_changed', 'session.began', 'session.ended'],
    summary: 'Changes the password. All sessions of the person end and a new one starts.',
    ...guessLimits(admitOwnGuess),
    stepUp: true,
    input: { body: ChangePassword },
    output: Session,
    run: (context, { body }) => changePassword(context, body),
  }),
  dashboardRoute({
    ...own,
    method: 'DELETE',
    path: '/account/password',
    audits: 'account.password_removed',
    summary: 'Removes the password. Other sessions that began with it end.',
    status: 204,
    stepUp: true,
    input: {},
    output: null,
    run: removePassword,
  }),
  dashboardRoute({
    ...own,
    method: 'PATCH',
    path: '/account',
    audits: 'account.changed',
    summary: 'Changes the name that others see.',
    bodyBytesMax: maxAccountBodyBytes,
    input: { body: ChangeAccount },
    output: User,
    run: (context, { body }) => changeAccount(context, body),
  }),
  dashboardRoute({
    ...own,
    method: 'GET',
    path: '/account/sessions',
    summary: 'Lists where the person is signed in.',
    input: {},
    output: OwnSessionList,
    run: ownSessions,
  }),
  dashboardRoute({
    ...own,
    method: 'DELETE',
    path: '/account/sessions',
    audits: 'account.sessions_ended',
    summary: 'Ends all other sessions of the person.',
    status: 204,
    input: {},
    output: null,
    run: endOtherSessions,
  }),
  dashboardRoute({
    ...own,
    method: 'DELETE',
    path: '/account/sessions/:id',
    audits: 'session.ended',
    summary: 'Ends one of the person’s sessions.',
    status: 204,
    input: { path: Type.Object({ id: Type.String() }) },
    output: null,
    run: (context, { path }) => endOwnSession(context, path.id),
  }),
  dashboardRoute({
    ...open,
    method: 'POST',
    path: '/set-up',
    audits: ['project.created', 'member.added', 'account.created', 'session.began'],
    summary: 'Creates the first project and its owner.',
    status: 201,
    ...guessLimits(admitGuess),
    input: { body: SetUp },
    output: Session,
    run: (context, { body }) => setUp(context, body),
  }),
];
