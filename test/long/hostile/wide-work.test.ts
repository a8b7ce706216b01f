import type { CommandStartedEvent } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { sweepTrash } from '../../../src/lifecycle/trash/expiry.ts';
import { assembly } from '../../support/assembly.ts';
import { bytesReadBy } from '../../support/commands.ts';
import { dayMs, defineType, expectDone, publishEntry } from '../../support/content.ts';
import { signedIn } from '../../support/dashboard.ts';
import { clearRemoved } from '../../support/content/removed-fields.ts';
import { clientOf, databaseOf } from '../../support/database.ts';
import { newAsset, startMediaService } from '../../support/media.ts';
import { startOwnService } from '../../support/service.ts';
import { storeEntries } from '../../support/stored-entries.ts';
import { newWidePages, wide } from '../../support/hostile/wide-pages.ts';

const mib = 1024 * 1024;
const service = await startOwnService();
const client = clientOf(service.app.system);

/** Runs some work and lists how many entries each of its transactions replaced. */
async function replacedBy(work: () => Promise<unknown>): Promise<number[]> {
  const replaced = new Map<string, number>();
  const note = ({ commandName, command }: CommandStartedEvent) => {
    if (commandName !== 'update' || command['update'] !== 'entries') return;
    const transaction = JSON.stringify([command['lsid'], String(command['txnNumber'])]);
    const before = replaced.get(transaction) ?? 0;
    replaced.set(transaction, before + (command['updates'] as unknown[]).length);
  };
  client.on('commandStarted', note);
  try {
    await work();
  } finally {
    client.off('commandStarted', note);
  }
  return [...replaced.values()];
}

describe('large entries whose definition changes', () => {
  const count = 30;
  const widePages = Array.from({ length: count }, (_, i) => ({ title: `p${i}`, ...wide(mib) }));

  it('are brought up to date a few at a time where a field is removed: each is in memory twice', async () => {
    const project = await newWidePages(service);
    await storeEntries(service, project, 'page', widePages);
    const path = '/v1/schema/content-types/page';
    const { fields } = expectDone(await project.secret.get(path)) as { fields: { key: string }[] };
    const left = fields.filter(({ key }) => key !== 't0');
    const entries = databaseOf(service.app.system).collection('entries');
    const filter = { project_id: project.id, 'live.t0': { $exists: true } };

    const replaced = await replacedBy(async () => {
      expectDone(await project.secret.put(path, { fields: left }));
      await clearRemoved(service, project.id);
      await expect.poll(() => entries.countDocuments(filter), { timeout: 60_000 }).toBe(0);
    });

    expect(replaced.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(count);
    expect(Math.max(...replaced)).toBeLessThanOrEqual(8); // 8 MiB, of which each has 2 in its snapshots
  });

  it('are so where a field of a block is removed', async () => {
    const project = await service.newProject();
    const block = (fields: string[]) => ({ fields: fields.map((key) => ({ key, type: 'text' })) });
    const path = '/v1/schema/blocks/wide';
    expectDone(await project.secret.put(path, block(['a', 'b'])));
    const options = { blocks: ['wide'] };
    await defineType(project, 'page', [{ key: 'parts', type: 'blocks', options }]);
    const text = 'wide '.repeat(10_000);
    const parts = Array.from({ length: 20 }, () => ({ block: 'wide', values: { a: text, b: 'b' } }));
    for (let i = 0; i < 12; i += 1) await publishEntry(project, 'page', { parts });
    const entries = databaseOf(service.app.system).collection('entries');
    const filter = { project_id: project.id, 'live.parts.values.b': { $exists: true } };
    expect(await entries.countDocuments(filter)).toBe(12);

    const replaced = await replacedBy(async () => {
      expectDone(await project.secret.put(path, block(['a'])));
      await clearRemoved(service, project.id);
      await expect.poll(() => entries.countDocuments(filter), { timeout: 60_000 }).toBe(0);
    });

    expect(Math.max(...replaced)).toBeLessThanOrEqual(6);
  });
});

describe('large entries in the trash', () => {
  it.each(['emptied', 'swept'])('are not read when it is %s', async (how) => {
    const project = await newWidePages(service);
    const editor = await signedIn(service, project.id, 'owner');
    const many = Array.from({ length: 12 }, (_, i) => ({ title: `p${i}`, ...wide(mib) }));
    const ids = await storeEntries(service, project, 'page', many);
    const at = `/projects/${project.id}`;
    const deleted = await editor.send('POST', `${at}/content/page/bulk`, { action: 'delete', ids });
    expect(deleted.body.done).toBe(12);
    const trash = databaseOf(service.app.system).collection('trash');
    expect(await trash.countDocuments({ project_id: project.id })).toBe(12);

    const later = new Date(Date.now() + 32 * dayMs);
    const { bytes } = await bytesReadBy<unknown>(client, () =>
      how === 'emptied'
        ? editor.send('POST', `${at}/trash/empty`, {})
        : sweepTrash(service.app.system, assembly.trashKinds, later),
    );

    expect(await trash.countDocuments({ project_id: project.id })).toBe(0);
    expect(bytes).toBeLessThan(mib);
  });
});

describe('large entries with a picture', () => {
  it('are not read to tell receivers where it stands', async () => {
    const { service: media } = await startMediaService({});
    const project = await media.newProject();
    const texts = Array.from({ length: 80 }, (_, i) => ({ key: `t${i}`, type: 'text' }));
    const picture = { key: 'picture', type: 'image' };
    await defineType(project, 'page', [{ key: 'title', type: 'string' }, ...texts, picture]);
    const id = await newAsset(project.secret);
    const many = Array.from({ length: 20 }, (_, i) => ({ title: `p${i}`, picture: id, ...wide(mib) }));
    await storeEntries(media, project, 'page', many);

    const { bytes } = await bytesReadBy(clientOf(media.app.system), async () =>
      expectDone(await project.secret.patch(`/v1/media/${id}`, { alt: 'Another' })),
    );

    expect(JSON.stringify((await project.eventData()).at(-1))).toContain('"p0"');
    expect(bytes).toBeLessThan(mib);
  });
});
