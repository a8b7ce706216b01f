import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hourMs } from '../../../../src/contract/time.ts';
import { createSetUpToken } from '../../../../src/accounts/sign-in/set-up/set-up-token-repository.ts';
import { commandsOfService } from '../../../support/commands.ts';
import { addPerson, DashboardClient, password, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { openEventSource } from '../../../support/event-source.ts';
import { newEmail, tokenOf } from '../../../support/links.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { startProcess } from '../../../support/second-process.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { runCommand } from '../../../../src/cli/program.ts';
import { testVariables } from '../../../support/service.ts';
import {
  addPasskey,
  optionsFrom,
  passkeyVariables,
  signInWithPasskey,
  Visitor,
} from '../../../support/sign-in/passkeys.ts';
import type { SoftwareAuthenticator } from '../../../support/sign-in/software-authenticator.ts';
import { issuerVariables, startIssuer } from '../../../support/sign-in/stand-in-issuer.ts';

const issuer = await startIssuer();
const variables = { ...passkeyVariables, ...issuerVariables(issuer) };
const service = await startOwnService(variables);
const { MONGODB_DB } = service.app.config;
const ownersNeedFactors = await startOwnService({ ...variables, MONGODB_DB, SECOND_FACTOR: 'owners' });
const allNeedFactors = await startOwnService({ ...variables, MONGODB_DB, SECOND_FACTOR: 'all' });
const database = databaseOf(service.app.system);
const start = Date.parse('2027-03-01T09:00:00.000Z');

function setTime(at: number): void {
  for (const each of [service, ownersNeedFactors, allNeedFactors]) setClock(each, at);
}
beforeEach(() => setTime(start));

const galley = async (...args: string[]) => {
  const env = testVariables({ ...variables, MONGODB_DB });
  return JSON.parse((await runCommand([...args, '--json'], env, '/tmp')).out) as { url?: string };
};

/** A project with these rules and a member whose session proved a password. */
async function newMember(rules: object = {}, role: 'owner' | 'editor' | 'viewer' = 'editor') {
  const project = await service.newProject();
  await setRules(project, rules);
  const email = newEmail(project);
  const member = await signedIn(service, project.id, role, email);
  return { project, member, email };
}

async function setRules({ id }: TestProject, rules: object): Promise<void> {
  const policy = { second_factor: 'optional', methods: null, max_age_hours: null, group_roles: [], ...rules };
  const projects = database.collection<{ _id: string }>('projects');
  await projects.updateOne({ _id: id }, { $set: { 'settings.sign_in': policy } });
}

/** The status, and the error of the request. */
async function read(client: DashboardClient, { id }: TestProject, path = '/home') {
  const { status, body } = await client.send('GET', `/projects/${id}${path}`);
  const { code, methods } = (body?.error ?? {}) as { code?: string; methods?: string[] };
  return { status, ...(code && { code }), ...(methods && { methods }) };
}

/** Why the session lists a project as blocked. */
async function blockOf(client: DashboardClient, { id }: TestProject): Promise<unknown> {
  const lists = [
    (await client.send('GET', '/session')).body.projects,
    (await client.send('GET', '/projects')).body.data,
  ];
  const [first, second] = lists.map(
    (list: { id: string; blocked: unknown }[]) => list.find((project) => project.id === id)?.blocked,
  );
  expect(second).toEqual(first);
  return first;
}

const atService = ({ url }: { url: string }, { cookie, csrf }: DashboardClient) =>
  Object.assign(new Visitor(url), { cookie, csrf });

async function confirmWithPasskey(client: DashboardClient, authenticator: SoftwareAuthenticator) {
  const passkey = authenticator.use(await optionsFrom(client, '/session/step-up/options'));
  return (await client.send('POST', '/session/step-up', { passkey })).status;
}

async function addApp(client: DashboardClient): Promise<number> {
  const { secret } = (await client.send('POST', '/account/totp')).body as { secret: string };
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: start });
  return (await client.send('POST', '/account/totp/confirm', { code })).status;
}

const methodRequired = (methods: string[]) => ({ status: 403, code: 'sign_in_method_required', methods });

