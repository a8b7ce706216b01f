import { beforeEach, describe, expect, it } from 'vitest';
import { removeStaleMemberships } from '../../../../src/accounts/policy/stale-memberships.ts';
import { storedRows } from '../../../support/audit/rows.ts';
import { DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startOwnService } from '../../../support/service.ts';
import { comeBack, passThrough, start, storedParts } from '../../../support/sign-in/sso-browser.ts';
import { issuerVariables, startIssuer } from '../../../support/sign-in/stand-in-issuer.ts';

const [issuer, other] = [await startIssuer(), await startIssuer()];
const variables = {
  ...issuerVariables(issuer),
  ...issuerVariables(other, { name: 'other', GROUPS_CLAIM: 'realm_access.roles' }),
  OIDC_ISSUERS: 'corp,other',
};
const service = await startOwnService(variables);
const database = databaseOf(service.app.system);
const dayMs = 86_400_000;

beforeEach(async () => {
  issuer.reset();
  other.reset();
  await database.collection('projects').updateMany({}, { $unset: { 'settings.sign_in': true } });
});

interface Role {
  group: string;
  role: string;
  issuer?: string;
  grant?: object | null;
}

/** A project with an invited owner and these group roles. */
async function newProject(...roles: Role[]) {
  const { id } = await service.newProject();
  const owner = await signedIn(service, id, 'owner');
  const map = async (...changed: Role[]) => {
    const group_roles = changed.map((role) => ({ issuer: 'corp', ...role }));
    return owner.send('PUT', `/projects/${id}/sign-in`, { group_roles });
  };
  if (roles.length > 0) expect((await map(...roles)).status).toBe(200);
  const member = async (userId: string) => {
    const { body } = await owner.send('GET', `/projects/${id}/members`);
    return (body.data as { id: string }[]).find((row) => row.id === userId);
  };
  return { id, owner, map, member };
}

let count = 0;
/** A person with these groups at the issuer, who signs in. */
async function enter(groups: unknown, claims: Record<string, unknown> = {}) {
  const sub = `member-${String((count += 1))}`;
  return enterAgain({ sub, email: `${sub}@people.example`, name: 'Ada', groups, ...claims });
}

async function enterAgain(claims: Record<string, unknown>) {
  issuer.behavior.claims = claims;
  Object.assign(issuer.behavior.userinfo, { sub: claims['sub'] });
  const client = new DashboardClient(service.url);
  const { query } = await passThrough(service, issuer, client);
  const { body } = await client.send('GET', '/session');
  client.csrf = body.csrf as string;
  const projects = (body.projects ?? []) as { id: string; role: string }[];
  return { client, query, claims, projects, userId: String(body.user?.id) };
}

