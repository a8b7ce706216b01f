import type { QueueKey } from '../../queue/schema.ts';

/**
 * Who waits for a turn. Turns go by lane first, then by the endpoints of a lane, each going to the end of its line; so
 * what one lane has to send, however much and to however many endpoints, delays no other. A project is a lane.
 */
export class FairQueue {
  readonly #laneOf: (queue: QueueKey) => string;
  /** Lanes in the order of their turns, each with its endpoints in the order of theirs. */
  readonly #lanes = new Map<string, Map<string, QueueKey>>();

  constructor(laneOf: (queue: QueueKey) => string = ({ project_id }) => project_id) {
    this.#laneOf = laneOf;
  }

  /** Puts an endpoint at the end of its lane, and the lane at the end of all when it had none waiting. */
  add(queue: QueueKey): void {
    const lane = this.#laneOf(queue);
    const line = this.#lanes.get(lane) ?? new Map<string, QueueKey>();
    this.#lanes.set(lane, line.set(queue.endpoint_id, queue));
  }

  /**
   * Takes out those whose turn it is, one of each lane in turn.
   * @param mayGo - asked of a lane and of its endpoints until one may go; who may not stays in line.
   */
  *turns(mayGo: { lane: (name: string) => boolean; endpoint: (id: string) => boolean }): Generator<QueueKey> {
    for (const [lane, line] of this.#lanes) {
      const next = mayGo.lane(lane)
        ? [...line.values()].find((queue) => mayGo.endpoint(queue.endpoint_id))
        : undefined;
      if (next === undefined) continue;
      line.delete(next.endpoint_id);
      this.#lanes.delete(lane);
      if (line.size > 0) this.#lanes.set(lane, line); // this very loop comes to it again, after the others
      yield next;
    }
  }
}
