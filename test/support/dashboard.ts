import { writerOf } from '../../src/projects/write/transaction.ts';
import { tester } from './actor.ts';
import { baseUrlOf } from '../../src/core/settings/config.ts';
import { cookieName } from '../../src/core/http/dashboard/session-cookie.ts';
import type { Narrowed } from '../../src/contract/access.ts';
import type { App } from '../../src/server/app.ts';
import type { TestService } from './service.ts';
import type { Role, UserRecord } from '../../src/accounts/users/schema.ts';
import { addMember } from '../../src/accounts/users/membership.ts';
import { hashPassword } from '../../src/accounts/users/password/password.ts';
import { openSession } from '../../src/accounts/users/sessions.ts';

/** Good, and the name of nothing. */
export const password = 'correct horse battery';

/** What a test sees of an answer of the dashboard's own API. */
export interface DashboardAnswer {
  status: number;
  headers: Headers;
  text: string;
  body: any;
}

/** Speaks to the dashboard's API as a browser would: keeps the cookie, sends the session's token along. */
export class DashboardClient {
  readonly #url: string;
  /** The session's cookie; tests take it away and plant others. */
  cookie: string | null = null;
  /** The cookie by which the browser is known again. */
  browser: string | null = null;
  csrf: string | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  async signIn(email: string, secret = password): Promise<DashboardAnswer> {
    const answer = await this.send('POST', '/session', { email, password: secret });
    this.csrf = (answer.body?.csrf as string | undefined) ?? null;
    return answer;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<DashboardAnswer> {
    const cookies = [this.cookie, this.browser].filter((cookie) => cookie !== null);
    const response = await fetch(`${this.#url}/dashboard/api${path}`, {
      redirect: 'manual',
      method,
      headers: {
        ...(cookies.length === 0 ? {} : { Cookie: cookies.join('; ') }),
        ...(this.csrf === null ? {} : { 'X-CSRF-Token': this.csrf }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [cookie = ''] = set.split(';');
      if (/^(__Secure-)?galley_browser=/.test(cookie)) this.browser = cookie;
      else this.cookie = cookie;
    }
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  }
}

let hash: Promise<string> | null = null;

/** A member of a project with the password above, which is hashed once: that is dear on purpose. */
export async function addPerson(
  { system, clock }: App,
  projectId: string,
  { email, role, grant }: { email: string; role: Role; grant?: Narrowed | undefined },
): Promise<UserRecord> {
  hash ??= hashPassword(password);
  const account = { email, role, grant, hash: await hash };
  const writer = writerOf(system.project(projectId), { now: clock.now(), actor: tester });
  return (await addMember(writer, account)).user;
}

/** A member of a project, narrowed or not, signed in without the detour of a password. */
export async function signedIn(
  service: Pick<TestService, 'app' | 'url'>,
  projectId: string,
  as: Role | { role: Role; grant: Narrowed },
  email?: string,
): Promise<DashboardClient> {
  const { app } = service;
  const membership = typeof as === 'string' ? { role: as } : as;
  const address = email ?? `${membership.role}-${projectId}@example.test`;
  const user = await addPerson(app, projectId, { email: address, ...membership });
  const { session, token } = await openSession(app.system, user, {
    now: app.clock.now(),
    method: 'password',
  });
  const client = new DashboardClient(service.url);
  client.cookie = `${cookieName('session', baseUrlOf(app.config))}=${token}`;
  client.csrf = session.csrf;
  return client;
}