describe('a group', () => {
  it('gives a person whom nobody invited an account and its role', async () => {
    const project = await newProject({ group: 'web-team', role: 'editor', grant: { areas: ['content'] } });
    const { query, projects, client, userId } = await enter(['web-team', 7, 'others']);
    expect(query).toEqual({});
    expect(projects).toMatchObject([
      { id: project.id, role: 'editor', grant: { areas: ['content'] }, blocked: null },
    ]);
    expect((await client.send('GET', `/projects/${project.id}/settings`)).status).toBe(200);
    expect(await project.member(userId)).toMatchObject({
      role: 'editor',
      source: { issuer: 'corp', group: 'web-team' },
      invited_by: null,
    });
    const rows = await storedRows(service.app, project.id);
    const joined = rows.find(({ action }) => action === 'member.joined');
    expect(joined).toMatchObject({ detail: { issuer: 'corp', role: { from: null, to: 'editor' } } });
    expect(JSON.stringify(rows)).not.toContain('web-team');
  });

  it('is found in userinfo, as one string, and below a dotted path', async () => {
    const project = await newProject(
      { group: 'solo', role: 'viewer' },
      { issuer: 'other', group: 'admins', role: 'author' },
    );
    issuer.behavior.userinfo = { groups: 'solo' };
    const { projects, claims } = await enter(undefined);
    expect(projects).toMatchObject([{ id: project.id, role: 'viewer' }]);
    expect(claims['email'], 'userinfo was only needed for the groups').toBeDefined();

    other.behavior.claims = { sub: 'x', email: 'x@y.example', realm_access: { roles: ['admins'] } };
    const { passThroughOther } = await otherBrowser();
    expect(passThroughOther).toMatchObject([{ id: project.id, role: 'author' }]);
  });

  it('that no project maps gives nothing', async () => {
    await newProject({ group: 'web-team', role: 'editor' });
    const before = await storedParts(service);
    for (const groups of [['Web-Team'], [], undefined, 7, { 'web-team': true }])
      expect((await enter(groups)).query).toMatchObject({ error: 'not_invited' });
    expect(await storedParts(service)).toEqual(before);
  });

  it('that comes first in the list decides', async () => {
    await newProject({ group: 'a', role: 'viewer' }, { group: 'b', role: 'owner' });
    expect((await enter(['b', 'a'])).projects).toMatchObject([{ role: 'viewer' }]);
    expect((await enter(['b'])).projects).toMatchObject([{ role: 'owner' }]);
  });

  it('that is left ends the membership at the next sign-in, and another one changes it', async () => {
    const project = await newProject({ group: 'first', role: 'editor' }, { group: 'last', role: 'viewer' });
    const { claims, client, userId } = await enter(['first']);
    expect((await enterAgain({ ...claims, groups: ['last'] })).projects).toMatchObject([{ role: 'viewer' }]);
    expect((await enterAgain({ ...claims, groups: undefined })).projects).toEqual([]);
    expect(await project.member(userId)).toBeUndefined();
    const answer = await client.send('GET', `/projects/${project.id}/settings`);
    expect(answer.body.error.code).toBe('unknown_project');
    const actions = (await storedRows(service.app, project.id)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['member.joined', 'member.changed', 'member.removed']));
  });

  it('list that is truncated is rejected, and changes nothing', async () => {
    const project = await newProject({ group: 'web-team', role: 'editor' });
    const { claims, userId } = await enter(['web-team']);
    for (const truncated of [{ hasgroups: true }, { _claim_names: { groups: 'src1' } }]) {
      const before = await storedParts(service);
      const { query } = await enterAgain({ ...claims, groups: undefined, ...truncated });
      expect(query).toMatchObject({ error: 'sso_rejected', reason: 'groups_truncated' });
      const after = await storedParts(service);
      expect({ ...after, challenges: 0 }).toEqual({ ...before, challenges: 0 });
    }
    expect(await project.member(userId)).toBeDefined();
  });
});

async function otherBrowser() {
  const client = new DashboardClient(service.url);
  const { url, flow } = await start(client, {}, 'other');
  await comeBack(service, client, { query: other.answer(url), flow, name: 'other' });
  return { passThroughOther: (await client.send('GET', '/session')).body.projects as unknown };
}

describe('an invited membership', () => {
  it('is never changed by groups', async () => {
    const project = await newProject({ group: 'web-team', role: 'viewer' });
    const { client, id } = { client: await signedIn(service, project.id, 'editor'), id: project.id };
    issuer.behavior.claims = { sub: 'invited', email: 'invited@people.example', groups: ['web-team'] };
    await passThrough(service, issuer, client, { purpose: 'link' });
    const first = await enterAgain(issuer.behavior.claims);
    expect(first.projects).toMatchObject([{ id, role: 'editor' }]);
    const second = await enterAgain({ ...issuer.behavior.claims, groups: [] });
    expect(second.projects).toMatchObject([{ id, role: 'editor' }]);
    expect(await project.member(second.userId)).toMatchObject({ source: null });
  });

  it('replaces one from a group, with the rights of the invitation', async () => {
    const project = await newProject({ group: 'web-team', role: 'editor' });
    const { claims, userId } = await enter(['web-team']);
    const invitation = await project.owner.send('POST', `/projects/${project.id}/invitations`, {
      role: 'author',
    });
    issuer.behavior.claims = { ...claims, groups: [] };
    const client = new DashboardClient(service.url);
    await passThrough(service, issuer, client, {
      invitation: new URL(String(invitation.body.url)).hash.slice(1),
    });
    expect(await project.member(userId)).toMatchObject({ role: 'author', source: null });
    expect((await enterAgain({ ...claims, groups: [] })).projects).toMatchObject([{ role: 'author' }]);
  });
});

