import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { dashboardPath } from '../../../../src/core/http/dashboard/dashboard-route.ts';
import { dashboardRoutes, routes as apiRoutes } from '../../../support/assembly.ts';
import type { Scopes } from '../../../../src/contract/access.ts';
import { ApiClient } from '../../../support/client.ts';
import { defineType, expectDone } from '../../../support/content.ts';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { inRepository } from '../../../support/program.ts';
import { startService, type TestProject } from '../../../support/service.ts';

/**
 * Who may do what, asked over HTTP: one line a route in matrix.txt, one sign a caller. `+` passes, `.` is refused for what
 * the caller may do, `x` is told that there is no such project, `-` is told to sign in or to bring a key. Keys of one type
 * and of one release are asked for these: that they are refused others is held by narrowed-keys.test.ts.
 */
const members = ['owner', 'editor', 'author', 'viewer', 'narrowed', 'stranger', 'nobody'] as const;
const keys = [
  ...(['secret', 'read', 'draft', 'type', 'area', 'release'] as const),
  ...(['publishable', 'narrowed', 'keyless'] as const),
];

const service = await startService();
const blog = { areas: ['blog' as const] };
let project: TestProject;
let people: Record<(typeof members)[number], () => Promise<DashboardClient>>;
let release: string;
let clients: Record<(typeof keys)[number], ApiClient>;

beforeAll(async () => {
  project = await service.newProject();
  const other = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const as =
    (role: 'owner' | 'editor' | 'author' | 'viewer', of = project.id) =>
    () =>
      signedIn(service, of, role);
  people = {
    owner: as('owner'),
    editor: as('editor'),
    author: as('author'),
    viewer: as('viewer'),
    narrowed: () =>
      signedIn(service, project.id, { role: 'editor', grant: blog }, `narrow-${project.id}@example.test`),
    stranger: as('owner', other.id),
    nobody: async () => new DashboardClient(service.url),
  };
  const narrow = async (scopes: Scopes, purpose: 'secret' | 'publishable' = 'secret') =>
    project.as((await project.newKey({ purpose, scopes })).token);
  const can: Scopes['can'] = ['read', 'draft', 'publish'];
  release = await otherRelease();
  clients = {
    secret: project.secret,
    read: await narrow({ can: ['read'] }),
    draft: await narrow({ can: ['read', 'draft'] }),
    type: await narrow({ can: [...can, 'schema'], types: ['page'] }),
    area: await narrow({ can: [...can, 'schema'], areas: ['content'] }),
    release: await narrow({ can: [...can, 'schema'], releases: [release] }),
    publishable: project.publishable,
    narrowed: await narrow({ can: ['read'], areas: ['blog'] }, 'publishable'),
    keyless: project.as(null),
  };
});

/** A release beside the default one. */
async function otherRelease(): Promise<string> {
  const { id } = expectDone(await project.secret.post('/v1/releases', { name: 'Next' })) as { id: string };
  return id;
}

interface Line {
  name: string;
  method: string;
  /** Below the dashboard's API. */
  desk: string;
  /** The API's own; null for what only the dashboard has. */
  api: string | null;
  scope: 'project' | 'release' | 'account';
}

const ofApi = apiRoutes.map(({ method, path, scope }): Line => {
  return { name: `${method} ${path}`, method, desk: `/projects/:projectId${path}`, api: path, scope };
});
const ofDesk = dashboardRoutes.map((route): Line => {
  const desk = dashboardPath(route);
  return { name: `${route.method} ${desk}`, method: route.method, desk, api: null, scope: route.scope };
});
const routes = [...ofApi, ...ofDesk];

/** Ids of nothing in the places of the path; a type by its slug. */
function filled(path: string): string {
  return path.replace(':projectId', project.id).replace(/:(\w+)/g, 'nothing');
}

/** The path with what a key was narrowed to in its place. */
function askedBy(who: (typeof keys)[number], path: string, scope: Line['scope']): string {
  if (who === 'type') return filled(path.replace(':type', 'page'));
  if (who !== 'release') return filled(path);
  return filled(path.replace(':releaseId', release)) + (scope === 'release' ? `?release=${release}` : '');
}

function verdictOf({ status, body }: { status: number; body: any }): string {
  const code: unknown = body?.error?.code;
  if (code === 'unknown_project') return 'x';
  if (code === 'not_signed_in' || code === 'missing_api_key') return '-';
  if (code === 'role_required' || code === 'scope_required' || code === 'secret_key_required') return '.';
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  return '+';
}

/** Members who are signed in, by name. To sign in for each route anew would take a third of this file. */
const signed = new Map<string, Promise<DashboardClient>>();

function clientOf(who: (typeof members)[number]): Promise<DashboardClient> {
  const client = signed.get(who) ?? people[who]();
  signed.set(who, client);
  return client;
}

async function lineOf({ name, method, desk, api, scope }: Line): Promise<string> {
  const body = method === 'GET' ? undefined : {};
  const byPeople = await Promise.all(
    members.map(async (who) => verdictOf(await (await clientOf(who)).send(method, filled(desk), body))),
  );
  if (scope === 'account' && method !== 'GET') signed.clear(); // it may have ended a session
  const byKeys =
    api === null
      ? []
      : await Promise.all(
          keys.map(async (who) =>
            verdictOf(await clients[who].send(method, askedBy(who, api, scope), { body })),
          ),
        );
  return `${byPeople.join('')} ${byKeys.join('').padEnd(keys.length)} ${name}`;
}

const written = (await readFile(inRepository('test/long/accounts/access/matrix.txt'), 'utf8'))
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const nameIn = (line: string) => line.slice(members.length + keys.length + 2);

describe('the matrix', () => {
  it('has one line for each route, and none for what is no route', () => {
    expect(written.map(nameIn)).toEqual(routes.map(({ name }) => name));
  });

  it.each(routes.map((route): [string, Line] => [route.name, route]))('%s', async (name, route) => {
    expect(await lineOf(route)).toBe(written.find((line) => nameIn(line) === name));
  });
});
