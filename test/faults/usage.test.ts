import { expect, it, onTestFinished } from 'vitest';
import { measureProject } from '../../src/dashboard/usage/measure.ts';
import { readProjectUsage } from '../../src/dashboard/usage/read.ts';
import { collections } from '../support/assembly.ts';
import { createEntry, defineType } from '../support/content.ts';
import { clientOf } from '../support/database.ts';
import { startOwnService } from '../support/service.ts';
import { startOwnMongod } from './support/own-mongod.ts';

const { uri } = await startOwnMongod({ hasTestCommands: true });
const service = await startOwnService({ MONGODB_URI: uri, MONGODB_DB: 'usage' });
const { system, clock } = service.app;
const admin = clientOf(system).db('admin');
const maxTimeMSExpired = 50;

it('a collection that takes too long to measure keeps its last size, and the others are measured', async () => {
  const project = await service.newProject();
  const db = system.project(project.id);
  const measure = async () => {
    await measureProject(db, { collections, now: clock.now() });
    const { storage } = await readProjectUsage({ db, now: clock.now() });
    return (name: string) => storage?.collections.find((size) => size.name === name);
  };
  await defineType(project, 'page', [{ key: 'title', type: 'string' }]);
  await createEntry(project, 'page', { title: 'a' });
  const before = await measure();
  await createEntry(project, 'page', { title: 'b' });
  const data = {
    failCommands: ['aggregate'],
    errorCode: maxTimeMSExpired,
    namespace: 'usage.entries',
  };
  await admin.command({ configureFailPoint: 'failCommand', mode: 'alwaysOn', data });
  onTestFinished(async () => void (await admin.command({ configureFailPoint: 'failCommand', mode: 'off' })));

  const after = await measure();

  expect(before('entries')).toMatchObject({ rows: 1, is_estimated: false });
  expect(after('entries')).toEqual({ ...before('entries'), is_estimated: true });
  expect(after('versions')?.rows).toBe(Number(before('versions')?.rows) + 1);
});
