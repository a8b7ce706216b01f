import { describe, expect, it } from 'vitest';
import { writerOf, writeProject } from '../../../../src/projects/write/transaction.ts';
import { applyChange, newItem } from '../../../../src/lifecycle/publishing/state-machine.ts';
import { tester } from '../../../support/actor.ts';
import { dayMs, defineType, expectDone, publishEntry } from '../../../support/content.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
/** Another process, whose clock is ahead. */
const ahead = await startService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  CLOCK_OFFSET_MS: String(dayMs),
});

describe('a time beside a version', () => {
  it('of a module does not go back', async () => {
    const project = await service.newProject();
    const late = new Date(Date.now() + 5_000);
    for (const now of [late, new Date()])
      await writeProject(
        writerOf(service.app.system.project(project.id), { now, actor: tester }),
        (inside) => {
          inside.invalidate('content', { tags: ['x'] });
          return Promise.resolve(inside.continued());
        },
      );

    const { body } = await project.secret.get('/v1/changes');

    expect(Date.parse(body.modules.content.changed_at)).toBe(late.getTime());
    expect(Date.parse(body.changed_at)).toBe(late.getTime());
  });

  it('of an item does not go back either', () => {
    const late = new Date('2026-01-02');
    const before = newItem({ title: 'a' }, late);
    const change = { merge: () => ({ title: 'b' }), publish: true };

    const { after } = applyChange(before, change, new Date('2026-01-01'));

    expect([after.updated_at, after.live_updated_at]).toEqual([late, late]);
  });

  it.each([
    ['a content type', '/v1/schema/content-types/page', { name: 'First' }, { name: 'Second' }],
    ['a block definition', '/v1/schema/blocks/hero', { name: 'First' }, { name: 'Second' }],
  ])('of %s does not go back by a process whose clock is behind', async (_, path, first, second) => {
    const project = await service.newProject();
    const send = async (url: string, body: object) => {
      const headers = { Authorization: `Bearer ${project.secret.token}`, 'Content-Type': 'application/json' };
      const fields = [{ key: 'title', type: 'string' }];
      const response = await fetch(url + path, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ fields, ...body }),
      });
      return (await response.json()) as { updated_at: string; revision: number };
    };
    const before = await send(ahead.url, first);

    const after = await send(service.url, second);

    expect(after.revision).toBe(before.revision + 1);
    expect(after.updated_at).toBe(before.updated_at);
  });

  it('of an entry and an author does not go back by a process whose clock is behind', async () => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    const id = await publishEntry(project, 'page', { title: 'a' });
    const author = expectDone(await project.secret.post('/v1/authors', { name: 'Ada' })).id as string;
    const patch = async (url: string, path: string, body: object) => {
      const headers = { Authorization: `Bearer ${project.secret.token}`, 'Content-Type': 'application/json' };
      const response = await fetch(url + path, { method: 'PATCH', headers, body: JSON.stringify(body) });
      return (await response.json()) as { updated_at: string };
    };
    const entry = `/v1/content/page/${id}`;
    const person = `/v1/authors/${author}`;

    const late = [
      await patch(ahead.url, entry, { values: { title: 'b' } }),
      await patch(ahead.url, person, { name: 'Bea' }),
    ];
    const now = [
      await patch(service.url, entry, { values: { title: 'c' } }),
      await patch(service.url, person, { name: 'Cleo' }),
    ];

    expect(now.map((one) => one.updated_at)).toEqual(late.map((one) => one.updated_at));
  });
});
