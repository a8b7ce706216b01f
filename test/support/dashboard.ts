import type { TestService } from './service.ts';
import type { Role } from '../../src/users/schema.ts';
import { addMember, openSession } from '../../src/users/service.ts';

export const password = 'correct horse battery';

/** What a test sees of an answer of the dashboard's own API. */
interface DashboardAnswer {
  status: number;
  headers: Headers;
  body: any;
}

/** Speaks to the dashboard's API as a browser would: keeps the cookie, sends the session's token along. */
export class DashboardClient {
  readonly #url: string;
  cookie: string | null = null;
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
    const response = await fetch(`${this.#url}/dashboard/api${path}`, {
      method,
      headers: {
        ...(this.cookie === null ? {} : { Cookie: this.cookie }),
        ...(this.csrf === null ? {} : { 'X-CSRF-Token': this.csrf }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const set = response.headers.get('Set-Cookie');
    if (set !== null) this.cookie = set.split(';')[0] ?? null;
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  }
}

/** A member of a project, signed in without the detour of a password. */
export async function signedIn(
  service: TestService,
  projectId: string,
  role: Role,
  email = `${role}-${projectId}@example.test`,
): Promise<DashboardClient> {
  const { system, clock } = service.app;
  const { user } = await addMember(system.project(projectId), { email, role, password }, clock.now());
  const { session, token } = await openSession(system, user, clock.now());
  const client = new DashboardClient(service.url);
  client.cookie = `galley_session=${token}`;
  client.csrf = session.csrf;
  return client;
}
