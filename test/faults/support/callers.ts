import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanup } from '../../support/cleanup.ts';

/** What a client sends, and what becomes of the answer. */
export interface Turn {
  sent: { method: 'GET' | 'POST'; path: string; token: string; body?: unknown };
  /** The status that it is owed. */
  owed: number;
  onAnswer?: (body: string) => void;
}

/** Clients that send one request after the other and repeat none. */
export interface Callers {
  /** Requests that got what they were owed. */
  readonly answered: number;
  /** Those that got anything else: a reset, a refusal. */
  readonly lost: readonly string[];
  stop(): Promise<void>;
}

/** Between two requests of a client, in milliseconds: they are many clients, not a race. */
const pauseMs = 10;

/** Starts clients that ask until they are stopped. @param keepsConnections - whether each uses its connection again */
export function startCallers(
  url: string,
  { keepsConnections, clients }: { keepsConnections: boolean; clients: number },
  next: (client: number) => Turn,
): Callers {
  const lost: string[] = [];
  let answered = 0;
  let isStopping = false;

  const work = async (client: number) => {
    const agent = new Agent({ keepAlive: keepsConnections, maxSockets: 1 });
    while (!isStopping) {
      const { sent, owed, onAnswer } = next(client);
      const got = await send(url, sent, agent).catch((fault: Error) => ({ status: 0, body: fault.message }));
      if (got.status === owed) {
        answered += 1;
        onAnswer?.(got.body);
      } else lost.push(`${sent.method} ${sent.path}: ${got.status} ${got.body}`);
      await pause(pauseMs);
    }
    agent.destroy();
  };
  const working = Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  const stop = async () => {
    isStopping = true;
    await working;
  };
  cleanup(stop);
  return {
    get answered() {
      return answered;
    },
    lost,
    stop,
  };
}

async function send(
  url: string,
  { method, path, token, body }: Turn['sent'],
  agent: Agent,
): Promise<{ status: number; body: string }> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const asking = request(url + path, { method, agent, headers });
  asking.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += String(part);
  return { status: answer.statusCode ?? 0, body: text };
}
