import { setTimeout as wait } from 'node:timers/promises';
import { memoryMb } from '../processes/meter.ts';
import type { Stage } from '../stage.ts';

const settleMs = 5_000;

/** Memory of a new service without requests. */
export async function measureIdleMemory(stage: Stage): Promise<number> {
  const galley = await stage.start({});
  await wait(settleMs);
  const mb = await memoryMb(galley.pid);
  await galley.stop();
  return mb;
}

const lag = 'galley_event_loop_lag_seconds{percentile="99"}';

/** 99th percentile of event-loop lag under a full load of cached and cold lists, in milliseconds. */
export async function measureEventLoop({
  galley,
  large,
  kites,
  cursorAt,
  load,
  sizes,
}: Stage): Promise<number> {
  const cold = kites.slice(0, 500).map((place) => `/v1/content/kite?cursor=${cursorAt(place)}`);
  return latenessUnder({ galley, load, sizes }, { token: large.token, cold, kept: '/v1/content/kite' });
}

interface Reads {
  token: string;
  cold: readonly string[];
  kept: string;
  /** Default: the connections of the run. */
  connections?: number;
}

/** 99th percentile of event-loop lag while nine of ten requests are for one cached list, in milliseconds. */
export async function latenessUnder(
  { galley, load, sizes }: Pick<Stage, 'galley' | 'load' | 'sizes'>,
  { token, cold, kept, connections = sizes.connections }: Reads,
): Promise<number> {
  const paths = cold.flatMap((path) => [path, ...Array<string>(9).fill(kept)]);
  await galley.metric(lag); // reading the metric resets it
  const { url } = galley;
  const seconds = sizes.roundSeconds * 2;
  await load.flood({ url, token, paths, connections, seconds });
  return (await galley.metric(lag)) * 1_000;
}
