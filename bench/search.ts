import { signedIn } from '../test/support/dashboard.ts';
import { databaseOf } from '../test/support/database.ts';
import { type Installation, medianOf, msOf, openInstallation, report } from './installation.ts';
import { shuffled } from './seed/bulk.ts';
import { storeEntries } from './seed/entries.ts';

// Measures the dashboard's search over entries of 300 words, whose frequencies fall as in a natural language, and how
// fast the index is built. `npm run bench:search`, or `-- 10000` for fewer entries than 100,000.

const entries = Number(process.argv[2] ?? 100_000);
const wordsOfEntry = 300;
const vocabulary = 20_000;
const rounds = 40;

/** A word of the vocabulary; those with small numbers are frequent, because texts have them more often. */
function word(rank: number): string {
  let name = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / 20))
    name += 'bcdfghklmnprstvwzjxq'.charAt(rest % 20) + 'aeiou'.charAt(rest % 5);
  return name;
}

/** The rank of a word at a position, from a pseudorandom number: half of all words have a rank below 140. */
function rankAt(seed: number): number {
  const share = ((seed * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;
  return Math.floor(vocabulary ** share) - 1;
}

function textOf(i: number, words: number): string {
  return Array.from({ length: words }, (_, at) => word(rankAt(i * 7_919 + at * 104_729 + 17))).join(' ');
}

const titleOf = (i: number) => `${textOf(i * 31 + 5, 4)} ${i}`;

function fill(installation: Installation): Promise<void> {
  return storeEntries(installation, {
    slug: 'story',
    fields: [
      { key: 'title', type: 'string' },
      { key: 'body', type: 'text' },
    ],
    count: entries,
    valuesOf: (i) => ({ title: titleOf(i), body: textOf(i, wordsOfEntry) }),
  });
}

async function untilIndexed({ app }: Installation): Promise<void> {
  const rows = databaseOf(app.system).collection('search_rows');
  while ((await rows.countDocuments()) < entries) await new Promise((resolve) => setTimeout(resolve, 500));
}

/** Searches of each kind, a different one for each number. */
const searches: Readonly<Record<string, (i: number) => string>> = {
  'an exact title': (i) => titleOf(shuffled(i, entries)),
  'the start of a title': (i) => titleOf(shuffled(i, entries)).slice(0, 9),
  'a rare word': (i) => word(vocabulary - 1 - shuffled(i, 2_000)),
  'a common word': (i) => word(i % 40),
  'two common words': (i) => `${word(i % 40)} ${word(40 + (i % 37))}`,
  'a common and a rare word': (i) => `${word(i % 40)} ${word(5_000 + shuffled(i, 5_000))}`,
  'one letter': (i) => 'bcdfghklmnprst'.charAt(i % 14),
  'no match': (i) => `zzzz${i}`,
};

const installation = await openInstallation();
try {
  const { app, url, projectId } = installation;
  const startedAt = performance.now();
  await fill(installation);
  await untilIndexed(installation);
  const seconds = (performance.now() - startedAt) / 1_000;
  const editor = await signedIn({ app, url }, projectId, 'editor');
  const times = new Map<string, number[]>();
  for (let i = 0; i < rounds; i += 1)
    for (const [name, q] of Object.entries(searches)) {
      const path = `/projects/${projectId}/search?${new URLSearchParams({ q: q(i) }).toString()}`;
      const ms = await msOf(async () => {
        const { status } = await editor.send('GET', path);
        if (status !== 200) throw new Error(`${path}: ${status}`);
      });
      if (i > 2) times.set(name, [...(times.get(name) ?? []), ms]);
    }
  report([
    { figure: 'entries stored and indexed a second', value: entries / seconds },
    ...[...times].map(([name, all]) => ({ figure: `${name}, ms`, value: medianOf(all) })),
    { figure: 'all searches, ms', value: medianOf([...times.values()].flat()), most: 100 },
  ]);
} finally {
  await installation.stop();
}
