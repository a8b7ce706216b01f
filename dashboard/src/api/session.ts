import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreatedProject, CreateProject } from '../../../src/accounts/new-project/schema.ts';
import type { UseLink } from '../../../src/accounts/sign-in/links/link-schema.ts';
import type { Session, SetUp, SignIn } from '../../../src/accounts/sign-in/schema.ts';
import type { ChangePassword } from '../../../src/accounts/users/schema.ts';
import { ApiError } from './errors/api-error.ts';
import { askForProof } from './http/proof.ts';
import { requestApi, enterProjects, keepSession, leaveProjects, readSession } from './http/client.ts';

export type { Session };
export type OpenProject = Session['projects'][number];

/** The signed-in person and their projects. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => entered(await readSession(signal)),
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: 'always', // a role may have changed while the person was away
});

export function useSession(): Session | undefined {
  return useQuery(sessionQuery).data;
}

/** Sign-in, sign-out and set-up. Each updates the session query. */
export function useSessionChanges() {
  const client = useQueryClient();
  const store = (session: Session) => {
    client.setQueryData(sessionQuery.queryKey, session);
    return session;
  };
  return {
    signIn: async (sent: SignIn) =>
      store(startSession(await inTwoSteps(() => requestApi<Session>('POST', '/session', { body: sent })))),
    setUp: async (sent: SetUp) =>
      store(startSession(await requestApi<Session>('POST', '/set-up', { body: sent }))),
    /** Joins a project or sets a new password by a one-time link. */
    useLink: async (sent: UseLink) => {
      const use = (body: UseLink) => requestApi<Session>('POST', '/links/use', { body });
      let isSignedIn = false;
      const session = startSession(
        await inTwoSteps(
          () => use(sent),
          () => (isSignedIn = true),
        ),
      );
      const joinsNow = isSignedIn && sent.email !== undefined; // the link itself was not used yet
      return store(joinsNow ? startSession(await use({ token: sent.token })) : session);
    },
    /** Resolves once the session lists the project. */
    createProject: async (sent: CreateProject) => {
      const created = await requestApi<CreatedProject>('POST', '/projects', { body: sent });
      await client.invalidateQueries(sessionQuery);
      return created;
    },
    changeName: async (name: string) => {
      await requestApi('PATCH', '/account', { body: { name } });
      await client.invalidateQueries(sessionQuery);
    },
    /** Ends all other sessions of the person. */
    changePassword: async (sent: ChangePassword) =>
      store(startSession(await requestApi<Session>('POST', '/account/password', { body: sent }))),
    signOut: async () => {
      leaveProjects();
      try {
        await requestApi('DELETE', '/session');
      } catch (error) {
        enterProjects();
        throw error;
      }
      keepSession({ csrf: null, user: null });
      client.clear();
    },
  };
}

/** Reads the session and the names of the projects again. */
export function useReloadSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries(sessionQuery);
}

/** Asks for a code if the account has a second factor. @param onSecond - called after the second factor */
async function inTwoSteps(
  first: () => Promise<Session>,
  onSecond: () => void = () => undefined,
): Promise<Session> {
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error;
    const { ticket } = error.first;
    let session: Session | null = null;
    const send = async (code: string) => {
      session = await requestApi<Session>('POST', '/session/second-factor', { body: { ticket, code } });
    };
    if (!(await askForProof({ what: 'code', title: 'Enter your code', send })) || session === null)
      throw error;
    onSecond();
    return session;
  }
}

function startSession(session: Session): Session {
  keepSession(session);
  return entered(session);
}

function entered(session: Session): Session {
  if (session.user !== null) enterProjects();
  return session;
}
