import { Agent, createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup } from '../../support/cleanup.ts';

/** A plain balancer: whoever said `ready` a moment ago gets the next request, and a request is sent once. */
export interface Balancer {
  url: string;
  /** What it answered by itself, since no backend did: 502 or 503 and why. */
  readonly lost: string[];
  /** Whether it sends requests to this backend now. */
  sendsTo(backend: string): boolean;
}

/** How often it asks each backend's /readyz, and how long an answer may take, in milliseconds. */
const probeMs = 1_000;
/** Headers that are about one connection, not about the message. */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade'];

/**
 * Starts a balancer for a test file. It repeats nothing: whatever a stopping process drops is lost to its client.
 * @param keepsConnections - whether connections to the backends are used again
 */
export async function startBalancer(
  backends: readonly string[],
  { keepsConnections }: { keepsConnections: boolean },
): Promise<Balancer> {
  const agent = new Agent({ keepAlive: keepsConnections });
  const ready = new Set<string>();
  const lost: string[] = [];
  let turn = 0;

  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    const backend = nextOf(backends, ready, turn++);
    if (backend === null) return lose(outgoing, lost, 503, 'no backend is ready');
    const { method = 'GET', url = '/' } = incoming;
    const onward = request(backend + url, { agent, method, headers: endToEnd(incoming.headers) });
    const failed = ({ message }: Error) =>
      lose(outgoing, lost, 502, `${backend} ${method} ${url}: ${message}`);
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
      answer.pipe(outgoing);
      answer.once('error', failed);
    });
    onward.once('error', failed);
    incoming.pipe(onward);
    outgoing.once('close', () => onward.destroy());
  });
  const probe = () => Promise.all(backends.map((backend) => ask(backend, ready)));
  const probing = setInterval(() => void probe(), probeMs);
  await probe();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup(() => {
    clearInterval(probing);
    agent.destroy();
    server.close().closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, lost, sendsTo: (backend) => ready.has(backend) };
}

/** The backends take turns, those that are not ready left out. */
function nextOf(backends: readonly string[], ready: ReadonlySet<string>, turn: number): string | null {
  const able = backends.filter((backend) => ready.has(backend));
  return able[turn % able.length] ?? null;
}

/** A refusal counts at once. Silence tells of a busy machine as well, and leaves it as it was, as thresholds do. */
async function ask(backend: string, ready: Set<string>): Promise<void> {
  try {
    const { ok } = await fetch(`${backend}/readyz`, { signal: AbortSignal.timeout(probeMs) });
    if (ok) ready.add(backend);
    else ready.delete(backend);
  } catch (fault) {
    if ((fault as Error).name !== 'TimeoutError') ready.delete(backend);
  }
}

function lose(outgoing: ServerResponse, lost: string[], status: number, why: string): void {
  if (outgoing.destroyed) return; // the client left first
  lost.push(`${status} ${why}`);
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(status).end();
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)));
}
