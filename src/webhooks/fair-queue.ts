import type { QueueKey } from '../deliveries/schema.ts';

/**
 * Who waits for a turn. Turns go by project first, then by the endpoints of a project, each going to the end of its
 * line; so what one project has to send, however much and to however many endpoints, delays no other project.
 */
export class FairQueue {
  /** Projects in the order of their turns, each with its endpoints in the order of theirs. */
  readonly #projects = new Map<string, Map<string, QueueKey>>();

  /** Puts an endpoint at the end of its project's line, and the project at the end of all when it had none waiting. */
  add(queue: QueueKey): void {
    const line = this.#projects.get(queue.project_id) ?? new Map<string, QueueKey>();
    this.#projects.set(queue.project_id, line.set(queue.endpoint_id, queue));
  }

  /**
   * Takes out those whose turn it is, one of each project in turn.
   * @param mayGo - asked of a project and of its endpoints until one may go; who may not stays in line.
   */
  *turns(mayGo: {
    project: (id: string) => boolean;
    endpoint: (id: string) => boolean;
  }): Generator<QueueKey> {
    for (const [projectId, line] of this.#projects) {
      const next = mayGo.project(projectId)
        ? [...line.values()].find((queue) => mayGo.endpoint(queue.endpoint_id))
        : undefined;
      if (next === undefined) continue;
      line.delete(next.endpoint_id);
      this.#projects.delete(projectId);
      if (line.size > 0) this.#projects.set(projectId, line); // this very loop comes to it again, after the others
      yield next;
    }
  }
}
