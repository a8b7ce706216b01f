import { write } from '../seed/api.ts';
import { sharesDuring } from '../processes/meter.ts';
import { median } from '../results.ts';
import { readSizes } from '../sizes.ts';
import { setStage, type Stage } from '../stage.ts';

// Compares the service with a hand-written one on the same database: `npm run bench:peers`, with `-- --quick` for a
// short run. Figures of other products are in docs/run/performance.md, because they can't be installed here.
const sizes = { ...readSizes(process.argv.slice(2)), large: 4_000, small: 500, roundSeconds: 4 };
const [creates, readers] = [20, 32];

/** A server with one kind of request. */
interface Side {
  name: string;
  pids: Readonly<Record<string, number>>;
  /** Runs one round; returns responses per second and their total. */
  round: () => Promise<{ perSecond: number; answers: number }>;
}

/** The service and its baseline, which alternate. */
interface Pair {
  name: string;
  ours: Side;
  floor: Side;
}

function pairsOf(stage: Stage): Pair[] {
  const { galley, cold, bare, naive, large, mongod, load, kites } = stage;
  const one = kites.at(-1)?.id ?? '';
  const [list, filter] = ['/v1/content/kite', 'where[tone]=tone3'];
  const reads = (url: string, token: string, path: string) => async (): ReturnType<Side['round']> => {
    const order = { url, token, paths: [path], connections: readers, seconds: sizes.roundSeconds };
    const { requests, requestsPerSecond } = await load.flood(order);
    return { perSecond: requestsPerSecond, answers: requests };
  };
  const writes = (url: string, path: string) => async (): ReturnType<Side['round']> => {
    const begun = performance.now();
    for (let i = 0; i < creates; i += 1) {
      const values = { name: `Kite ${i}`, price: i, tone: 'tone3' };
      await write({ url, token: large.token }, 'POST', [path, { values, publish: true }]);
    }
    return { perSecond: creates / ((performance.now() - begun) / 1_000), answers: creates };
  };
  const pids = (pid: number) => ({ server: pid, mongod: mongod.pid });
  const byHand = (path: string) => ({
    name: 'by hand',
    pids: pids(naive.pid),
    round: reads(naive.url, '', path),
  });
  const ofCold = (path: string) => ({
    name: 'galley',
    pids: pids(cold.pid),
    round: reads(cold.url, large.token, path),
  });
  return [
    {
      name: 'kept list',
      ours: { name: 'galley', pids: pids(galley.pid), round: reads(galley.url, large.token, list) },
      floor: { name: 'bare koa', pids: pids(bare.pid), round: reads(bare.url, '', list) },
    },
    { name: 'list', ours: ofCold(list), floor: byHand('/') },
    { name: 'filter', ours: ofCold(`${list}?${filter}`), floor: byHand('/?tone=tone3') },
    { name: 'one', ours: ofCold(`${list}/${one}`), floor: byHand(`/?id=${one}`) },
    {
      name: 'create',
      ours: {
        name: 'galley',
        pids: pids(galley.pid),
        round: writes(galley.url, '/v1/content/kite/entries'),
      },
      floor: { name: 'by hand', pids: pids(naive.pid), round: writes(naive.url, '/') },
    },
  ];
}

interface Round {
  perSecond: number;
  /** Processor time per response, in milliseconds. */
  serverMs: number;
  mongodMs: number;
}

async function measured({ pids, round }: Side): Promise<Round> {
  const { result, seconds } = await sharesDuring(pids, round);
  const ms = (name: string) => ((seconds[name] ?? NaN) * 1_000) / result.answers;
  return { perSecond: result.perSecond, serverMs: ms('server'), mongodMs: ms('mongod') };
}

const stage = await setStage(sizes, console.log);
try {
  const rows: Record<string, object> = {};
  for (const { name, ours, floor } of pairsOf(stage)) {
    for (const side of [ours, floor]) await side.round(); // warm-up
    const [own, other]: [Round[], Round[]] = [[], []];
    for (let i = 0; i < sizes.rounds; i += 1) {
      own.push(await measured(ours));
      other.push(await measured(floor));
    }
    const middle = (rounds: Round[], key: keyof Round) =>
      Number(median(rounds.map((each) => each[key])).toPrecision(3));
    const times = median(own.map(({ perSecond }, i) => (other[i]?.perSecond ?? NaN) / perSecond));
    rows[`${name} (floor: ${floor.name})`] = {
      'times the floor': Number(times.toPrecision(3)),
      'galley, ms of processor': middle(own, 'serverMs'),
      'and of the database': middle(own, 'mongodMs'),
      'floor, ms of processor': middle(other, 'serverMs'),
      'and its database': middle(other, 'mongodMs'),
    };
  }
  console.table(rows);
} finally {
  await stage.end();
}
