import { fileURLToPath } from 'node:url';
import { median } from '../results.ts';
import { write } from '../seed/api.ts';
import { newSite } from '../seed/site.ts';
import type { Stage } from '../stage.ts';

const withoutReservations = fileURLToPath(new URL('../processes/without-reservations.mjs', import.meta.url));
const entries = '/v1/content/note/entries';
const story = '/v1/schema/content-types/story';
const fields = [{ key: 'title', type: 'string' }];
/** Creates per service in one round, alternating, so that both run under equal load. */
const createsOfRound = 20;
/** Clients that write through another process while a type changes. */
const clients = 3;

interface Target {
  url: string;
  token: string;
}

/**
 * Measures what reservations cost a write without contention, and how long a type change takes while three clients
 * create entries through another process. A rejected change fails the run.
 */
export async function measureContention(stage: Stage) {
  const creates = await costOfCreates(stage);
  const changes = await msOfChanges(stage);
  return {
    ratios: {
      create_with_reservations_vs_without: creates.ratio,
      type_change_beside_writers_max_ms: Math.max(...changes.beside),
    },
    medians: {
      'create that reads reservations, ms': median(creates.reading),
      'create that does not, ms': median(creates.plain),
      'change of a type alone, ms': median(changes.alone),
      'change of a type beside writers, ms': median(changes.beside),
    },
  };
}

/** Each service has its own project, so that neither sees writes of another process. */
async function costOfCreates(stage: Stage) {
  const { galley, sizes } = stage;
  const without = await stage.start({}, { nodeOptions: ['--import', withoutReservations] });
  try {
    const targets = {
      reading: await newProject(stage, galley.url),
      plain: await newProject(stage, without.url),
    };
    const rates = { reading: [] as number[], plain: [] as number[] };
    for (let round = 0; round <= sizes.writeRounds; round += 1) {
      for (let i = 0; i < createsOfRound; i += 1)
        for (const name of i % 2 === 0 ? (['reading', 'plain'] as const) : (['plain', 'reading'] as const)) {
          const tookMs = await create(targets[name]);
          if (round > 0) rates[name].push(tookMs); // the first round is a warm-up
        }
    }
    return { ...rates, ratio: median(rates.reading) / median(rates.plain) };
  } finally {
    await without.stop();
  }
}

async function msOfChanges(stage: Stage): Promise<{ alone: number[]; beside: number[] }> {
  const { galley, sizes } = stage;
  const target = await newProject(stage, galley.url);
  const change = async (i: number) => {
    const extra = i % 2 === 0 ? [] : [{ key: 'extra', type: 'string' }];
    return msOf(() => write(target, 'PUT', [story, { fields: [...fields, ...extra] }]));
  };
  const changes = async () => {
    const times: number[] = [];
    for (let i = 0; i < sizes.writeRounds; i += 1) times.push(await change(i));
    return times;
  };
  const second = await stage.start({});
  try {
    const alone = await changes();
    let isRunning = true;
    const writers = Array.from({ length: clients }, async () => {
      while (isRunning) await create({ ...target, url: second.url });
    });
    const beside = await changes().finally(() => (isRunning = false));
    await Promise.all(writers);
    return { alone, beside };
  } finally {
    await second.stop();
  }
}

async function newProject({ app }: Stage, url: string): Promise<Target> {
  const { token } = await newSite(app, 0);
  await write({ url, token }, 'PUT', ['/v1/schema/content-types/note', { fields }]);
  return { url, token };
}

function create(target: Target): Promise<number> {
  return msOf(() => write(target, 'POST', [entries, { values: { title: 'A' } }]));
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begunAt = performance.now();
  await work();
  return performance.now() - begunAt;
}
