import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { type Delays, type Memory, type Order, watchedHeader } from './orders.ts';

// A real process of the service that also tells its parent how it is: started by `startWatched`, with --expose-gc.

const loop = monitorEventLoopDelay({ resolution: 5 });
const handled = createHistogram();
loop.enable();

/** Times each marked request from when its head was read until its answer was handed over. */
subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  if (request.headers[watchedHeader] === undefined) return;
  const begun = process.hrtime.bigint();
  response.once('finish', () => handled.record(process.hrtime.bigint() - begun));
});

function look(): Memory {
  // The second round takes what finalizers of the first let go.
  for (let round = 0; round < 2; round += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return { usedBytes: heapUsed + external };
}

function tell(): Delays {
  const ms = (nanoseconds: number) => Math.round(nanoseconds / 1e4) / 100;
  return {
    requests: handled.count,
    loopP99Ms: ms(loop.percentile(99)),
    loopMaxMs: ms(loop.max),
    handlerP99Ms: ms(handled.percentile(99)),
  };
}

process.on('message', (order: Order) => {
  if (order === 'reset') {
    loop.reset();
    handled.reset();
  }
  process.send?.(order === 'look' ? look() : tell());
});

await import(String(process.argv[2])); // the file of the service
