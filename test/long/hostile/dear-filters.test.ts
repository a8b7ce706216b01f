import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConcurrencyLimit } from '../../../src/core/util/async/concurrency-limit.ts';
import { defineType, publishEntry } from '../../support/content.ts';
import { startService } from '../../support/service.ts';
import { storeEntries } from '../../support/stored-entries.ts';
import { clientOf } from '../../support/database.ts';
import { mostAtOnce } from '../../support/hostile/at-once.ts';

const wide = '1000000000';
const service = await startService({ EXPENSIVE_READS_AT_ONCE: '2', RATE_READ: wide });
const client = clientOf(service.app.system);

describe('reads that no index bounds', () => {
  it.each([
    ['contains', '/v1/content/page?where[title][contains]=a'],
    ['ne', '/v1/content/page?where[title][ne]=a'],
    ['is_null', '/v1/content/page?where[title][is_null]=true'],
    ['a range', '/v1/content/page?where[title][starts_with]=a'],
    ['a deep offset', '/v1/content/page?offset=5000'],
    ['a count', '/v1/content/page?count=true'],
    ['q', '/v1/blog/articles?q=kite'],
  ])('of one project go two at a time: %s', async (_what, path) => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    await publishEntry(project, 'page', { title: 'banana' });
    const ask = (n: number) => project.secret.get(`${path}&_=${n}&limit=${(n % 100) + 1}`);

    const { result: answers, most } = await mostAtOnce(
      client,
      { projectId: project.id, collections: ['entries', 'articles'] },
      () => Promise.all(Array.from({ length: 24 }, (_, n) => ask(n))),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(4); // two reads, each of a page and at most one count beside it
  });
});

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

describe('turns', () => {
  it('of one owner hold up nobody else, and whose time is over leaves without having begun', async () => {
    const turns = new ConcurrencyLimit({
      atOnce: 1,
      waitingMax: 5,
      waitMs: 60_000,
      because: 'expensive_reads',
    });
    let end: () => void = () => undefined;
    const first = turns.run('a', Infinity, () => new Promise<void>((resolve) => (end = resolve)));
    let hasBegun = false;
    const late = turns.run('a', performance.now() - 1, async () => void (hasBegun = true));
    const last = turns.run('a', Infinity, () => Promise.resolve('last'));

    expect(await turns.run('b', Infinity, () => Promise.resolve('other'))).toBe('other');
    end();
    await first;

    await expect(late).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    expect(await last).toBe('last');
    expect(hasBegun).toBe(false);
  });

  it('beyond the line are refused at once, and one that waits too long leaves it', async () => {
    const turns = new ConcurrencyLimit({ atOnce: 1, waitingMax: 1, waitMs: 20, because: 'expensive_reads' });
    let end: () => void = () => undefined;
    const first = turns.run('a', Infinity, () => new Promise<void>((resolve) => (end = resolve)));
    const waiting = turns.run('a', Infinity, () => Promise.resolve());
    const refused = { code: 'temporarily_unavailable', status: 503 };

    await expect(turns.run('a', Infinity, () => Promise.resolve())).rejects.toMatchObject(refused);
    await expect(waiting).rejects.toMatchObject(refused);
    end();
    await first;

    expect(await turns.run('a', Infinity, () => Promise.resolve('next'))).toBe('next');
  });
});

describe('one project that floods the service with searches', () => {
  it('slows the reads of another one by little, and is answered itself', async () => {
    const [hostile, neighbour] = [await service.newProject(), await service.newProject()];
    for (const project of [hostile, neighbour]) await defineType(project, 'page', { title: 'string' });
    const values = Array.from({ length: 1_000 }, (_, i) => ({ title: `Page ${i} of many`.repeat(8) }));
    await storeEntries(service, hostile, 'page', values);
    await storeEntries(service, neighbour, 'page', values.slice(0, 100));
    let asked = 0;
    /** A page that this process has not kept. */
    const medianRead = async (count: number) => {
      const times: number[] = [];
      for (let i = 0; i < count; i += 1) {
        const begun = performance.now();
        const { status } = await neighbour.publishable.get(`/v1/content/page?offset=${(asked += 1)}&limit=5`);
        times.push(performance.now() - begun);
        expect(status).toBe(200);
      }
      return median(times);
    };
    const statuses = new Set<number>();
    const waits: number[] = [];
    let isOver = false;
    onTestFinished(() => void (isOver = true));
    let sent = 0;
    const flooding = async () => {
      while (!isOver) {
        const path = `/v1/content/page?where[title][contains]=no-${(sent += 1)}`;
        const begun = performance.now();
        statuses.add((await hostile.secret.get(path)).status);
        waits.push(performance.now() - begun);
      }
    };

    const quietBefore = await medianRead(10);
    const flood = Array.from({ length: 50 }, flooding);
    await vi.waitFor(() => expect(sent).toBeGreaterThan(50), 30_000); // the line is full
    const busy = await medianRead(10);
    isOver = true;
    await Promise.all(flood);
    const quietAfter = await medianRead(10);

    expect([...statuses].filter((status) => ![200, 400, 503].includes(status))).toEqual([]); // 400 is too expensive
    expect(statuses).toContain(200);
    // Who stood in line with the flood would wait as long as the flood does. The bound on the ratio is wide: machines stall.
    expect(busy).toBeLessThan(median(waits) / 3);
    expect(busy / Math.max(quietBefore, quietAfter)).toBeLessThan(12);
  }, 120_000);
});
