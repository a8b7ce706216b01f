import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedMongod } from '../dev/embedded/mongod/server.ts';
import { type Build, openBuild } from './compare/build.ts';
import { figures, dueChange } from './compare/figures.ts';
import { printTable, type Turns } from './compare/table.ts';
import { Load } from './load/load.ts';
import { variablesFor } from './stage.ts';

// Compares another built checkout with this one in alternating turns on one MongoDB: `npm run bench:compare -- ../other
// 10` for ten rounds, with a third number for seconds per turn. Both run twice, which shows the noise, in the order
// base, own, own, base: a process that starts later measures as slower, and this order cancels that.
const [folder, rounds = '10', seconds = '1.5'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of another built checkout.');
const own = fileURLToPath(new URL('..', import.meta.url));
const checkouts = { base: resolve(folder), own, own_again: own, base_again: resolve(folder) };
type Name = keyof typeof checkouts;
const names = Object.keys(checkouts) as Name[];

// Signals must exit normally, because the services and the database are stopped when this process exits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const ends: (() => unknown)[] = [];
try {
  const mongod = await startEmbeddedMongod({ dbPath: null, say: console.log });
  ends.push(() => mongod.stop());
  const load = new Load();
  ends.push(() => load.stop());
  const means = { load, mongodPid: mongod.pid, seconds: Number(seconds) };
  const builds = new Map<Name, Build>();
  for (const name of names) {
    const build = await openBuild(name, checkouts[name], variablesFor(mongod.uri));
    ends.push(() => build.galley.stop());
    builds.set(name, build);
    console.log(`${name}: ${build.pages.length} pages in ${checkouts[name]}`);
  }
  await measure(builds, means);
} finally {
  for (const end of ends.reverse()) await end();
}

/** Prints after each round, so that an interrupted run still has results. The first round is a warm-up. */
async function measure(
  builds: ReadonlyMap<Name, Build>,
  means: Parameters<typeof dueChange>[2],
): Promise<void> {
  const seen: Record<string, Turns> = {};
  for (const figure of Object.keys(figures))
    seen[figure] = {
      base: [],
      own: [],
      own_again: [],
      base_again: [],
    };
  for (let round = 0; round <= Number(rounds); round += 1) {
    const first = round % names.length; // each build is first in some rounds
    for (const [figure, work] of Object.entries(figures))
      for (const name of [...names.slice(first), ...names.slice(0, first)]) {
        const build = builds.get(name);
        if (build === undefined) continue;
        const turn = await dueChange(work, build, means);
        if (round > 0) seen[figure]?.[name].push(turn);
      }
    if (round === 0) continue;
    console.log(`round ${round} of ${rounds}`);
    printTable(seen);
  }
}