describe('a membership from a group', () => {
  it('can be removed and not changed', async () => {
    const project = await newProject({ group: 'web-team', role: 'editor' });
    const { userId, client, claims } = await enter(['web-team']);
    const path = `/projects/${project.id}/members/${userId}`;
    const refused = await project.owner.send('PATCH', path, { role: 'viewer' });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'member_from_group']);
    expect((await project.owner.send('DELETE', path)).status).toBe(204);
    expect((await client.send('GET', `/projects/${project.id}/settings`)).status).toBe(404);
    expect((await enterAgain(claims)).projects, 'returns').toMatchObject([{ role: 'editor' }]);
  });

  it('is no last owner', async () => {
    const project = await newProject({ group: 'web-team', role: 'owner' });
    const { client } = await enter(['web-team']);
    const { body } = await project.owner.send('GET', '/session');
    const path = `/projects/${project.id}/members/${String(body.user.id)}`;
    expect((await client.send('DELETE', path)).body.error.code).toBe('last_owner');
  });

  it('is blocked in sessions without a proof of its issuer', async () => {
    const project = await newProject({ group: 'web-team', role: 'editor' });
    const { client, userId } = await enter(['web-team']);
    const sessions = database.collection('sessions');
    await sessions.updateMany({ user_id: userId }, { $set: { proofs: ['sso:other'] } });
    const error = { code: 'sign_in_method_required', methods: ['sso:corp'] };
    const answer = await client.send('GET', `/projects/${project.id}/settings`);
    expect([answer.status, answer.body.error]).toMatchObject([403, error]);
    const { body } = await client.send('GET', '/session');
    expect(body.projects).toMatchObject([{ id: project.id, blocked: error }]);
    expect((await client.send('GET', '/projects')).body.data).toMatchObject([{ blocked: error }]);
  });

  it('is blocked after its issuer was removed', async () => {
    const project = await newProject({ group: 'web-team', role: 'editor' });
    const { client, userId } = await enter(['web-team']);
    await database
      .collection('sessions')
      .updateMany({ user_id: userId }, { $set: { proofs: ['password', 'sso:corp'] } });
    const { MONGODB_DB } = service.app.config;
    const without = await startOwnService({ MONGODB_DB });
    const elsewhere = new DashboardClient(without.url);
    elsewhere.cookie = client.cookie;
    const answer = await elsewhere.send('GET', `/projects/${project.id}/settings`);
    expect(answer.body.error.code).toBe('sign_in_method_required');
  });

  it('ends after 30 days without a sign-in', async () => {
    const project = await newProject({ group: 'web-team', role: 'editor' });
    const { userId } = await enter(['web-team']);
    const now = Date.now();
    await removeStaleMemberships(service.app.system, new Date(now + 29 * dayMs));
    expect(await project.member(userId)).toBeDefined();
    await removeStaleMemberships(service.app.system, new Date(now + 31 * dayMs));
    expect(await project.member(userId)).toBeUndefined();
    const last = (await storedRows(service.app, project.id)).at(-1);
    expect(last).toMatchObject({ action: 'member.removed', actor: { kind: 'job', id: 'members.expire' } });
  });

  it('is not found by versions that know no groups', async () => {
    const project = await newProject({ group: 'web-team', role: 'editor' });
    const { userId } = await enter(['web-team']);
    const row = await database.collection('members').findOne({ project_id: project.id, role: 'editor' });
    expect(row?.['user_id']).toBe(`group:${userId}`);
  });
});

