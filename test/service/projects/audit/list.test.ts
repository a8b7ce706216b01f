import { describe, expect, it } from 'vitest';
import type { AuditList, AuditRow } from '../../../../src/accounts/audit-log/schema.ts';
import { expectDone } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();

/** A project with some authors, and its owner. */
async function newLog(authors = 3) {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  for (let n = 0; n < authors; n += 1)
    expectDone(await project.secret.post('/v1/authors', { name: `Author ${n}` }));
  const read = (query = '') => owner.send('GET', `/projects/${project.id}/audit${query}`);
  return { project, owner, read };
}

const rowsIn = (body: { data: AuditRow[] }) => body.data;
const actionsIn = (body: { data: AuditRow[] }) => rowsIn(body).map(({ action }) => action);

describe('the list of the audit log', () => {
  it('shows the newest row first, with names and words, and goes on by cursor', async () => {
    const { read } = await newLog(7);

    const first = (await read('?action=author.created&limit=4')).body;
    const second = (await read(`?action=author.created&limit=4&cursor=${first.meta.next_cursor}`)).body;

    expect(first.data[0]).toMatchObject({
      words: 'created the author',
      subject: { kind: 'author', title: 'Author 6' },
      via: 'api',
    });
    expect(first.data[0].actor.name).not.toMatch(/^key_/);
    const titles = [...rowsIn(first), ...rowsIn(second)].map(({ subject }) => subject.title);
    expect(titles).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Author ${n}`));
    expect(second.meta).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('keeps to what is asked: group, item, actor, door, access alone, times', async () => {
    const { project, owner, read } = await newLog();
    await owner.send('POST', `/projects/${project.id}/keys`, { purpose: 'publishable', name: 'Site' });
    const [{ subject, at }] = (await read('?action=author.*')).body.data;

    expect(new Set(actionsIn((await read('?action=author.*')).body))).toEqual(new Set(['author.created']));
    expect(actionsIn((await read(`?item=${subject.id}`)).body)).toEqual(['author.created']);
    expect(new Set(actionsIn((await read('?via=api')).body))).toEqual(new Set(['author.created']));
    const access = rowsIn((await read('?access=true')).body);
    expect(access.every((row) => row.access)).toBe(true);
    expect(actionsIn((await read(`?since=${at}&action=author.*`)).body)).toHaveLength(1);
    expect(actionsIn((await read(`?until=${at}&action=author.*`)).body)).toHaveLength(3);
    const { meta } = (await read()).body as AuditList;
    const key = meta.actors.find(({ id }) => id.startsWith('key_'));
    expect(new Set(actionsIn((await read(`?actor=${key?.id}`)).body))).toEqual(new Set(['author.created']));
  });

  it('keeps to one session, which began as its first row says', async () => {
    const { project, owner, read } = await newLog(0);
    const other = await signedIn(service, project.id, 'owner');
    for (const client of [owner, other])
      await client.send('POST', `/projects/${project.id}/v1/authors`, { name: 'By a member' });

    const [newest] = rowsIn((await read('?action=author.*')).body);
    const rows = rowsIn((await read(`?session=${newest?.session}`)).body);

    expect(rows.map(({ action }) => action)).toEqual(['author.created', 'member.entered']);
    expect(rows[1]?.detail).toEqual({ method: 'password' });
  });

  it.each([
    ['a session that is none', '?session=x', 'session'],
    ['an unknown action', '?action=key.eaten', 'action'],
    ['a wrong time', '?since=yesterday', 'since'],
    ['a limit beyond the largest', '?limit=101', 'limit'],
  ])('refuses %s and names it', async (_, query, param) => {
    const { read } = await newLog(0);

    const { status, body } = await read(query);

    expect([status, body.error.param]).toEqual([400, param]);
  });

  it('is for owners, of their own project', async () => {
    const { project } = await newLog(0);
    const editor = await signedIn(service, project.id, 'editor');
    const stranger = await signedIn(service, (await service.newProject()).id, 'owner');

    expect((await editor.send('GET', `/projects/${project.id}/audit`)).status).toBe(403);
    expect((await stranger.send('GET', `/projects/${project.id}/audit`)).status).toBe(404);
  });

  it('takes no cursor of another list', async () => {
    const { read } = await newLog(7);
    const { body } = await read('?limit=2');

    const other = await read(`?limit=2&action=author.*&cursor=${body.meta.next_cursor}`);

    expect([other.status, other.body.error.code]).toEqual([400, 'invalid_cursor']);
  });
});
