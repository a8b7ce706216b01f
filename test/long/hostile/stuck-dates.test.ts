import { describe, expect, it } from 'vitest';
import { startOwnService, startService, type TestProject } from '../../support/service.ts';
import { databaseOf } from '../../support/database.ts';

const dayMs = 24 * 60 * 60 * 1000;
const service = await startOwnService();
/** A process on the same data, two days later: all dates have come. */
const later = await startService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  CLOCK_OFFSET_MS: String(2 * dayMs),
});
const { system, clock } = service.app;

function inMs(ms: number): string {
  return new Date(clock.now().getTime() + ms).toISOString();
}

/** Makes entries that are published at a date. */
async function schedule(project: TestProject, count: number, published_at: string): Promise<void> {
  await project.secret.put('/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
  for (let made = 0; made < count; made += 10) {
    const some = Array.from({ length: Math.min(10, count - made) }, (_, i) =>
      project.secret.post('/v1/content/page/entries', {
        values: { title: `${made + i}` },
        publish: true,
        published_at,
      }),
    );
    for (const { status } of await Promise.all(some)) expect(status).toBe(201);
  }
}

function published(project: TestProject): Promise<number> {
  const events = databaseOf(system).collection('events');
  return events.countDocuments({ project_id: project.id, name: 'content.entry.published' });
}

describe('101 entries that cannot be published, because a clone of their release is not ready', () => {
  it('delay neither 150 of another project nor the rest of their own', { timeout: 120_000 }, async () => {
    const [stuck, good] = [await service.newProject(), await service.newProject()];
    await schedule(stuck, 101, inMs(dayMs));
    await schedule(good, 150, inMs(dayMs + 60_000));
    const clone = await stuck.secret.post('/v1/releases', { name: 'clone' });
    expect(clone.body).toMatchObject({ status: 'ready' });
    const releases = databaseOf(system).collection<{ _id: string }>('releases');
    // As it stands while the copy is made: its rows are there, and nobody may write to it yet.
    await releases.updateOne(
      { _id: clone.body.id as string },
      { $set: { status: 'cloning', alive_at: new Date(4e12) } },
    );

    const begun = performance.now();
    const starting = later.app.start();

    await expect.poll(() => published(good), { timeout: 40_000 }).toBe(150);
    await starting;
    expect(await published(stuck)).toBe(101);
    const rows = databaseOf(system).collection('entries');
    expect(await rows.countDocuments({ release_id: clone.body.id, status: 'scheduled' })).toBe(101);
    console.log(`250 dates beside 101 stuck ones: ${Math.round(performance.now() - begun)} ms`);
  });
});

describe('a date that is set a few seconds ahead', () => {
  it('is told of within about a second', async () => {
    const near = await startOwnService();
    await near.app.start();
    const project = await near.newProject();
    const dates = [2_000, 3_300].map((ms) => new Date(near.app.clock.now().getTime() + ms));
    for (const [i, date] of dates.entries()) {
      const article = { title: `${i}`, publish: true, published_at: date.toISOString() };
      expect((await project.secret.post('/v1/blog/articles', article)).status).toBe(201);
    }

    const late: number[] = [];
    for (const [i, date] of dates.entries()) {
      await expect
        .poll(async () => (await project.events()).length, { timeout: 10_000, interval: 50 })
        .toBeGreaterThan(i);
      late.push(near.app.clock.now().getTime() - date.getTime());
    }
    expect(Math.min(...late)).toBeLessThan(2_000); // a stall of the machine may meet one of them;
  });
});
