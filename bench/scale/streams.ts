import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Installation, mediansOf, medianOf, msOf, openInstallation, report } from '../installation.ts';

const count = 5_000;
/** Connections that are opened at once. */
const batch = 50;
const rounds = 20;
const wide = String(count * 2);

/** Compares a process without streams of `/v1/changes` with one that holds 5,000. */
export async function measureStreams(): Promise<void> {
  const installation = await openInstallation({
    HELD_PER_KEY: wide,
    HELD_PER_ADDRESS: wide,
    HELD_PER_PROJECT: wide,
    HELD_PER_PROCESS: wide,
  });
  const streams = new Streams();
  try {
    const { send } = installation;
    await send('PUT', '/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
    await streams.open(installation, 1);
    const before = await figuresOf(installation, streams);
    await streams.open(installation, count - 1);
    const after = await figuresOf(installation, streams);
    report([
      { figure: 'list: one stream, ms', value: before.list },
      { figure: `list: ${count} streams against one`, value: after.list / before.list },
      { figure: 'a create until one stream has it, ms', value: before.arrival },
      { figure: `a create until ${count} streams have it, ms`, value: after.arrival },
      { figure: 'memory of a stream, KB', value: ((after.memory - before.memory) * 1_024) / count },
    ]);
  } finally {
    streams.close();
    await installation.stop();
  }
}

class Streams {
  readonly #agent = new Agent({ maxSockets: Infinity });
  readonly #open: IncomingMessage[] = [];
  #events = 0;

  get size(): number {
    return this.#open.length;
  }

  async open({ url, publishable }: Installation, more: number): Promise<void> {
    const headers = { Authorization: `Bearer ${publishable}`, Accept: 'text/event-stream' };
    const one = () =>
      new Promise<void>((resolve, reject) => {
        get(`${url}/v1/changes`, { agent: this.#agent, headers }, (response) => {
          if (response.statusCode !== 200) reject(new Error(`a stream was answered ${response.statusCode}`));
          response.setEncoding('utf8').on('data', (text: string) => {
            this.#events += text.split('event: content.').length - 1;
          });
          response.on('error', () => undefined); // closed at the end
          this.#open.push(response);
          resolve();
        }).on('error', reject);
      });
    for (let opened = 0; opened < more; opened += batch)
      await Promise.all(Array.from({ length: Math.min(batch, more - opened) }, one));
  }

  /** Waits until every stream has received an event of the change that `work` makes. */
  async got(work: () => Promise<unknown>): Promise<void> {
    const target = this.#events + this.size;
    await work();
    while (this.#events < target) await delay(2);
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function figuresOf({ send, memoryMb }: Installation, streams: Streams) {
  const arrivals: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const create = () =>
      send('POST', '/v1/content/page/entries', { values: { title: `Page ${i}` }, publish: true });
    arrivals.push(await msOf(() => streams.got(create)));
  }
  const ms = await mediansOf(rounds, { list: () => send('GET', '/v1/content/page?limit=20') });
  return { list: ms.list, arrival: medianOf(arrivals), memory: await memoryMb() };
}
