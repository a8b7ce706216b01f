import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { countAuditRows } from '../../../../src/projects/project/audit-repository.ts';
import { insertAudit } from '../../../../src/projects/audit/repository.ts';
import type { AuditRecord } from '../../../../src/projects/audit/schema.ts';
import { newId } from '../../../../src/contract/ids.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';
import { storedRows } from '../../../support/audit/rows.ts';

/** Its database is dropped with all rows: to remove a hundred thousand from the worker's takes seconds. */
const service = await startOwnService();
const { app } = service;

async function newLog() {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const send = (body: object) =>
    fetch(`${service.url}/dashboard/api/projects/${project.id}/audit/export`, {
      method: 'POST',
      headers: {
        Cookie: owner.cookie ?? '',
        'X-CSRF-Token': owner.csrf ?? '',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  return { project, owner, send };
}

/** More rows in the log of a project, each as a write would leave it. */
async function addRows(projectId: string, count: number): Promise<void> {
  const db = app.system.project(projectId);
  const last = (await storedRows(app, projectId)).at(-1);
  if (last === undefined) throw new Error('a project begins with a row');
  for (let from = 0; from < count; from += 5_000) {
    const made = Array.from({ length: Math.min(5_000, count - from) }, (_, i): AuditRecord => {
      const seq = last.seq + from + i + 1;
      return {
        ...last,
        _id: newId('audit', last.at),
        seq,
        action: 'author.changed',
        subject: { kind: 'author', id: `aut_${seq}` },
      };
    });
    await insertAudit(db, made);
  }
  await countAuditRows(db, count);
}

const linesOf = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What the process cannot let go of: how far its heap grew beside that is the engine's own matter. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('an export of the audit log', () => {
  it('has what the list shows, the oldest first, and leaves a row', async () => {
    const { project, owner, send } = await newLog();
    await project.secret.post('/v1/authors', { name: 'Ada' });

    const answer = await send({ action: 'author.*' });
    const lines = linesOf(await answer.text());

    expect(answer.headers.get('Content-Type')).toBe('application/x-ndjson');
    const { body } = await owner.send('GET', `/projects/${project.id}/audit?action=author.*`);
    expect(lines).toEqual((body.data as unknown[]).toReversed());
    expect((await storedRows(app, project.id)).at(-1)).toMatchObject({ action: 'log.exported', heavy: true });
  });

  it('streams a hundred thousand rows and not one more, within 64 MB', async () => {
    const { project, send } = await newLog();
    await addRows(project.id, 100_001);
    const before = heldBytes();
    let most = before;

    const answer = await send({});
    let [lines, chunks] = [0, 0];
    for await (const chunk of answer.body ?? []) {
      for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1;
      chunks += 1;
      if (chunks % 40 === 0) most = Math.max(most, heldBytes());
    }

    expect([answer.status, lines]).toEqual([200, 100_000]);
    expect((most - before) / 2 ** 20).toBeLessThan(64);
  });

  it.each([
    ['an unknown action', { action: 'x' }, 400],
    ['an unknown key', { color: 'red' }, 400],
  ])('refuses %s and leaves no row', async (_, body, status) => {
    const { project, owner, send } = await newLog();
    await owner.send('GET', `/projects/${project.id}/keys`);
    const before = await storedRows(app, project.id);

    expect((await send(body)).status).toBe(status);
    expect(await storedRows(app, project.id)).toEqual(before);
  });

  it('goes out two at a time for one project, and again once a reader is gone', async () => {
    const { project, send } = await newLog();
    const other = await newLog();
    await addRows(project.id, 30_000);
    const [first, second] = [await send({}), await send({})];

    const third = await send({});

    expect([first.status, second.status, third.status]).toEqual([200, 200, 503]);
    expect(await third.json()).toMatchObject({ error: { code: 'temporarily_unavailable' } });
    expect((await other.send({})).status).toBe(200);
    await first.body?.cancel();
    await expect.poll(async () => (await send({})).status, { timeout: 10_000 }).toBe(200);
    await second.body?.cancel();
  });

  it('is for owners', async () => {
    const { project } = await newLog();
    const editor = await signedIn(service, project.id, 'editor');

    expect((await editor.send('POST', `/projects/${project.id}/audit/export`, {})).status).toBe(403);
  });
});
