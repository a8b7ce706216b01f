import { expect, it } from 'vitest';
import type { BulkJob } from '../../../../src/dashboard/bulk/schema.ts';
import type { TrashList } from '../../../../src/lifecycle/trash/schema.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { multiplyEntry } from '../../../support/many-entries.ts';
import { startOwnService } from '../../../support/service.ts';

/** 10,000 take several minutes, so RESTORED_ENTRIES has to ask for them. */
const count = Number(process.env['RESTORED_ENTRIES'] ?? 300); // more than two batches
const patienceMs = 60_000 + count * 200;

it(`one job makes ${count} deleted entries live again`, { timeout: 2 * patienceMs }, async () => {
  const service = await startOwnService();
  await service.app.start();
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  await multiplyEntry(service.app, await publishEntry(project, 'page', { title: 'A' }), count - 1);
  const owner = await signedIn(service, project.id, 'owner');
  const send = (method: string, path: string, body?: unknown) =>
    owner.send(method, `/projects/${project.id}${path}`, body);
  expect((await send('DELETE', '/content-types/page', { confirm: 'page' })).status).toBe(204);
  const entries = databaseOf(service.app.system).collection('entries');
  const remaining = () => entries.countDocuments({ project_id: project.id });
  await expect.poll(remaining, { timeout: patienceMs, interval: 500 }).toBe(0);
  const rows = (await send('GET', '/trash?kind=type')).body as TrashList;
  expect(rows.data).toMatchObject([{ id: 'page', entries: count, was_live: true }]);

  const ids = rows.data.map(({ trash_id: id }) => id);
  expect((await send('POST', '/trash/restore', { ids, publish: true })).body).toMatchObject({ done: 1 });

  const jobs = async () => (await send('GET', '/bulk-jobs')).body.data as BulkJob[];
  await expect
    .poll(async () => (await jobs())[0]?.status, { timeout: patienceMs, interval: 500 })
    .toBe('done');
  expect(await jobs()).toMatchObject([{ kind: 'trash', total: count, done: count, failed: 0 }]);
  const { body } = await project.publishable.get('/v1/content/page?count=true&limit=1');
  expect(body.meta.total).toBe(count);
  expect(((await send('GET', '/trash')).body as TrashList).data).toEqual([]);
});
