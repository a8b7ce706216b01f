import { Agent, get } from 'node:http';
import autocannon from 'autocannon';
import type { FloodResult, Order } from './orders.ts';

// Runs the orders of the benchmark; see `orders.ts` for orders and results.
process.on('message', (order: Order) => {
  const done = order.kind === 'flood' ? flood(order) : oneByOne(order);
  void done.then((result) => process.send?.(result));
});

async function flood(order: Extract<Order, { kind: 'flood' }>): Promise<FloodResult> {
  const { url, token, paths, connections, seconds, amount, rate } = order;
  const headers = { ...order.headers, authorization: `Bearer ${token}` };
  let clients = 0;
  const result = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    timeout: 60, // a slow machine shows in the figures, not as timeouts
    headers,
    ...(rate === undefined ? {} : { overallRate: rate }),
    setupClient(client) {
      const first = Math.floor((clients++ * paths.length) / connections);
      const own = paths.slice(first, first + Math.ceil(paths.length / connections));
      client.setRequests(own.map((path) => ({ method: 'GET', path, headers })));
    },
  });
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.total / result.duration,
    latencyP99Ms: result.latency.p99,
    failures: result.errors + result.timeouts + result.non2xx,
    statuses: { ...result.statusCodeStats, errors: result.errors, timeouts: result.timeouts },
  };
}

async function oneByOne(order: Extract<Order, { kind: 'one by one' }>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let fault: string | null = null;
  for (const path of order.paths) {
    const startedAt = performance.now();
    const { status, text } = await ask(`${order.url}${path}`, order.token, agent);
    times.push(performance.now() - startedAt);
    if (status !== 200) fault ??= `${path}: ${status} ${text}`;
  }
  agent.destroy();
  return { times, fault };
}

function ask(url: string, token: string, agent: Agent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    }).on('error', reject);
  });
}