describe('a project that requires a sign-in method', () => {
  it('rejects other sessions on each of its routes, and leaves everything else open', async () => {
    const { project, member } = await newMember({ methods: ['passkey', 'sso:corp'] });
    const other = await service.newProject();
    const { user } = (await member.send('GET', '/session')).body as { user: { email: string } };
    await addPerson(service.app, other.id, { email: user.email, role: 'editor' });
    const rejected = methodRequired(['passkey', 'sso:corp']);
    for (const path of ['/home', '/settings', '/v1/blog/articles', '/v1/changes', '/members'])
      expect([path, await read(member, project, path)]).toEqual([path, rejected]);
    const write = await member.send('POST', `/projects/${project.id}/v1/authors`, { name: 'Ada' });
    expect([write.status, write.body.error.code]).toEqual([403, 'sign_in_method_required']);

    const { code, methods } = rejected;
    expect(await blockOf(member, project)).toEqual({ code, methods });
    expect(await blockOf(member, other)).toBeNull();
    expect((await read(member, other)).status).toBe(200);
    expect((await member.send('GET', '/account/sign-in')).status).toBe(200);
  });

  it('opens after a sign-in by that method, and after a step-up with it', async () => {
    const { project, member, email } = await newMember();
    const { authenticator } = await addPasskey(member);
    await setRules(project, { methods: ['passkey'] });
    expect((await read(member, project)).status, 'adding a passkey proves it').toBe(200);
    const client = new Visitor(service.url);
    await client.signIn(email);
    expect(await read(client, project)).toEqual(methodRequired(['passkey']));
    expect(await confirmWithPasskey(client, authenticator)).toBe(204);
    expect((await read(client, project)).status).toBe(200);
    const next = new Visitor(service.url);
    await signInWithPasskey(next, authenticator);
    expect((await read(next, project)).status).toBe(200);
    expect(await blockOf(next, project)).toBeNull();
  });

  it('counts no method that the installation stopped accepting', async () => {
    const { project, member } = await newMember({ methods: ['password', 'passkey'] });
    await addPasskey(member);
    const without = await startOwnService({ ...variables, MONGODB_DB, SIGN_IN: 'password,sso' });
    setClock(without, start);
    await setRules(project, { methods: ['passkey'] });
    expect((await read(member, project)).status).toBe(200);
    expect(await read(atService(without, member), project)).toEqual(methodRequired(['passkey']));
  });
});

describe('a project that requires a second factor', () => {
  it('asks an account without one to add one, which opens it', async () => {
    for (const add of [addApp, async (client: DashboardClient) => (await addPasskey(client)).answer.status]) {
      const { project, member } = await newMember({ second_factor: 'required' });
      expect(await read(member, project)).toEqual({ status: 403, code: 'second_factor_setup_required' });
      expect(await blockOf(member, project)).toEqual({
        code: 'second_factor_setup_required',
        methods: [],
      });
      expect([200, 201]).toContain(await add(member));
      expect((await read(member, project)).status).toBe(200);
    }
  });

  it('asks an account with one for it, and names no password', async () => {
    const { project, member, email } = await newMember({ second_factor: 'required' });
    const { authenticator } = await addPasskey(member);
    const client = new Visitor(service.url);
    await client.signIn(email);
    const stepUp = { code: 'step_up_required', methods: ['passkey'] };
    expect(await read(client, project)).toEqual({ status: 403, ...stepUp });
    expect(await blockOf(client, project)).toEqual(stepUp);
    await client.send('POST', '/session/step-up', { password });
    expect(await read(client, project)).toEqual({ status: 403, ...stepUp });
    expect(await confirmWithPasskey(client, authenticator)).toBe(204);
    expect((await read(client, project)).status).toBe(200);
  });

  it('is each project for owners or for all, if the installation says so', async () => {
    const { project, member } = await newMember();
    const owner = await signedIn(service, project.id, 'owner');
    const codes = async (client: DashboardClient) =>
      Promise.all(
        [service, ownersNeedFactors, allNeedFactors].map(
          async (each) => (await read(atService(each, client), project)).code ?? 'open',
        ),
      );
    const required = 'second_factor_setup_required';
    expect(await codes(member)).toEqual(['open', 'open', required]);
    expect(await codes(owner)).toEqual(['open', required, required]);
  });
});

describe('a project that requires a recent confirmation', () => {
  it('asks again after its hours, to the millisecond', async () => {
    const { project, member } = await newMember({ max_age_hours: 2 });
    setTime(start + 2 * hourMs);
    expect((await read(member, project)).status).toBe(200);
    setTime(start + 2 * hourMs + 1);
    const stepUp = { code: 'step_up_required', methods: ['password'] };
    expect(await read(member, project)).toEqual({ status: 403, ...stepUp });
    expect(await blockOf(member, project)).toEqual(stepUp);
    expect((await member.send('POST', '/session/step-up', { password })).status).toBe(204);
    expect((await read(member, project)).status).toBe(200);
  });

  it('counts from the start of a session whose confirmation is unknown', async () => {
    const { project, member } = await newMember({ max_age_hours: 2 });
    await database.collection('sessions').updateMany({}, { $set: { strong_at: null } });
    setTime(start + 2 * hourMs);
    expect((await read(member, project)).status).toBe(200);
    setTime(start + 2 * hourMs + 1);
    expect((await read(member, project)).code).toBe('step_up_required');
  });
});

