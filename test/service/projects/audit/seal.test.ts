import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { audit } from '../../../../src/projects/audit/repository.ts';
import type { RootRecord } from '../../../../src/projects/audit/seals/schema.ts';
import { auditSeals, rootsOf } from '../../../../src/projects/audit/seals/repository.ts';
import { clearAddresses, trimAll } from '../../../../src/projects/audit/seals/retention.ts';
import { type RootCopy, verifyAll } from '../../../../src/projects/audit/seals/verify.ts';
import { sealAll } from '../../../../src/projects/audit/seals/seal.ts';
import { SealKey } from '../../../../src/projects/audit/seals/digest.ts';
import { rows } from '../../../../src/core/mongo/scope/scoped.ts';
import { erasePerson } from '../../../../src/accounts/sign-in/operator-actions.ts';
import { acting } from '../../../support/actor.ts';
import { assembly } from '../../../support/assembly.ts';
import { addPerson, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { storedRows } from '../../../support/audit/rows.ts';

const service = await startOwnService({ AUDIT_SEAL_SECONDS: '3600' }); // sealed when a test says so
const { app } = service;
const { system } = app;
const key = new SealKey(app.config.APP_SECRET);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

function seal(atMs = 0) {
  const clock = { now: () => new Date(app.clock.now().getTime() + atMs) };
  return sealAll({ system, clock, log: silent, sealKey: key });
}

const faultsOf = async ({ id }: TestProject, kept: readonly RootCopy[] = []) =>
  (await verifyAll(system, key, kept)).filter(({ project }) => project === id);

async function write({ secret }: TestProject, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await secret.post('/v1/authors', { name: `Author ${n}` });
}

/** A project with two sealed stretches of its log. */
async function newLog() {
  const project = await service.newProject();
  await write(project, 3);
  await seal();
  await write(project, 3);
  await seal();
  return { project, log: rows(system.project(project.id), audit) };
}

/** Removes the rows of the last seal with it, and says that there were none. */
async function cutTail({ project, log }: Log): Promise<void> {
  const seals = rows(system.project(project.id), auditSeals);
  const [last] = await seals.find({}, { sort: { from: -1 }, limit: 1 });
  const from = last?.from ?? 0;
  await log.deleteMany({ seq: { $gte: from } });
  await seals.deleteMany({ from });
  const projects = databaseOf(system).collection<{ _id: string }>('projects');
  await projects.updateOne({ _id: project.id }, { $set: { audit_seq: from - 1 } });
}

describe('a sealed log', () => {
  it('is found whole, and so are its rows that are not sealed yet', async () => {
    const { project } = await newLog();
    await write(project, 2);

    expect(await verifyAll(system, key)).toEqual([]);
  });

  it.each([
    ['a removed row', async ({ log }: Log) => log.deleteOne({ seq: 2 }), 'rows are missing'],
    [
      'an altered row',
      async ({ log }: Log) => log.updateOne({ seq: 2 }, { $set: { action: 'key.revoked' } }),
      'not what they were',
    ],
    [
      'two swapped rows',
      async ({ log }: Log) => {
        await log.updateOne({ seq: 2 }, { $set: { seq: 999 } });
        await log.updateOne({ seq: 3 }, { $set: { seq: 2 } });
        await log.updateOne({ seq: 999 }, { $set: { seq: 3 } });
      },
      'not what they were',
    ],
    [
      'an inserted row',
      async ({ log }: Log) => {
        const [row] = await log.find({ seq: 2 });
        if (row !== undefined) await log.insertOne({ ...row, _id: 'aud_planted', seq: 2.5 });
      },
      'not what they were',
    ],
    [
      'a row beyond those that were counted',
      async ({ log }: Log) => {
        const [row] = await log.find({}, { sort: { seq: -1 }, limit: 1 });
        if (row !== undefined)
          await log.insertOne({ ...row, _id: `aud_more_${row.project_id}`, seq: row.seq + 1 });
      },
      'no write stored these rows',
    ],
    [
      'a rewritten seal',
      async ({ project }: Log) => {
        const seals = rows(system.project(project.id), auditSeals);
        await seals.updateOne({ from: 1 }, { $set: { digest: 'made up' } });
      },
      'not one that this service made',
    ],
    ['a cut tail', (made: Log) => cutTail(made), 'a seal is missing'],
    [
      'a cut tail whose seal was taken out of the roots',
      async (made: Log) => {
        await cutTail(made);
        const roots = databaseOf(system).collection<RootRecord>('audit_roots');
        const [root] = await roots.find().sort({ _id: -1 }).limit(1).toArray();
        const former = await roots.findOne({ _id: (root?._id ?? 0) - 1 });
        const seals = root?.seals.filter(({ log }) => log !== made.project.id) ?? [];
        const text = JSON.stringify([former?.digest, root?._id, root?.at, seals]);
        const digest = createHash('sha256').update(text).digest('base64url'); // who has no secret makes no other
        await roots.updateOne({ _id: root?._id ?? 0 }, { $set: { seals, digest } });
      },
      'was altered',
    ],
  ])('tells of %s', async (_, tamper, what) => {
    const made = await newLog();

    await tamper(made);

    const faults = (await verifyAll(system, key)).filter(
      ({ project, what }) => project === made.project.id || what.includes('root'),
    );
    expect(faults.map((fault) => fault.what).join()).toContain(what);
  });

  it('tells by kept roots of a log that somebody with the secret wrote anew', async () => {
    const { project, log } = await newLog();
    const kept: RootCopy[] = [];
    for await (const { _id: root, digest } of rootsOf(system)) kept.push({ root, digest });
    const database = databaseOf(system);
    await log.updateOne({ seq: 2 }, { $set: { action: 'key.revoked' } });
    for (const name of ['audit_seals', 'audit_roots']) await database.collection(name).deleteMany({});
    await database.collection('audit_heads').updateMany({}, { $unset: { sealed_to: 1, mac: 1 } });
    await seal();
    expect(await faultsOf(project)).toEqual([]); // the secret makes seals that hold

    const faults = await verifyAll(system, key, kept);

    expect(faults.map(({ what }) => what).join()).toMatch(
      /not the one that was kept|which was kept, is missing/,
    );
  });

  it('stays whole when old rows go, addresses are cleared and a person is forgotten', async () => {
    const project = await service.newProject();
    await signedIn(service, project.id, 'owner', 'keeps@example.test');
    const person = await addPerson(app, project.id, { email: 'leaves@example.test', role: 'editor' });
    await erasePerson(system, person, { ...acting(app), erasers: assembly.personErasers });
    await write(project, 3);
    await seal();
    await write(project, 3);
    await seal();
    const month = 31 * 86_400_000;
    const later = new Date(app.clock.now().getTime() + month);

    await clearAddresses({ system, now: later }, 30);
    expect((await storedRows(app, project.id)).filter(({ address }) => address !== undefined)).toEqual([]);
    expect(await faultsOf(project)).toEqual([]);

    await trimAll({ system, now: later, sealKey: key }, 30);
    const left = await storedRows(app, project.id);
    expect(left.map(({ action }) => action)).toEqual(['log.trimmed']);
    await seal(month);
    expect(await faultsOf(project)).toEqual([]);
  });

  it('is not sealed twice by two processes at once', async () => {
    const project = await service.newProject();
    await write(project, 5);

    await Promise.all([seal(), seal(), seal()]);

    expect(await verifyAll(system, key)).toEqual([]);
  });

  it('takes rows removed by hand for what they are, though a row says that retention did it long after', async () => {
    const { project, log } = await newLog();
    const seals = rows(system.project(project.id), auditSeals);
    const [last] = await log.find({}, { sort: { seq: -1 }, limit: 1 });
    const [first] = await seals.find({}, { sort: { from: 1 }, limit: 1 });
    if (last === undefined || first === undefined) throw new Error('nothing is sealed');
    const later = new Date(last.at.getTime() + 500 * 86_400_000);
    await log.deleteMany({ seq: { $lte: first.to } });
    await log.insertOne({
      ...last,
      _id: 'aud_false',
      seq: last.seq + 1,
      at: later,
      action: 'log.trimmed',
      subject: { kind: 'log', id: project.id },
      detail: { to: first.to, proof: key.trimOf({ log: 'another log', to: first.to, at: later }) },
    });

    const found = (await faultsOf(project)).map(({ what }) => what);

    expect(found).toContain('this service did not remove what the row says');
    expect(found).toContain('rows are missing');
  });

  it('tells of dates by which retention would remove rows early', async () => {
    const { project } = await newLog();
    const seals = rows(system.project(project.id), auditSeals);

    await seals.updateOne({ from: 1 }, { $set: { newest_at: new Date(0) } });

    expect((await faultsOf(project)).map(({ what }) => what)).toContain(
      'the seal is not one that this service made',
    );
  });

  it('tells by kept roots of a log that was taken back whole, as an old backup would', async () => {
    const { project, log } = await newLog();
    const kept: RootCopy[] = [];
    for await (const { _id: root, digest } of rootsOf(system)) kept.push({ root, digest });
    const newest = kept.at(-1)?.root;
    const database = databaseOf(system);
    const seals = rows(system.project(project.id), auditSeals);
    const [last, former] = await seals.find({}, { sort: { from: -1 }, limit: 2 });
    await log.deleteMany({ seq: { $gte: last?.from ?? 0 } });
    await seals.deleteMany({ from: last?.from ?? 0 });
    await database.collection<{ _id: number }>('audit_roots').deleteOne({ _id: newest ?? 0 });
    const to = former?.to ?? 0;
    await database
      .collection<{ _id: string }>('projects')
      .updateOne({ _id: project.id }, { $set: { audit_seq: to } });

    const faults = await verifyAll(system, key, kept);

    expect(faults.map(({ what }) => what)).toContain(`root ${String(newest)}, which was kept, is missing`);
  });
});

type Log = Awaited<ReturnType<typeof newLog>>;
