import { describe, expect, it } from 'vitest';
import { findMember, findMemberships, giveRole } from '../../src/users/service.ts';
import { addPerson } from '../support/dashboard.ts';
import { databaseOf } from '../support/database.ts';
import { startService } from '../support/service.ts';

const service = await startService();
const { system, clock } = service.app;

/** How builds before authors and viewers look for a membership. */
const asBefore = (user_id: string) => databaseOf(system).collection('members').find({ user_id }).toArray();

describe('a build that knows two roles', () => {
  it.each(['author', 'viewer'] as const)('finds no membership of an %s', async (role) => {
    const project = await service.newProject();
    const email = `${role}-${project.id}@example.test`;
    const { _id } = await addPerson(service.app, project.id, { email, role });

    expect(await asBefore(_id)).toEqual([]);
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
    expect(await asBefore(_id)).toMatchObject([{ role: 'editor' }]);

    await giveRole(db, _id, { role: 'viewer', now: clock.now() });
    expect(await asBefore(_id)).toEqual([]);
    expect(await databaseOf(system).collection('members').countDocuments({ project_id: project.id })).toBe(1);
  });
});