describe('the rules are checked', () => {
  it('in order: membership, group, methods, second factor, age, role', async () => {
    const strict = { methods: ['passkey'], second_factor: 'required', max_age_hours: 1 };
    const { project, member } = await newMember(strict, 'viewer');
    const members = database.collection('members');
    setTime(start + 2 * hourMs);
    const code = async (path?: string) => (await read(member, project, path)).code ?? 'open';
    const stranger = await signedIn(service, (await service.newProject()).id, 'owner');
    expect((await read(stranger, project)).code).toBe('unknown_project');

    const mine = { project_id: project.id, role: 'viewer' };
    const row = await members.findOne(mine);
    const id = String(row?.['user_id']).replace('narrowed:', '');
    const source = { issuer: 'corp', group: 'web-team', confirmed_at: new Date(start) };
    await members.updateOne(mine, { $set: { source, user_id: `group:${id}` } });
    expect(await read(member, project)).toEqual(methodRequired(['sso:corp']));
    await members.updateOne(mine, {
      $set: { user_id: row?.['user_id'] as string },
      $unset: { source: true },
    });

    expect(await read(member, project, '/sign-in')).toEqual(methodRequired(['passkey']));
    await setRules(project, { ...strict, methods: null });
    expect(await code('/sign-in')).toBe('second_factor_setup_required');
    await setRules(project, { max_age_hours: 1 });
    expect(await code('/sign-in')).toBe('step_up_required');
    await setRules(project, {});
    expect(await code('/sign-in')).toBe('role_required');
  });

  it('and met by the operator’s link and by set-up, and by no other link', async () => {
    const strict = { methods: ['passkey'], second_factor: 'required', max_age_hours: 1 };
    const { project, member, email } = await newMember(strict);
    const enter = async (kind: string, body: object = {}) => {
      const { url = '' } = await galley('user', 'link', '--email', email, '--kind', kind);
      const client = new Visitor(service.url);
      expect((await client.send('POST', '/links/use', { token: tokenOf(url), ...body })).status).toBe(200);
      return client;
    };
    setTime(Date.now()); // commands have their own clock
    const byOperator = await enter('sign-in');
    setTime(Date.now() + 5 * hourMs);
    expect((await read(byOperator, project)).status).toBe(200);
    expect(await blockOf(byOperator, project)).toBeNull();
    setTime(Date.now());
    const recovered = await enter('recover', { password: 'a second long password' });
    expect(await read(recovered, project)).toEqual(methodRequired(['passkey']));

    await member.send('DELETE', '/session');
    const sessions = database.collection('sessions');
    const setUpSession = await signedIn(service, project.id, 'owner', `set-up-${project.id}@example.test`);
    await sessions.updateMany({ method: 'password' }, { $set: { method: 'set_up', proofs: ['set_up'] } });
    expect((await read(setUpSession, project)).status).toBe(200);
  });

  it('after set-up in an installation that requires more', async () => {
    const fresh = await startOwnService({ ...variables, SECOND_FACTOR: 'all' });
    const token = (await createSetUpToken(fresh.app.system)) ?? '';
    const owner = new Visitor(fresh.url);
    const body = { token, project: 'Site', email: 'first@example.test', password };
    const answer = await owner.send('POST', '/set-up', body);
    expect(answer.status).toBe(201);
    const [project] = answer.body.projects as [TestProject];
    expect(answer.body.projects).toMatchObject([{ blocked: null }]);
    expect((await read(owner, project)).status).toBe(200);
  });

  it('on the next request to another process', { timeout: 120_000 }, async () => {
    const { project, member } = await newMember();
    const owner = await signedIn(service, project.id, 'owner');
    await addPasskey(owner);
    const process = await startProcess({ ...variables, MONGODB_DB, ROLE: 'api' });
    cleanup(async () => {
      process.program.process.kill();
      await process.program.ended();
    });
    setTime(Date.now());
    await database.collection('sessions').updateMany({}, { $set: { strong_at: new Date() } });
    const there = atService(process, member);
    expect((await read(there, project)).status).toBe(200);
    const put = (rules: object) => owner.send('PUT', `/projects/${project.id}/sign-in`, rules);
    expect((await put({ methods: ['passkey'] })).status).toBe(200);
    expect(await read(there, project)).toEqual(methodRequired(['passkey']));
    expect((await put({ second_factor: 'required' })).status).toBe(200);
    expect((await read(there, project)).code).toBe('second_factor_setup_required');
    expect((await put({})).status).toBe(200);
    expect((await read(there, project)).status).toBe(200);
  });

  it('before each message of a stream', async () => {
    const { project, member } = await newMember();
    const url = `${service.url}/dashboard/api/projects/${project.id}/v1/changes`;
    const stream = await openEventSource(url, '', { Authorization: '', Cookie: member.cookie ?? '' });
    await vi.waitUntil(() => stream.messages.length > 0, { timeout: 20_000 });
    await project.secret.post('/v1/authors', { name: 'First', slug: 'first' });
    await vi.waitUntil(() => stream.messages.length > 1, { timeout: 20_000 });
    await setRules(project, { methods: ['passkey'] });
    const before = stream.messages.length;
    await project.secret.post('/v1/authors', { name: 'Second', slug: 'second' });
    await vi.waitUntil(() => stream.ended, { timeout: 20_000 });
    expect(stream.messages).toHaveLength(before);
  });

  it('without another database command for sessions that meet them', async () => {
    const { project, member } = await newMember();
    await addPasskey(member);
    await read(member, project);
    const commands = () => commandsOfService(service.app.system, () => read(member, project));
    const before = await commands();
    await setRules(project, { methods: ['passkey'], second_factor: 'required', max_age_hours: 1 });
    expect((await commands()).length).toBe(before.length);
  });
});
