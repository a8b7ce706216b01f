import { Helper } from '../processes/helper.ts';
import type { FloodResult, Order } from './orders.ts';

/** The load generator, in a separate process. */
export class Load {
  readonly #helper = new Helper(new URL('generator.ts', import.meta.url));

  get pid(): number {
    return this.#helper.pid;
  }

  /** Sends requests on many connections as fast as responses arrive. @throws Error if a response isn't 2xx */
  async flood(order: Omit<Extract<Order, { kind: 'flood' }>, 'kind'>): Promise<FloodResult> {
    const result = (await this.#helper.ask({ kind: 'flood', ...order })) as FloodResult;
    if (result.failures > 0) {
      const seen = JSON.stringify(result.statuses);
      throw new Error(`${order.url}${order.paths[0]} failed ${result.failures} times: ${seen}`);
    }
    return result;
  }

  /** Requests one path after another on one connection; returns milliseconds in the order of the paths. */
  async oneByOne({
    url,
    token,
    paths,
  }: Omit<Extract<Order, { kind: 'one by one' }>, 'kind'>): Promise<number[]> {
    const { times, fault } = (await this.#helper.ask({ kind: 'one by one', url, token, paths })) as {
      times: number[];
      fault: string | null;
    };
    if (fault !== null) throw new Error(fault);
    return times;
  }

  stop(): void {
    this.#helper.stop();
  }
}
