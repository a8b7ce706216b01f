import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { inject, vi } from 'vitest';
import type { Variables } from '../../../../src/core/settings/config.ts';
import { fixedPort } from '../../../support/fixed-port.ts';
import { inRepository } from '../../../support/program.ts';
import { testVariables } from '../../../support/service.ts';
import type { Delays, Memory, NeighbourPlan, Order, Seen } from './orders.ts';
import { cleanup } from '../../../support/cleanup.ts';

/** A process that answers orders, one at a time. */
class Watched {
  readonly #child: ChildProcess;

  constructor(file: string, options: { args?: string[]; execArgv?: string[]; env?: Variables }) {
    const { args = [], execArgv = [], env = {} } = options;
    this.#child = fork(inRepository(file), args, {
      execArgv: ['--import', import.meta.resolve('tsx'), ...execArgv],
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    cleanup(async () => {
      const gone = once(this.#child, 'exit');
      if (this.#child.kill('SIGKILL')) await gone;
    });
  }

  /** The exit code, or the signal that ended it; null while it lives. */
  get ended(): number | string | null {
    return this.#child.exitCode ?? this.#child.signalCode;
  }

  async ask(order: Order): Promise<unknown> {
    this.#child.send(order);
    const [answer] = (await once(this.#child, 'message')) as [unknown];
    return answer;
  }

  async said(): Promise<void> {
    await once(this.#child, 'message');
  }
}

/** The service in a process of its own, with a small heap. */
export interface WatchedService {
  url: string;
  ended(): number | string | null;
  memory(): Promise<Memory>;
  reset(): Promise<void>;
  delays(): Promise<Delays>;
}

/** As operators run it: under NODE_ENV=test each answer would also be checked against its schema. */
function untestedVariables(overrides: Variables): Variables {
  const { WORK_TIME_MS: _, ...variables } = testVariables(overrides);
  return { ...variables, NODE_ENV: 'development' };
}

/** Starts the service as a process with a heap of so many megabytes, and waits until it serves. */
export async function startWatched(heapMb: number, overrides: Variables): Promise<WatchedService> {
  const port = await fixedPort();
  const url = `http://127.0.0.1:${port}`;
  const watched = new Watched('test/faults/support/watched/service.ts', {
    args: [inject('serverFile')],
    execArgv: [`--max-old-space-size=${heapMb}`, '--expose-gc'],
    env: untestedVariables({ ...overrides, PORT: String(port), BASE_URL: url }),
  });
  await vi.waitUntil(
    async () => {
      if (watched.ended !== null) throw new Error(`the service ended with ${watched.ended}`);
      return fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    { timeout: 60_000, interval: 100 },
  );
  return {
    url,
    ended: () => watched.ended,
    memory: async () => (await watched.ask('look')) as Memory,
    reset: async () => void (await watched.ask('reset')),
    delays: async () => (await watched.ask('tell')) as Delays,
  };
}

/** A tenant in a process of its own, beside whatever the test does. */
export interface Neighbour {
  reset(): Promise<void>;
  seen(): Promise<Seen>;
}

export async function startNeighbour(plan: NeighbourPlan): Promise<Neighbour> {
  const watched = new Watched('test/faults/support/watched/neighbour.ts', { args: [JSON.stringify(plan)] });
  await watched.said();
  return {
    reset: async () => void (await watched.ask('reset')),
    seen: async () => (await watched.ask('tell')) as Seen,
  };
}
