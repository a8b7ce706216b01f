import type { DashboardClient, DashboardAnswer } from '../dashboard.ts';
import { databaseOf } from '../database.ts';
import type { TestService } from '../service.ts';
import type { StandInIssuer } from './stand-in-issuer.ts';

/** Where a callback sends the browser: the page, and the error in its query. */
export interface Arrival {
  status: number;
  path: string;
  query: Record<string, string>;
}

/** Starts a sign-in and returns the issuer's page with the cookie of the flow. */
export async function start(
  client: DashboardClient,
  body: Record<string, unknown> = {},
  name = 'corp',
): Promise<{ answer: DashboardAnswer; url: string; flow: string }> {
  const session = client.cookie;
  const answer = await client.send('POST', `/sso/${name}`, body);
  const flow = answer.headers.getSetCookie().find((set) => /galley_flow=/.test(set)) ?? '';
  client.cookie = session; // the client knows only two cookies
  return { answer, url: String(answer.body?.url ?? ''), flow: flow.split(';')[0] ?? '' };
}

/** Comes back from the issuer with this query. The session stays in the client. */
export async function comeBack(
  service: TestService,
  client: DashboardClient,
  { query, flow, name = 'corp' }: { query: string; flow: string; name?: string },
): Promise<Arrival> {
  const cookies = [client.cookie, client.browser, flow].filter((cookie) => cookie !== null && cookie !== '');
  const response = await fetch(`${service.url}/dashboard/api/sso/${name}/callback?${query}`, {
    redirect: 'manual',
    headers: { Cookie: cookies.join('; ') },
  });
  for (const set of response.headers.getSetCookie()) {
    const [cookie = ''] = set.split(';');
    if (cookie.includes('galley_browser=')) client.browser = cookie;
    else if (cookie.includes('galley_session=')) client.cookie = cookie;
  }
  const location = new URL(response.headers.get('Location') ?? '/none', service.url);
  const { request_id: requestId, ...query_ } = Object.fromEntries(location.searchParams);
  if (query_['error'] !== undefined && !/^req_/.test(requestId ?? '')) throw new Error('no request id');
  return { status: response.status, path: location.pathname, query: query_ };
}

/** A whole sign-in, link or confirmation. */
export async function passThrough(
  service: TestService,
  issuer: StandInIssuer,
  client: DashboardClient,
  body: Record<string, unknown> = {},
): Promise<Arrival> {
  const { url, flow, answer } = await start(client, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return comeBack(service, client, { query: issuer.answer(url), flow });
}

/** The rows that a sign-in may store. */
export async function storedParts(service: TestService): Promise<Record<string, number>> {
  const db = databaseOf(service.app.system);
  const names = ['users', 'identities', 'sessions', 'members', 'challenges', 'audit'];
  const counts = await Promise.all(names.map((name) => db.collection(name).countDocuments()));
  return Object.fromEntries(names.map((name, i) => [name, counts[i] ?? 0]));
}
