import { mediansOf, openInstallation, report, type Send } from '../installation.ts';
import { multiplyEntry } from '../../test/support/many-entries.ts';

const smallest = 10_000;
const rounds = 40;
/** Entries that one command stores. */
const batch = 100_000;

/** Compares lists, single reads and creates in projects of 10,000, 100,000 and, if `most` allows, 1,000,000 entries. */
export async function measureEntries(most: number): Promise<void> {
  const installation = await openInstallation({
    READ_CACHE_BYTES: '1024', // too small for any response
    MAX_ENTRIES: String(most * 2),
  });
  try {
    const sizes = [];
    for (let size = smallest; size <= most; size *= 10) sizes.push(size);
    const sites = [];
    for (const size of sizes) {
      const { send } = await installation.newProject(['en']);
      sites.push({ size, send, id: await fill(send, size) });
    }
    const figures = [];
    for (const [name, request] of Object.entries(requests)) {
      const measures: Record<string, (round: number) => Promise<unknown>> = {};
      for (const { size, ...site } of sites) measures[size] = (round) => request(site, round);
      const ms = await mediansOf(rounds, measures);
      const first = ms[smallest] ?? NaN;
      figures.push(
        { figure: `${name}: ${smallest} entries, ms`, value: first },
        ...sizes.slice(1).map((size) => ({
          figure: `${name}: ${size} entries against ${smallest}`,
          value: (ms[size] ?? NaN) / first,
        })),
      );
    }
    report(figures);
  } finally {
    await installation.stop();
  }

  async function fill(send: Send, size: number): Promise<string> {
    await send('PUT', '/v1/schema/content-types/page', {
      fields: [
        { key: 'title', type: 'string' },
        { key: 'text', type: 'text' },
        { key: 'price', type: 'number' },
      ],
    });
    const { id } = await send<{ id: string }>('POST', '/v1/content/page/entries', { values, publish: true });
    for (let stored = 1; stored < size; stored += batch) {
      // Numbers are unique in the installation, because IDs are.
      await multiplyEntry(installation.app, id, Math.min(batch, size - stored), size + stored);
    }
    return id;
  }
}

const values = { title: 'A page', text: 'Some words of a page. '.repeat(40), price: 5 };

const requests: Record<string, (site: { send: Send; id: string }, round: number) => Promise<unknown>> = {
  list: ({ send }) => send('GET', '/v1/content/page?limit=20'),
  'filtered list': ({ send }) => send('GET', '/v1/content/page?limit=20&where[price]=5&sort=-price'),
  'single entry': ({ send, id }) => send('GET', `/v1/content/page/${id}`),
  'published create': ({ send }) => send('POST', '/v1/content/page/entries', { values, publish: true }),
  'published change': ({ send, id }, round) =>
    send('PATCH', `/v1/content/page/${id}`, { values: { title: `Page ${round}` } }),
};