describe('group roles', () => {
  it('change and end memberships when they are replaced', async () => {
    const project = await newProject({ group: 'web-team', role: 'editor' });
    const { userId, client } = await enter(['web-team']);
    const answer = await project.map({ group: 'web-team', role: 'viewer', grant: { areas: ['blog'] } });
    expect(answer.body).toMatchObject({ group_roles: [{ role: 'viewer' }] });
    expect(await project.member(userId)).toMatchObject({ role: 'viewer', grant: { areas: ['blog'] } });
    await project.map({ group: 'others', role: 'viewer' });
    expect(await project.member(userId)).toBeUndefined();
    expect((await client.send('GET', `/projects/${project.id}/settings`)).status).toBe(404);
    const actions = (await storedRows(service.app, project.id)).map(({ action }) => action).slice(-4);
    expect(actions).toEqual(['project.changed', 'member.changed', 'project.changed', 'member.removed']);
  });

  it('are read back with their defaults, and survive other settings', async () => {
    const project = await newProject({ group: 'web-team', role: 'editor' });
    await project.owner.send('PATCH', `/projects/${project.id}/settings`, { review_interval_days: 7 });
    const path = `/projects/${project.id}/sign-in`;
    const stored = { issuer: 'corp', group: 'web-team', role: 'editor', grant: null };
    expect((await project.owner.send('GET', path)).body).toMatchObject({ group_roles: [stored] });
    expect((await project.owner.send('PUT', path, {})).body).toMatchObject({ group_roles: [] });
  });

  it.each([
    [{ issuer: 'none', group: 'a', role: 'editor' }, 'invalid_field_value', 'group_roles[1].issuer'],
    [{ issuer: 'corp', group: 'web-team', role: 'viewer' }, 'invalid_field_value', 'group_roles[1].group'],
    [{ issuer: 'corp', group: '', role: 'viewer' }, 'invalid_field_value', 'group_roles[1].group'],
    [{ issuer: 'corp', group: 'x'.repeat(201), role: 'viewer' }, undefined, 'group_roles[1].group'],
    [{ issuer: 'corp', group: 'a', role: 'king' }, undefined, 'group_roles[1].role'],
    [
      { issuer: 'corp', group: 'a', role: 'editor', grant: { areas: ['blogs'] } },
      'invalid_scope',
      'group_roles[1].grant.areas',
    ],
    [
      { issuer: 'corp', group: 'a', role: 'owner', grant: { areas: ['blog'] } },
      'invalid_scope',
      'group_roles[1].grant',
    ],
  ])('reject %j', async (entry, code, param) => {
    const project = await newProject();
    const answer = await project.map({ group: 'web-team', role: 'editor' }, entry);
    expect([answer.status, answer.body.error]).toMatchObject([400, { param, ...(code && { code }) }]);
  });

  it('keep entries whose issuer was removed', async () => {
    const project = await newProject({ group: 'web-team', role: 'editor' });
    const { MONGODB_DB } = service.app.config;
    const without = await startOwnService({ MONGODB_DB });
    const owner = new DashboardClient(without.url);
    Object.assign(owner, { cookie: project.owner.cookie, csrf: project.owner.csrf });
    const stored = { issuer: 'corp', group: 'web-team', role: 'viewer' };
    const path = `/projects/${project.id}/sign-in`;
    expect((await owner.send('PUT', path, { group_roles: [stored] })).status).toBe(200);
    const added = { ...stored, group: 'more' };
    expect((await owner.send('PUT', path, { group_roles: [stored, added] })).status).toBe(400);
  });

  it('keep a grant whose content type was removed, which then matches nothing', async () => {
    const project = await newProject();
    const path = `/projects/${project.id}`;
    const fields = [{ key: 'title', type: 'string' }];
    expect((await project.owner.send('PUT', `${path}/v1/schema/content-types/page`, { fields })).status).toBe(
      201,
    );
    const grant = { areas: ['content'], types: ['page'] };
    expect((await project.map({ group: 'web-team', role: 'editor', grant })).status).toBe(200);
    const { client } = await enter(['web-team']);
    expect((await client.send('GET', `${path}/v1/content/page`)).status).toBe(200);
    const removal = await project.owner.send('DELETE', `${path}/content-types/page`, { confirm: 'page' });
    expect(removal.status).toBe(204);
    const { body } = await project.owner.send('GET', `${path}/sign-in`);
    expect(body).toMatchObject({ group_roles: [{ grant: { types: ['page'] } }] });
    const { body: list } = await client.send('GET', `${path}/v1/schema/content-types`);
    expect(list).toMatchObject({ data: [] });
    expect((await client.send('GET', `${path}/v1/content/page`)).status).toBe(404);
  });

  it('belong to owners', async () => {
    const project = await newProject();
    const editor = await signedIn(service, project.id, 'editor');
    for (const method of ['GET', 'PUT'])
      expect(
        (await editor.send(method, `/projects/${project.id}/sign-in`, method === 'PUT' ? {} : undefined))
          .status,
      ).toBe(403);
  });
});
