import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit } from '../../src/platform/concurrency-limit.ts';
import { defineType, publishEntry } from '../support/content.ts';
import { startService } from '../support/service.ts';
import { clientOf } from '../support/database.ts';

const service = await startService({ DEAR_READS_AT_ONCE: '2' });
const client = clientOf(service.app.system);

describe('reads that no index bounds', () => {
  it.each([
    ['contains', '/v1/content/page?where[title][contains]=a'],
    ['ne', '/v1/content/page?where[title][ne]=a'],
    ['is_null', '/v1/content/page?where[title][is_null]=true'],
    ['a deep offset', '/v1/content/page?offset=5000'],
    ['a count', '/v1/content/page?count=true'],
    ['q', '/v1/blog/articles?q=kite'],
  ])('of one project go two at a time: %s', async (_what, path) => {
    const project = await service.newProject();
    await defineType(project, 'page', { title: 'string' });
    await publishEntry(project, 'page', { title: 'banana' });
    let [now, most] = [0, 0];
    const reading = new Set<number>();
    const isDear = (command: object) => {
      const text = JSON.stringify(command);
      return text.includes(project.id) && /"(?:find|aggregate)":"(?:entries|articles)"/.test(text);
    };
    const begun = ({ requestId, command }: { requestId: number; command: object }) => {
      if (!isDear(command)) return;
      reading.add(requestId);
      now = reading.size;
      most = Math.max(most, now);
    };
    const ended = ({ requestId }: { requestId: number }) => void reading.delete(requestId);
    client.on('commandStarted', begun).on('commandSucceeded', ended).on('commandFailed', ended);

    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => project.secret.get(`${path}&_=${n}&limit=${(n % 100) + 1}`)),
    );

    client.off('commandStarted', begun).off('commandSucceeded', ended).off('commandFailed', ended);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(4); // two reads, each of a page and at most one count beside it
  });
});

describe('turns', () => {
  it('of one owner hold up nobody else, and whose time is over leaves without having begun', async () => {
    const turns = new ConcurrencyLimit(1);
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
});
