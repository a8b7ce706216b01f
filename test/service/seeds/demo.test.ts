import { expect, it, vi } from 'vitest';
import { storedRows } from '../../support/audit/rows.ts';
import { refusal } from '../../support/content.ts';
import { signedIn } from '../../support/dashboard.ts';
import { databaseOf } from '../../support/database.ts';
import { newInstallation } from '../../support/transfer/installations.ts';

vi.setConfig({ testTimeout: 120_000 });

const installation = await newInstallation();
const { app } = installation;
await app.start();

it('loads the demo content as the owner, and ends if that person is no owner any more', async () => {
  const project = await installation.newProject();
  const owner = await signedIn(installation, project.id, 'owner');
  const path = `/projects/${project.id}/demo`;
  const demos = databaseOf(app.system).collection<{ _id: string }>('demos');
  const read = async () => (await owner.send('GET', path)).body.demo;
  const ended = () => expect.poll(async () => (await read())?.status, { timeout: 90_000 }).toBe('done');
  expect((await owner.send('GET', path)).body).toEqual({ demo: null });
  const editor = await signedIn(installation, project.id, 'editor');
  expect(refusal(await editor.send('POST', path)).slice(0, 2)).toEqual([403, 'role_required']);

  const started = await owner.send('POST', path);

  expect(started.status, started.text).toBe(202);
  expect(started.body.demo).toEqual({ status: 'running', progress: 0, reason: null });
  expect((await owner.send('POST', path)).status).toBe(202);
  await ended();
  expect(await read()).toEqual({ status: 'done', progress: 100, reason: null });
  const { body } = await installation.galley('seed', '--project', project.id, 'all');
  expect(body.loaded).toBe(0);
  expect(body.skipped).toBeGreaterThan(50);
  const [created] = (await storedRows(app, project.id)).filter(({ action }) => action === 'entry.created');
  expect(created).toMatchObject({ actor: { kind: 'user' }, via: 'dashboard' });

  const again = { status: 'running', held_until: new Date(0), turn_at: new Date(0), tries: 0 };
  await databaseOf(app.system)
    .collection('members')
    .updateMany({ project_id: project.id }, { $set: { role: 'editor' } });
  await demos.updateOne({ _id: project.id, project_id: project.id }, { $set: again });
  await expect
    .poll(async () => (await demos.findOne({ _id: project.id })) as unknown)
    .toMatchObject({ status: 'failed', reason: expect.stringContaining('no longer an owner') });
});
