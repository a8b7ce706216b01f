import { describe, expect, it, vi } from 'vitest';
import { hourMs } from '../../../../src/contract/time.ts';
import { runCommand } from '../../../../src/cli/program.ts';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { openEventSource } from '../../../support/event-source.ts';
import { newEmail } from '../../../support/links.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { startOwnService, type TestProject, testVariables } from '../../../support/service.ts';
import { addPasskey, passkeyVariables } from '../../../support/sign-in/passkeys.ts';
import { passThrough } from '../../../support/sign-in/sso-browser.ts';
import { issuerVariables, startIssuer } from '../../../support/sign-in/stand-in-issuer.ts';

const issuer = await startIssuer();
const variables = { ...passkeyVariables, ...issuerVariables(issuer) };
const service = await startOwnService(variables);
const { MONGODB_DB } = service.app.config;

/** A project that maps a group, with its owner, whose session has a passkey. */
async function newProject() {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  await addPasskey(owner);
  const setPolicy = async (policy: object) => {
    const answer = await owner.send('PUT', `/projects/${project.id}/sign-in`, policy);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  };
  const group = `team-${project.id}`;
  const groupRoles = [{ issuer: 'corp', group, role: 'editor' }];
  await setPolicy({ group_roles: groupRoles });
  return { project, setPolicy, groupRoles, group };
}

async function enterByGroup(sub: string, groups: string[]): Promise<DashboardClient> {
  issuer.behavior.claims = { sub, email: `${sub}@people.example`, groups };
  const client = new DashboardClient(service.url);
  expect((await passThrough(service, issuer, client)).query).toEqual({});
  return client;
}

async function openStream({ id }: TestProject, { cookie }: DashboardClient) {
  const url = `${service.url}/dashboard/api/projects/${id}/v1/changes`;
  const stream = await openEventSource(url, '', { Authorization: '', Cookie: cookie ?? '' });
  await vi.waitUntil(() => stream.messages.length > 0, { timeout: 20_000 });
  return stream;
}

/** Ends the access of a member by a way of its own, and returns the member's stream. */
const endings: Record<string, () => Promise<Awaited<ReturnType<typeof openStream>>>> = {
  'a policy that the session does not meet': async () => {
    const { project, setPolicy } = await newProject();
    const stream = await openStream(project, await signedIn(service, project.id, 'editor'));
    await setPolicy({ methods: ['passkey'] });
    return stream;
  },
  'a group role that was removed': async () => {
    const { project, setPolicy, group } = await newProject();
    const stream = await openStream(project, await enterByGroup('removed', [group]));
    await setPolicy({});
    return stream;
  },
  'a group that the person left': async () => {
    const { project, group } = await newProject();
    const stream = await openStream(project, await enterByGroup('left', [group]));
    await enterByGroup('left', []);
    return stream;
  },
  'an account that the operator unlinked': async () => {
    const { project } = await newProject();
    const email = newEmail(project);
    const member = await signedIn(service, project.id, 'editor', email);
    issuer.behavior.claims = { sub: 'unlinked', email, groups: [] };
    expect((await passThrough(service, issuer, member, { purpose: 'link' })).query).toEqual({});
    const atIssuer = new DashboardClient(service.url);
    expect((await passThrough(service, issuer, atIssuer)).query).toEqual({});
    const stream = await openStream(project, atIssuer);
    const environment = testVariables({ ...variables, MONGODB_DB });
    const command = ['user', 'unlink', '--email', email, '--issuer', 'corp', '--json'];
    expect((await runCommand(command, environment, '/tmp')).exitCode).toBe(0);
    return stream;
  },
};

describe('a stream to which nothing is sent', () => {
  it(
    'ends within a minute of the end of the access, and no other stream does',
    { timeout: 120_000 },
    async () => {
      const { project } = await newProject();
      const staying = await openStream(project, await signedIn(service, project.id, 'viewer'));
      const old = await newProject();
      await old.setPolicy({ max_age_hours: 2, group_roles: old.groupRoles });
      const aged = await openStream(old.project, await signedIn(service, old.project.id, 'editor'));
      const streams: Record<string, typeof staying> = { 'a confirmation that is too old': aged };
      for (const [reason, end] of Object.entries(endings)) streams[reason] = await end();
      const counts = () => Object.values(streams).map(({ messages }) => messages.length);
      const before = counts();
      setClock(service, Date.now() + 3 * hourMs);

      const isOpen = () => Object.keys(streams).filter((reason) => streams[reason]?.ended === false);
      await expect.poll(isOpen, { timeout: 60_000, interval: 250 }).toEqual([]);
      expect(counts(), 'messages').toEqual(before);
      expect(staying.ended).toBe(false);
    },
  );
});
