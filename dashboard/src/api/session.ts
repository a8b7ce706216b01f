import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreatedProject, CreateProject } from '../../../src/project-creation/schema.ts';
import type { UseLink } from '../../../src/sign-in/link-schema.ts';
import type { Session, SetUp, SignIn } from '../../../src/sign-in/schema.ts';
import type { ChangePassword } from '../../../src/users/schema.ts';
import { ask, enterProjects, keepSession, leaveProjects, readSession } from './client.ts';

export type { Session };
export type OpenProject = Session['projects'][number];

/** Who is signed in, and what they may open. */
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
    signIn: async (sent: SignIn) => keep(kept(await ask<Session>('POST', '/session', { body: sent }))),
    setUp: async (sent: SetUp) => keep(kept(await ask<Session>('POST', '/set-up', { body: sent }))),
    /** Joins a project or sets a new password by a one-time link. */
    useLink: async (sent: UseLink) => keep(kept(await ask<Session>('POST', '/links/use', { body: sent }))),
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

/** Asks anew who is signed in and what their projects are called. */
export function useReloadSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries(sessionQuery);
}

function kept(session: Session): Session {
  keepSession(session);
  return entered(session);
}

function entered(session: Session): Session {
  if (session.user !== null) enterProjects();
  return session;
}
