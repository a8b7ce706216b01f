import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreatedProject, CreateProject } from '../../../src/accounts/new-project/schema.ts';
import type { UsedCredential } from '../../../src/accounts/passkeys/schema.ts';
import type { UseLink } from '../../../src/accounts/sign-in/links/link-schema.ts';
import type { Session, SetUp, SignedOut, SignIn } from '../../../src/accounts/sign-in/schema.ts';
import type { ChangePassword } from '../../../src/accounts/users/schema.ts';
import { ApiError } from './errors/api-error.ts';
import { storeLogoutPage } from './issuers.ts';
import { askForProof, type SentProof } from './http/proof.ts';
import {
  requestApi,
  allowProjectRequests,
  storeSession,
  abortProjectRequests,
  readSession,
} from './http/client.ts';

export type { Session };
export type SessionProject = Session['projects'][number];

/** The signed-in person and their projects. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => allowRequestsOf(await readSession(signal)),
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
    signIn: async (body: SignIn) =>
      store(startSession(await withSecondFactor(() => requestApi<Session>('POST', '/session', { body })))),
    signInWithPasskey: async (response: UsedCredential) =>
      store(startSession(await requestApi<Session>('POST', '/session/passkey', { body: { response } }))),
    setUp: async (body: SetUp) => store(startSession(await requestApi<Session>('POST', '/set-up', { body }))),
    /** Joins a project or sets a new password by a one-time link. */
    useLink: async (body: UseLink) => {
      const use = (body: UseLink) => requestApi<Session>('POST', '/links/use', { body });
      let isSignedIn = false;
      const session = startSession(
        await withSecondFactor(
          () => use(body),
          () => (isSignedIn = true),
        ),
      );
      const mustUseLink = isSignedIn && body.email !== undefined; // the first request only signed in
      return store(mustUseLink ? startSession(await use({ token: body.token })) : session);
    },
    /** Resolves once the session lists the project. */
    createProject: async (body: CreateProject) => {
      const project = await requestApi<CreatedProject>('POST', '/projects', { body });
      await client.invalidateQueries(sessionQuery);
      return project;
    },
    changeName: async (name: string) => {
      await requestApi('PATCH', '/account', { body: { name } });
      await client.invalidateQueries(sessionQuery);
    },
    /** Ends all other sessions of the person. */
    changePassword: async (body: ChangePassword) =>
      store(startSession(await requestApi<Session>('POST', '/account/password', { body }))),
    signOut: async () => {
      abortProjectRequests();
      try {
        const response = await requestApi<SignedOut | undefined>('DELETE', '/session');
        storeLogoutPage(logoutPageOf(client.getQueryData(sessionQuery.queryKey), response));
      } catch (error) {
        allowProjectRequests();
        throw error;
      }
      storeSession({ csrf: null, user: null });
      client.clear();
    },
  };
}

/** Refetches the session with its projects. */
export function useReloadSession(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries(sessionQuery);
}

/** Asks for a code if the account has a second factor. @param onSecondFactor - called after a correct code */
async function withSecondFactor(
  first: () => Promise<Session>,
  onSecondFactor: () => void = () => undefined,
): Promise<Session> {
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error;
    const { ticket, methods = [] } = error.first;
    let session: Session | null = null;
    const send = async (proof: SentProof) => {
      session = await requestApi<Session>('POST', '/session/second-factor', { body: { ticket, ...proof } });
    };
    const hasPasskey = methods.includes('passkey');
    const passkeyOptions = hasPasskey ? { path: '/session/second-factor/options', body: { ticket } } : null;
    const title = hasPasskey ? 'Confirm your sign-in' : 'Enter your code';
    if (!(await askForProof({ kind: 'code', passkeyOptions, title, send })) || session === null) throw error;
    onSecondFactor();
    return session;
  }
}

/** The page that ends the session at its issuer; null if the session began elsewhere. */
function logoutPageOf(session: Session | undefined, response: SignedOut | undefined) {
  const issuer = session?.sign_in.issuers.find(({ name }) => session.current?.method === `sso:${name}`);
  if (response === undefined || issuer === undefined) return null;
  return { label: issuer.label, url: response.logout_url };
}

function startSession(session: Session): Session {
  storeLogoutPage(null);
  storeSession(session);
  return allowRequestsOf(session);
}

function allowRequestsOf(session: Session): Session {
  if (session.user !== null) allowProjectRequests();
  return session;
}
