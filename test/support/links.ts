import { expect } from 'vitest';
import { DashboardClient, password, signedIn } from './dashboard.ts';
import type { TestProject, TestService } from './service.ts';

/** A project with an owner who invites and makes links. */
export async function ownedProject(service: TestService) {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const send = (method: string, path: string, body?: unknown) =>
    owner.send(method, `/projects/${project.id}${path}`, body);
  const members = async () => (await send('GET', '/members')).body.data as { id: string; email: string }[];
  return {
    project,
    owner,
    send,
    idOf: async (email: string) => (await members()).find((one) => one.email === email)?.id ?? '',
    invite: async (role = 'editor') => (await send('POST', '/invitations', { role })).body.url as string,
  };
}

/** What a link carries behind `#`. */
export function tokenOf(url: string): string {
  const [, token = ''] = /\/dashboard\/link#([0-9A-Za-z]{43})$/.exec(url) ?? [];
  expect(token).toHaveLength(43);
  return token;
}

/** Somebody new, who joins by a link. */
export async function joinAsNewMember(service: TestService, url: string, email: string, secret = password) {
  const client = new DashboardClient(service.url);
  const body = { token: tokenOf(url), email, name: 'Nora', password: secret };
  const answer = await client.send('POST', '/links/use', body);
  client.csrf = (answer.body?.csrf as string | undefined) ?? null;
  return { client, answer };
}

let count = 0;

/** An e-mail that nobody had before. */
export function newEmail(project: TestProject): string {
  count += 1;
  return `person-${count}-${project.id.slice(-8)}@example.test`;
}
