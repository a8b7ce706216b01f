import { beforeAll, describe, expect, it } from 'vitest';
import { leastRole } from '../../../../src/contract/access.ts';
import { type DashboardRoute, dashboardPath } from '../../../../src/core/http/dashboard/dashboard-route.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { dashboardRoutes } from '../../../support/assembly.ts';

const service = await startService();

let project: TestProject;
let owner: DashboardClient;
let editor: DashboardClient;
let stranger: DashboardClient;
/** Has the token of a session, whose cookie is taken away. */
let nobody: DashboardClient;
beforeAll(async () => {
  project = await service.newProject();
  owner = await signedIn(service, project.id, 'owner');
  editor = await signedIn(service, project.id, 'editor');
  stranger = await signedIn(service, (await service.newProject()).id, 'owner');
  nobody = await signedIn(service, project.id, 'owner');
});

const nameOf = (route: DashboardRoute) => `${route.method} ${dashboardPath(route)}`;
const all = dashboardRoutes.map((route): [string, DashboardRoute] => [nameOf(route), route]);
const closed = all.filter(([, { who }]) => who !== 'anybody');
const inProject = all.filter(([, { scope }]) => scope !== 'account');
const ofOwners = all.filter(([, { needs }]) => needs !== undefined && leastRole(needs) === 'owner');
const writes = all.filter(([, { method }]) => method !== 'GET');

function send(
  client: DashboardClient,
  route: DashboardRoute,
  headers: Record<string, string> = {},
  query = '',
) {
  const path = dashboardPath(route).replace(':projectId', project.id);
  return client.send(route.method, path + query, route.method === 'GET' ? undefined : {}, headers);
}

const refusal = ({ status, body }: { status: number; body: any }) => [status, body?.error?.code];

describe.each(closed)('%s', (_name, route) => {
  it('is closed to who is not signed in, whatever key they have', async () => {
    nobody.cookie = null;
    const key = { Authorization: `Bearer ${project.secret.token}` };

    expect(refusal(await send(nobody, route, key))).toEqual([401, 'not_signed_in']);
  });
});

describe.each(inProject)('%s', (_name, route) => {
  it('is closed to members of other projects alone', async () => {
    expect(refusal(await send(stranger, route))).toEqual([404, 'unknown_project']);
  });

  it('is not kept by browsers, and refuses a parameter that it does not know', async () => {
    const answer = await send(owner, route, {}, '?nonsense=1');

    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(refusal(answer)).toEqual([400, 'unknown_parameter']);
  });
});

describe.each(ofOwners)('%s', (_name, route) => {
  it('is closed to editors', async () => {
    expect(refusal(await send(editor, route))).toEqual([403, 'role_required']);
  });
});

describe.each(writes)('%s', (_name, route) => {
  it('takes the token of the session, from the dashboard’s own pages', async () => {
    for (const headers of [
      { 'X-CSRF-Token': 'guess' },
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ])
      expect(refusal(await send(owner, route, headers))).toEqual([403, 'csrf_token_invalid']);
  });
});
