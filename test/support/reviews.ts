import { addPerson, type DashboardAnswer, DashboardClient } from './dashboard.ts';
import { defineType, expectDone } from './content.ts';
import type { TestProject, TestService } from './service.ts';
import { cookieName } from '../../src/core/http/dashboard/session-cookie.ts';
import { baseUrlOf } from '../../src/core/settings/config.ts';
import { openSession } from '../../src/accounts/users/sessions.ts';
import type { Narrowed } from '../../src/contract/access.ts';
import type { Role } from '../../src/accounts/users/schema.ts';

/** A member of the project, who sends requests below its path. */
export interface Member {
  id: string;
  name: string;
  client: DashboardClient;
  send: (method: string, path: string, body?: unknown) => Promise<DashboardAnswer>;
  /** Sends a request that has to succeed, and returns its body. */
  does: (method: string, path: string, body?: unknown) => Promise<any>;
}

export interface ReviewSite {
  project: TestProject;
  ada: Member;
  bea: Member;
  cy: Member;
  owner: Member;
  join: (name: string, role: Role, grant?: Narrowed) => Promise<Member>;
  /** Sets whose publications need an approval. */
  rule: (publish_approval: 'off' | 'members' | 'members_and_keys') => Promise<void>;
}

/** A project with the author Ada, the editors Bea and Cy, and an owner. */
export async function reviewSite(service: TestService): Promise<ReviewSite> {
  const project = await service.newProject({ oneLocale: true });
  await defineType(project, 'page', [
    { key: 'title', type: 'string' },
    { key: 'body', type: 'text' },
    { key: 'slug', type: 'string', options: { format: 'slug', source: 'title', unique: true } },
  ]);
  await defineType(project, 'home', { title: 'string' }, { kind: 'singleton' });
  const join = (name: string, role: Role, grant?: Narrowed) =>
    newMember(service, project, { name, role, grant });
  const owner = await join('Olga', 'owner');
  return {
    project,
    owner,
    join,
    ada: await join('Ada', 'author'),
    bea: await join('Bea', 'editor'),
    cy: await join('Cy', 'editor'),
    rule: async (publish_approval) => void (await owner.does('PATCH', '/settings', { publish_approval })),
  };
}

async function newMember(
  { app, url }: TestService,
  { id: projectId }: TestProject,
  { name, role, grant }: { name: string; role: Role; grant?: Narrowed | undefined },
): Promise<Member> {
  const email = `${name.toLowerCase()}-${projectId}@example.test`;
  const user = await addPerson(app, projectId, { email, role, grant });
  const { session, token } = await openSession(app.system, user, {
    now: app.clock.now(),
    method: 'password',
  });
  const client = new DashboardClient(url);
  client.cookie = `${cookieName('session', baseUrlOf(app.config))}=${token}`;
  client.csrf = session.csrf;
  const send: Member['send'] = (method, path, body) =>
    client.send(method, `/projects/${projectId}${path}`, body);
  const does: Member['does'] = async (method, path, body) => expectDone(await send(method, path, body));
  return { id: user._id, name: user.name || user.email, client, send, does };
}

export const personOf = ({ id, name }: Member) => ({ id, name });

/** A draft of an entry by a member; returns its id and revision. */
export async function draftBy(
  member: Member,
  values: object = { title: 'Kites' },
): Promise<{ id: string; revision: number }> {
  const { id, revision } = await member.does('POST', '/content/page/entries', { values });
  return { id, revision };
}

/** Approves the draft of an item as it is now. */
export async function approve(member: Member, itemId: string): Promise<any> {
  const { revision } = await member.does('GET', `/reviews/${itemId}`);
  return member.does('POST', `/reviews/${itemId}/approve`, { revision });
}
