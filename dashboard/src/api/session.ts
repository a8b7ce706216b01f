import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreatedProject, CreateProject } from '../../../src/accounts/new-project/schema.ts';
import type { UseLink } from '../../../src/accounts/sign-in/links/link-schema.ts';
import type { Session, SetUp, SignIn } from '../../../src/accounts/sign-in/schema.ts';
import type { ChangePassword } from '../../../src/accounts/users/schema.ts';
import { ApiProblem } from './errors/problem.ts';
import { askForProof } from './http/proof.ts';
import { ask, enterProjects, keepSession, leaveProjects, readSession } from './http/client.ts';

export type { Session };
export type OpenProject = Session['projects'][number];

/** The person who is signed in, and what they may open. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => entered(await readSession(signal)),
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: 'always', // a role may have changed while the person was away
});

export function useSession(): Session | undefined {
  return useQuery(sessionQuery).data;
}

/** Signing in, out, and setting the installation up; each leaves the new session where screens read it. */
export function useSessionChanges() {
  const client = useQueryClient();
  const keep = (session: Session) => {
    client.setQueryData(sessionQuery.queryKey, session);
    return session;
  };
  return {
    signIn: async (sent: SignIn) =>
      keep(kept(await inTwoSteps(() => ask<Session>('POST', '/session', { body: sent })))),
    setUp: async (sent: SetUp) => keep(kept(await ask<Session>('POST', '/set-up', { body: sent }))),
    /** Joins a project or sets a new password by a one-time link. */
    useLink: async (sent: UseLink) => {
      const use = (body: UseLink) => ask<Session>('POST', '/links/use', { body });
      let isSignedIn = false;
      const session = kept(
        await inTwoSteps(
          () => use(sent),
          () => (isSignedIn = true),
        ),
      );
      const joinsNow = isSignedIn && sent.email !== undefined; // the link itself was not used yet
      return keep(joinsNow ? kept(await use({ token: sent.token })) : session);
    },
    /** The project is among the person's own before this ends. */
    createProject: async (sent: CreateProject) => {
      const created = await ask<CreatedProject>('POST', '/projects', { body: sent });
      await client.invalidateQueries(sessionQuery);
      return created;
    },
    changeName: async (name: string) => {
      await ask('PATCH', '/account', { body: { name } });
      await client.invalidateQueries(sessionQuery);
    },
    /** Every other session of the person ends. */
    changePassword: async (sent: ChangePassword) =>
      keep(kept(await ask<Session>('POST', '/account/password', { body: sent }))),
    signOut: async () => {
      leaveProjects();
      try {
        await ask('DELETE', '/session');
      } catch (problem) {
        enterProjects();
        throw problem;
      }
      keepSession({ csrf: null, user: null });
      client.clear();
    },
  };
}

/** Asks again who is signed in and what their projects are called. */
export function useReloadSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries(sessionQuery);
}

/** Completes a sign-in by a code where the account has a second factor. @param onSecond - told when it had */
async function inTwoSteps(
  first: () => Promise<Session>,
  onSecond: () => void = () => undefined,
): Promise<Session> {
  try {
    return await first();
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.code !== 'second_factor_required') throw problem;
    const { ticket } = problem.first;
    let session: Session | null = null;
    const send = async (code: string) => {
      session = await ask<Session>('POST', '/session/second-factor', { body: { ticket, code } });
    };
    if (!(await askForProof({ what: 'code', title: 'Enter your code', send })) || session === null)
      throw problem;
    onSecond();
    return session;
  }
}

function kept(session: Session): Session {
  keepSession(session);
  return entered(session);
}

function entered(session: Session): Session {
  if (session.user !== null) enterProjects();
  return session;
}
