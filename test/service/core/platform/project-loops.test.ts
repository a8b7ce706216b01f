import { randomUUID } from 'node:crypto';
import type { Document } from 'mongodb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { clearAddresses, trimAll } from '../../../../src/projects/audit/seals/retention.ts';
import { sealAll } from '../../../../src/projects/audit/seals/seal.ts';
import { SealKey } from '../../../../src/projects/audit/seals/digest.ts';
import { settleBlocks } from '../../../../src/content/types/blocks/service.ts';
import { settleTypes } from '../../../../src/content/types/service.ts';
import { pruneEvents } from '../../../../src/projects/events/prune.ts';
import { pruneInvalidations } from '../../../../src/projects/invalidations/service.ts';
import { sweepMedia } from '../../../../src/content/media/upload/expiry.ts';
import { requeueUndelivered } from '../../../../src/delivery/purges/sending/undelivered.ts';
import { recoverReleases } from '../../../../src/lifecycle/releases/copy/clone.ts';
import type { Storage } from '../../../../src/core/storage/storage.ts';
import { removeStaleMemberships } from '../../../../src/accounts/policy/stale-memberships.ts';
import { sweepTrash } from '../../../../src/lifecycle/trash/expiry.ts';
import { settleQueues } from '../../../../src/delivery/webhooks/service.ts';
import { databaseOf } from '../../../support/database.ts';
import { defineType, publishEntry } from '../../../support/content.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { newTarget, quickPurges } from '../../../support/purges/targets.ts';
import { newEndpoint } from '../../../support/webhooks/endpoints.ts';

vi.setConfig({ testTimeout: 120_000 });

/** More rows than most loops read at once. */
const many = 120;
const longAgo = new Date('2020-01-01T00:00:00.000Z');
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const service = await startOwnService();
const { system, clock } = service.app;
const db = databaseOf(system);
const sealKey = new SealKey(service.app.config.APP_SECRET);
const rowsOf = (name: string) => db.collection<Document & { _id: string }>(name);
const twoProjects = async () => [await service.newProject(), await service.newProject()] as const;

/** Plants rows of one project, then one of another behind them. */
async function plant(
  collection: string,
  [bad, good]: readonly [TestProject, TestProject],
  rowOf: (n: number, project: TestProject, isBad: boolean) => Document,
  count = many,
): Promise<string> {
  const mark = randomUUID();
  const row = (n: number, project: TestProject, isBad: boolean) => ({
    _id: `${mark}/${String(n).padStart(5, '0')}`,
    project_id: project.id,
    ...rowOf(n, project, isBad),
  });
  const planted = Array.from({ length: count }, (_, n) => row(n, bad, true));
  const last = row(count, good, false);
  await rowsOf(collection).insertMany([...planted, last]);
  onTestFinished(
    async () => void (await rowsOf(collection).deleteMany({ _id: { $gt: mark, $lt: `${mark}0` } })),
  );
  return last._id;
}

/** Lets the database reject every change of a project's rows in a collection, as of a row that is too large. */
async function rejectChanges(collection: string, unless: Document): Promise<void> {
  await db.command({ collMod: collection, validator: unless, validationLevel: 'strict' });
  onTestFinished(async () => void (await db.command({ collMod: collection, validator: {} })));
}

const isGone = async (collection: string, id: string) =>
  (await rowsOf(collection).findOne({ _id: id })) === null;

