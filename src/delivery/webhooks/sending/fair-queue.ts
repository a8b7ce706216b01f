import type { QueueKey } from '../../queue/schema.ts';

/**
 * A round-robin queue of endpoints: groups take turns, then the endpoints in each group. However much one group sends,
 * and to however many endpoints, it doesn't delay the others. By default, a group is a project.
 */
export class FairQueue {
  readonly #groupOf: (queue: QueueKey) => string;
  /** Groups in turn order, each with its endpoints in turn order. */
  readonly #groups = new Map<string, Map<string, QueueKey>>();

  constructor(groupOf: (queue: QueueKey) => string = ({ project_id }) => project_id) {
    this.#groupOf = groupOf;
  }

  /** Appends an endpoint to its group, and the group to the queue if it had no endpoints. */
  add(queue: QueueKey): void {
    const group = this.#groupOf(queue);
    const endpoints = this.#groups.get(group) ?? new Map<string, QueueKey>();
    this.#groups.set(group, endpoints.set(queue.endpoint_id, queue));
  }

  /**
   * Removes and yields the next endpoints, one per group and turn.
   * @param canStart - groups and endpoints for which this returns false stay in the queue
   */
  *turns(canStart: {
    group: (name: string) => boolean;
    endpoint: (id: string) => boolean;
  }): Generator<QueueKey> {
    for (const [group, endpoints] of this.#groups) {
      const next = canStart.group(group)
        ? [...endpoints.values()].find((queue) => canStart.endpoint(queue.endpoint_id))
        : undefined;
      if (next === undefined) continue;
      endpoints.delete(next.endpoint_id);
      this.#groups.delete(group);
      if (endpoints.size > 0) this.#groups.set(group, endpoints); // appended, so this loop visits it again after the others
      yield next;
    }
  }
}
