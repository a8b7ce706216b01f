import { memoryMb } from './processes/meter.ts';
import { median } from './results.ts';
import { readSizes } from './sizes.ts';
import { setStage } from './stage.ts';

// Sends 200 requests per second, one in ten uncached, and checks memory: `npm run bench:soak -- 10` for ten minutes.
// Memory in the last third of the time must not exceed memory in the second third.
const minutes = Number(process.argv[2] ?? 10);
const requestsPerSecond = 200;
const connections = 20;
const lookEveryMs = 2_000;

const stage = await setStage({ ...readSizes(['--quick']), small: 1_000, large: 1_500 }, console.log);
try {
  const { galley, large, kites, cursorAt, load } = stage;
  const list = '/v1/content/kite';
  const paths = kites.flatMap((place) => [
    `${list}?cursor=${cursorAt(place)}`,
    ...Array<string>(9).fill(list),
  ]);
  const seen: number[] = [];
  const look = () => void memoryMb(galley.pid).then((mb) => seen.push(mb));
  const timer = setInterval(look, lookEveryMs);
  const asked = { url: galley.url, token: large.token, paths, connections };
  const result = await load.flood({ ...asked, seconds: minutes * 60, rate: requestsPerSecond });
  clearInterval(timer);
  const third = Math.floor(seen.length / 3);
  const [begun, middle, end] = [0, 1, 2].map((i) =>
    Math.round(median(seen.slice(i * third, (i + 1) * third))),
  );
  console.table({
    minutes,
    requests: result.requests,
    'latency p99, ms': result.latencyP99Ms,
    'memory in the first third, MB': begun,
    'memory in the second third, MB': middle,
    'memory in the last third, MB': end,
  });
} finally {
  await stage.end();
}