describe('rows that fail in one project stop no other project', () => {
  it('in the sweep of the trash', async () => {
    const projects = await twoProjects();
    const good = await plant('trash', projects, (n, _, isBad) => ({
      kind: 'entry',
      item_id: isBad ? 'bad' : 'good',
      release: null,
      expires_at: new Date(longAgo.getTime() + n),
    }));
    const forget = async (_: unknown, itemId: string) => {
      if (itemId === 'bad') throw new TypeError('this item cannot be removed');
    };

    await sweepTrash(system, [{ kind: 'entry', forget } as never], clock.now());

    expect(await isGone('trash', good)).toBe(true);
    expect(await rowsOf('trash').countDocuments({ project_id: projects[0].id })).toBe(many);
  });

  it('in the removal of memberships that no sign-in confirms', async () => {
    const goodProject = await service.newProject();
    const gone = { id: 'prj_gone' } as TestProject; // a project whose row cannot be written
    const good = await plant('members', [gone, goodProject], (n) => ({
      user_id: `group:usr_${n}`,
      role: 'viewer',
      created_at: longAgo,
      source: { issuer: 'corp', group: 'web', confirmed_at: longAgo },
    }));

    await removeStaleMemberships(system, clock.now());

    expect(await isGone('members', good)).toBe(true);
    expect(await rowsOf('members').countDocuments({ project_id: gone.id })).toBe(many);
  });

  it('in the sweep of unconfirmed uploads', async () => {
    const projects = await twoProjects();
    const good = await plant(
      'media',
      projects,
      (n, _, isBad) => ({
        status: 'pending',
        revision: 1,
        created_at: new Date(longAgo.getTime() + n),
        upload_ends_at: longAgo,
        ...(isBad ? {} : { object: { key: randomUUID(), private: false } }),
      }),
      220,
    );

    await sweepMedia({ system, storage: storageThatRejects(''), now: clock.now() });

    expect(await isGone('media', good)).toBe(true);
  });

  it('in the sweep of objects that nothing needs', async () => {
    const projects = await twoProjects();
    const good = await plant(
      'media_leftovers',
      projects,
      (n) => ({
        private: false,
        due_at: new Date(longAgo.getTime() + n),
        until: longAgo,
      }),
      220,
    );

    await sweepMedia({ system, storage: storageThatRejects(good), now: clock.now() });

    expect(await isGone('media_leftovers', good)).toBe(true);
  });

  it.each([
    ['content_types', settleTypes],
    ['blocks', settleBlocks],
  ])('while removed fields of %s are cleaned up', async (collection, settle) => {
    const projects = await twoProjects();
    const good = await plant(collection, projects, (n, project, isBad) => ({
      release_id: project.releaseId,
      slug: `slug_${n}`,
      kind: 'collection',
      is_settled: false,
      revision: 1,
      fields: [],
      removed: isBad ? null : [{ id: 'fld_1', key: 'gone', is_begun: true }],
      sort_slots: [],
    }));

    await settle(system, clock.now());

    expect(await rowsOf(collection).findOne({ _id: good })).toMatchObject({ is_settled: true });
  });

  it('while releases are recovered', async () => {
    const projects = await twoProjects();
    const good = await plant('releases', projects, (n, _, isBad) => ({
      name: isBad ? 'Bad' : 'Good',
      status: 'cloning',
      alive_at: new Date(longAgo.getTime() + n),
    }));
    await rejectChanges('releases', { name: { $ne: 'Bad' } });

    await recoverReleases(system, clock);

    expect(await rowsOf('releases').findOne({ _id: good })).toMatchObject({ status: 'failed' });
  });

  it('while the audit log is sealed, trimmed and cleared of addresses', async () => {
    const [bad, good] = await twoProjects();
    for (const { secret } of [bad, good]) await secret.post('/v1/authors', { name: 'A' });
    await rowsOf('audit_seals').insertOne({
      _id: `${bad.id}/1`,
      project_id: bad.id,
      from: 1,
      to: 'x',
      newest_at: longAgo,
    });

    await sealAll({ system, clock, log: silent, sealKey });

    expect(await rowsOf('audit_seals').countDocuments({ project_id: good.id })).toBe(1);
    const later = new Date(clock.now().getTime() + 3_600_000);
    await rejectChanges('audit_heads', { _id: { $ne: bad.id } });
    await clearAddresses({ system, now: later }, 0);
    expect(await rowsOf('audit_heads').findOne({ _id: good.id })).toHaveProperty('cleared_to');

    await rowsOf('audit_seals').updateOne({ project_id: bad.id }, { $set: { to: 1 } });
    await rejectChanges('projects', { _id: { $ne: bad.id } });
    await trimAll({ system, now: later, sealKey }, 0);
    expect(await rowsOf('audit').findOne({ project_id: good.id, action: 'log.trimmed' })).not.toBeNull();
  });

  it('while old events and invalidations are removed, and the failing project keeps its own', async () => {
    const [bad, good] = await twoProjects();
    for (const project of [bad, good]) {
      await defineType(project, 'page', { title: 'string' });
      await publishEntry(project, 'page', { title: 'A' });
      await project.secret.post('/v1/authors', { name: 'A' });
    }
    await rowsOf('events').updateMany({}, { $set: { fanned: true } });
    await rowsOf('invalidations').insertMany(
      [bad, good].map(({ id }) => ({ _id: `inv_00${id}`, project_id: id, project_revision: 900, tags: [] })),
    );
    const later = new Date(clock.now().getTime() + 40 * 24 * 3_600_000);
    await rejectChanges('projects', { _id: { $ne: bad.id } });

    await pruneEvents(system, later);
    await pruneInvalidations(system, later);

    for (const name of ['events', 'invalidations']) {
      expect(await rowsOf(name).countDocuments({ project_id: good.id }), name).toBe(0);
      expect(await rowsOf(name).countDocuments({ project_id: bad.id }), name).toBeGreaterThan(0);
    }
  });

  it('while undelivered purges are put back', async () => {
    const projects = await twoProjects();
    const receiver = await startReceiver();
    const [badTarget, goodTarget] = await Promise.all(
      projects.map((project) => newTarget(service.app, project, receiver)),
    );
    const endpoint = (isBad: boolean) => (isBad ? badTarget : goodTarget)?.id;
    await rowsOf('webhook_endpoints').updateOne(
      { project_id: projects[0].id, _id: endpoint(true) ?? '' },
      { $unset: { 'purge.through': 1 } },
    );
    const good = await plant(
      'deliveries',
      projects,
      (n, _, isBad) => ({
        endpoint_id: endpoint(isBad),
        state: 'failed',
        event_id: `evt_${n}`,
        tells_after: { revision: 1 + n, hand: 0 },
      }),
      600,
    );

    await requeueUndelivered(system, clock.now());

    expect(await rowsOf('deliveries').findOne({ _id: good })).not.toHaveProperty('tells_after');
  });

  it('while queues follow their endpoints', async () => {
    const projects = await twoProjects();
    const good = await plant(
      'webhook_endpoints',
      projects,
      (_n, _project, isBad) => ({
        enabled: true,
        events: ['*'],
        work_asked: isBad ? 1 : 2,
        ...(isBad ? { replay: {} } : {}),
      }),
      200,
    );

    await expect
      .poll(
        async () => {
          await settleQueues(system, clock.now());
          return rowsOf('webhook_endpoints').findOne({ _id: good });
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .not.toHaveProperty('work_asked');
  });
});

/** A storage in which all objects but one cause an error of the program. */
function storageThatRejects(except: string): Storage {
  const remove = async ({ key }: { key: string }) => {
    if (key !== except && except !== '') throw new TypeError('this key cannot be signed');
  };
  return { remove } as unknown as Storage;
}

describe('a worker with a project whose rows fail', async () => {
  const own = await startOwnService({ ...quickPurges, LOG_LEVEL: 'silent' });
  const ownRows = (name: string) => databaseOf(own.app.system).collection<Document & { _id: string }>(name);

  it('sends the webhooks and purges of the others, and names the project in its health and metrics', async () => {
    const [bad, good] = [await own.newProject(), await own.newProject()];
    const [hook, purged] = [await startReceiver(), await startReceiver()];
    await newEndpoint(own.app, bad, { receiver: await startReceiver() });
    await newEndpoint(own.app, good, { receiver: hook });
    for (const project of [bad, good]) await defineType(project, 'page', { title: 'string' });
    const event = await ownRows('events').findOne({ project_id: bad.id });
    await ownRows('events').insertMany(
      Array.from({ length: 300 }, (_, n) => {
        const row: Document = { ...event };
        delete row['created_at'];
        return { ...row, _id: `evt_0${String(n).padStart(25, '0')}`, project_revision: 1_000 + n } as never;
      }),
    );
    for (let n = 0; n < 10; n += 1) {
      const project = await own.newProject();
      const { id } = await newTarget(own.app, project, await startReceiver());
      await ownRows('webhook_endpoints').updateOne(
        { project_id: project.id, _id: id },
        { $unset: { 'purge.repeats': 1 } },
      );
    }
    await newTarget(own.app, good, purged);

    await own.app.start();
    await publishEntry(good, 'page', { title: 'Good' });

    await expect.poll(() => hook.received.length, { timeout: 25_000 }).toBeGreaterThan(0);
    await expect.poll(() => purged.received.length, { timeout: 25_000 }).toBeGreaterThan(0);
    const text = async (path: string) => (await fetch(`${own.url}${path}`)).text();
    await expect.poll(() => text('/readyz')).toContain(`events.fan-out of project ${bad.id}`);
    const series = `galley_failing_project{work="events.fan-out",project="${bad.id}"} 1`;
    await expect.poll(() => text('/metrics')).toContain(series);
    expect((await fetch(`${own.url}/readyz`)).status).toBe(200);

    await ownRows('events').updateMany({ project_id: bad.id }, { $set: { created_at: new Date() } });
    await expect.poll(() => text('/readyz'), { timeout: 60_000 }).not.toContain(bad.id);
  });
});
