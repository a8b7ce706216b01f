import { describe, expect, it } from 'vitest';
import {
  type CacheableResponse,
  type ServedResponse,
  ResponseCache,
} from '../../../../src/core/http/cache/response-cache.ts';
import { commandsOfService } from '../../../support/commands.ts';
import { startOwnService } from '../../../support/service.ts';
import { newPages as newPagesOf } from '../../../support/reads/priced-pages.ts';

const service = await startOwnService();

const newPages = () => newPagesOf(service);
const commandsOf = (work: () => Promise<unknown>) => commandsOfService(service.app.system, work);

describe('many requests for an answer that nobody has', () => {
  it('make it once', async () => {
    const { publishable, add } = await newPages();
    await add({ title: 'A' });

    const commands = await commandsOf(async () => {
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => publishable.get('/v1/content/page?limit=7')),
      );
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    expect(commands.filter((command) => command === 'find entries')).toHaveLength(1);
  });
});

describe('kept answers', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const made = (text: string, untilMs = Infinity, status = 200): CacheableResponse => ({
    response: { status, mediaType: 'application/json', bytes: Buffer.from(text), etag: null, location: null },
    untilMs,
  });
  const textOf = async (given: ServedResponse | Promise<ServedResponse>) =>
    (await given).response.bytes?.toString();

  it('are good for one revision', async () => {
    const kept = new ResponseCache(100_000);
    await kept.serve('k', { revision: 1, now }, async () => made('one'));

    expect(await textOf(kept.serve('k', { revision: 1, now }, async () => made('two')))).toBe('one');
    expect(await textOf(kept.serve('k', { revision: 2, now }, async () => made('two')))).toBe('two');
  });

  it('are good for later revisions that left their modules as they were', async () => {
    const kept = new ResponseCache(100_000);
    const versions = { content: 1, schema: 1, blog: 1, kb: 1, authors: 1, media: 1, releases: 1 };
    const at = (revision: number, more: object = {}, nextDate: Date | null = null, time = now) => ({
      revision,
      now: time,
      modules: { moduleVersions: { ...versions, ...more }, nextDate },
    });
    const make = (text: string) => async () => ({ ...made(text), modules: ['content', 'schema'] as const });
    const ask = (state: ReturnType<typeof at>, text: string) => textOf(kept.serve('k', state, make(text)));
    const soon = new Date(now.getTime() + 1_000);
    expect(await ask(at(1), 'one')).toBe('one');

    expect(await ask(at(2, { blog: 2 }), 'two')).toBe('one');
    expect(await ask(at(1), 'two')).toBe('one'); // one that was admitted before
    expect(await ask(at(3, { blog: 2 }, soon), 'two')).toBe('one');
    expect(await ask(at(3, { blog: 2 }, soon, soon), 'three')).toBe('three'); // scheduled since it was made
    expect(await ask(at(4, { blog: 3 }, soon, soon), 'four')).toBe('four'); // what is due stands in no version
    expect(await ask(at(5, { blog: 3, content: 2 }), 'five')).toBe('five');
  });

  it('are good for one revision where their modules are not known', async () => {
    const kept = new ResponseCache(100_000);
    const versions = { content: 1, schema: 1, blog: 1, kb: 1, authors: 1, media: 1, releases: 1 };
    const at = (revision: number) => ({
      revision,
      now,
      modules: { moduleVersions: versions, nextDate: null },
    });
    await kept.serve('k', at(1), async () => ({ ...made('one'), modules: null }));

    expect(await textOf(kept.serve('k', at(2), async () => made('two')))).toBe('two');
  });

  it('are good until their moment, and not at it', async () => {
    const kept = new ResponseCache(100_000);
    const until = now.getTime() + 1_000;
    await kept.serve('k', { revision: 1, now }, async () => made('one', until));
    const at = (ms: number) => ({ revision: 1, now: new Date(ms) });

    expect(await textOf(kept.serve('k', at(until - 1), async () => made('two')))).toBe('one');
    expect(await textOf(kept.serve('k', at(until), async () => made('two')))).toBe('two');
  });

  it('never hold what was no success', async () => {
    const kept = new ResponseCache(100_000);
    await kept.serve('k', { revision: 1, now }, async () => made('one', Infinity, 202));
    const failing = kept.serve('f', { revision: 1, now }, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');

    expect(await textOf(kept.serve('k', { revision: 1, now }, async () => made('two')))).toBe('two');
    expect(await textOf(kept.serve('f', { revision: 1, now }, async () => made('two')))).toBe('two');
  });

  it('are joined while they are being made, by requests of the same revision alone', async () => {
    const kept = new ResponseCache(100_000);
    let finish: (answer: CacheableResponse) => void = () => undefined;
    const first = kept.serve('k', { revision: 1, now }, () => new Promise((resolve) => (finish = resolve)));
    const joined = kept.serve('k', { revision: 1, now }, async () => made('second'));
    const newer = kept.serve('k', { revision: 2, now }, async () => made('newer'));

    expect(await textOf(newer)).toBe('newer');
    finish(made('first'));

    expect(await textOf(first)).toBe('first');
    expect(await textOf(joined)).toBe('first');
    expect(await textOf(kept.serve('k', { revision: 2, now }, async () => made('again')))).toBe('newer');
  });

  it('are made anew by those who joined one that failed or ended meanwhile', async () => {
    const kept = new ResponseCache(100_000);
    let fail: (error: Error) => void = () => undefined;
    const first = kept.serve(
      'k',
      { revision: 1, now },
      () => new Promise((_resolve, reject) => (fail = reject)),
    );
    const joined = kept.serve('k', { revision: 1, now }, async () => made('own'));
    fail(new Error('no'));

    await expect(first).rejects.toThrow('no');
    expect(await textOf(joined)).toBe('own');
  });

  it('take no more memory than they may', async () => {
    const kept = new ResponseCache(40_000);
    let makings = 0;
    const ask = (key: string) =>
      kept.serve(key, { revision: 1, now }, async () => {
        makings += 1;
        return made('x'.repeat(4_000));
      });
    for (let i = 0; i < 20; i += 1) await ask(`key ${i}`);

    await ask('key 19');
    expect(makings).toBe(20);
    await ask('key 0');
    expect(makings).toBe(21);
  });
});
