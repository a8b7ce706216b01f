import { type Installation, medianOf, msOf, openInstallation, report } from './installation.ts';

// Measures how long a clone takes, how it slows reads and writes of its source, and how much memory the service uses
// for it: `npm run bench:clone`

const quietRequests = 200;
const smallRounds = 3;

interface Cloned {
  seconds: number;
  /** Median latency during the clone divided by the median before and after it. */
  readsRatio: number;
  writesRatio: number;
  memoryMb: number;
}

/** Clones the default release while a reader and a writer each send one request after another. */
async function cloned(installation: Installation, target: string): Promise<Cloned> {
  const read = () => fetched(`${installation.url}/v1/content/page?limit=20`, installation.publishable);
  const write = (i: number) => installation.send('PATCH', target, { values: { price: i } });
  const before = await quiet(read, write);
  const memoryBefore = await installation.memoryMb();
  const during = { reads: [] as number[], writes: [] as number[] };
  let memoryMost = memoryBefore;
  let isRunning = true;
  const alongside = [
    (async () => {
      while (isRunning) during.reads.push(await msOf(read));
    })(),
    (async () => {
      for (let i = 0; isRunning; i += 1) during.writes.push(await msOf(() => write(i)));
    })(),
    (async () => {
      while (isRunning) {
        memoryMost = Math.max(memoryMost, await installation.memoryMb());
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })(),
  ];
  const all = Promise.all(alongside);
  const ms = await msOf(() => Promise.race([whole(installation), all])).finally(() => (isRunning = false));
  await all;
  const after = await quiet(read, write);
  return {
    seconds: ms / 1_000,
    readsRatio: medianOf(during.reads) / medianOf([...before.reads, ...after.reads]),
    writesRatio: medianOf(during.writes) / medianOf([...before.writes, ...after.writes]),
    memoryMb: memoryMost - memoryBefore,
  };
}

/** Measures the reader and writer without a clone. Both run in parallel, because writes slow reads. */
async function quiet(read: () => Promise<unknown>, write: (i: number) => Promise<unknown>) {
  const found = { reads: [] as number[], writes: [] as number[] };
  let isReading = true;
  const readers = (async () => {
    for (let i = 0; i < quietRequests; i += 1) found.reads.push(await msOf(read));
    isReading = false;
  })();
  const writers = (async () => {
    for (let i = 0; isReading; i += 1) found.writes.push(await msOf(() => write(-i)));
  })();
  await Promise.all([readers, writers]);
  return found;
}

interface Release {
  id: string;
  status: string;
}

async function whole({ send }: Installation): Promise<void> {
  let release = await send<Release>('POST', '/v1/releases', { name: 'Copy' });
  while (release.status === 'cloning') {
    await new Promise((resolve) => setTimeout(resolve, 100));
    release = await send<Release>('GET', `/v1/releases/${release.id}`);
  }
  if (release.status !== 'ready') throw new Error(`the clone ${release.status}`);
}

async function fetched(url: string, key: string): Promise<void> {
  await (await fetch(url, { headers: { Authorization: `Bearer ${key}` } })).arrayBuffer();
}

async function withEntries(count: number, rounds: number): Promise<Cloned[]> {
  const installation = await openInstallation();
  try {
    await installation.fill(count);
    const { data } = await installation.send<{ data: { id: string }[] }>('GET', '/v1/content/page?limit=1');
    const found: Cloned[] = [];
    for (let i = 0; i < rounds; i += 1)
      found.push(await cloned(installation, `/v1/content/page/${data[0]?.id ?? ''}`));
    return found;
  } finally {
    await installation.stop();
  }
}

// `--small` skips the large clone.
const small = await withEntries(10_000, smallRounds);
const [large] = process.argv.includes('--small') ? [] : await withEntries(100_000, 1);
const of = (key: keyof Cloned) => medianOf(small.map((one) => one[key]));
report([
  { figure: 'clone of 10,000 entries, seconds', value: of('seconds'), most: 3 },
  { figure: "its readers' median against quiet", value: of('readsRatio'), most: 2 },
  { figure: "its writers' median against quiet", value: of('writesRatio') },
  { figure: 'clone of 100,000 entries, seconds', value: large?.seconds ?? NaN },
  { figure: "its readers' median against quiet", value: large?.readsRatio ?? NaN, most: 2 },
  { figure: "its writers' median against quiet", value: large?.writesRatio ?? NaN },
  { figure: 'memory of the service that it took, in MB', value: large?.memoryMb ?? NaN, most: 128 },
]);
