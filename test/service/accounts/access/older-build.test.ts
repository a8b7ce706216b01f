import { describe, expect, it } from 'vitest';
import { findMember, findMemberships } from '../../../../src/accounts/users/repository.ts';
import { giveRole } from '../../../../src/accounts/users/membership.ts';
import { hashOfToken } from '../../../../src/core/util/token-hash.ts';
import { addPerson } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const { system, clock } = service.app;

/** The queries of the builds before narrowed keys and members, as they stood in their repositories. */
const former = {
  memberships: (user_id: string) => databaseOf(system).collection('members').find({ user_id }).toArray(),
  membership: (project_id: string, user_id: string) =>
    databaseOf(system).collection('members').findOne({ project_id, user_id }),
  keys: (hashes: string[]) =>
    databaseOf(system)
      .collection<{ _id: string }>('api_keys')
      .aggregate([
        { $match: { _id: { $in: hashes } } },
        { $lookup: { from: 'projects', localField: 'project_id', foreignField: '_id', as: 'project' } },
        { $unwind: '$project' },
      ])
      .toArray(),
};

describe('a build that knows two roles', () => {
  it.each(['author', 'viewer'] as const)('finds no membership of an %s', async (role) => {
    const project = await service.newProject();
    const email = `${role}-${project.id}@example.test`;
    const { _id } = await addPerson(service.app, project.id, { email, role });

    expect(await former.memberships(_id)).toEqual([]);
    expect(await former.membership(project.id, _id)).toBeNull();
    expect(await findMember(system.project(project.id), _id)).toMatchObject({ user_id: _id, role });
    expect(await findMemberships(system, _id)).toEqual([{ projectId: project.id, role }]);
  });

  it('finds one again that becomes an editor’s, and there is one row all the while', async () => {
    const project = await service.newProject();
    const db = system.project(project.id);
    const { _id } = await addPerson(service.app, project.id, {
      email: `m-${project.id}@example.test`,
      role: 'author',
    });

    await giveRole(db, _id, { role: 'editor', now: clock.now() });
    expect(await former.memberships(_id)).toMatchObject([{ role: 'editor' }]);

    await giveRole(db, _id, { role: 'viewer', now: clock.now() });
    expect(await former.memberships(_id)).toEqual([]);
    expect(await databaseOf(system).collection('members').countDocuments({ project_id: project.id })).toBe(1);
  });

  it('finds no membership of an editor who was narrowed', async () => {
    const project = await service.newProject();
    const grant = { areas: ['blog' as const] };
    const email = `n-${project.id}@example.test`;
    const { _id } = await addPerson(service.app, project.id, { email, role: 'editor', grant });

    expect(await former.memberships(_id)).toEqual([]);
    expect(await former.membership(project.id, _id)).toBeNull();
    expect(await findMember(system.project(project.id), _id)).toMatchObject({ role: 'editor', grant });
  });

  it.each([
    ['secret', { can: ['read'] }],
    ['secret', { can: ['read', 'draft', 'publish', 'schema', 'releases'] }],
    ['secret', { can: ['read', 'draft'], areas: ['blog'] }],
    ['publishable', { can: ['read'], areas: ['content'] }],
    ['publishable', { can: ['read'], releases: 'default' }],
  ] as const)('finds no %s key with %j, and this one finds it', async (purpose, scopes) => {
    const project = await service.newProject();
    const narrowed = await project.newKey({ purpose, scopes: scopes as never });
    const whole = await project.newKey({ purpose });

    const found = await former.keys([narrowed, whole].map(({ token }) => hashOfToken(token)));

    expect(found).toMatchObject([{ key_id: whole.keyId }]);
    expect((await project.as(narrowed.token).get('/v1/ping')).body.key).toMatchObject({
      id: narrowed.keyId,
      scopes,
    });
  });
});
