import type { Server, ServerResponse } from 'node:http';

/**
 * Where a process stands between its start and its end. A balancer reads it in `/readyz`: a process takes requests from
 * the moment that its port listens to the order to stop, and goes on answering them while it drains.
 */
export class Lifecycle {
  #server: Server | null = null;
  #isDraining = false;
  readonly #unsent = new Set<ServerResponse>();

  /** The server whose port decides whether the process serves. */
  follow(server: Server): void {
    this.#server = server;
  }

  /** Whether a balancer may send requests here. */
  get state(): 'starting' | 'serving' | 'stopping' {
    if (this.#isDraining) return 'stopping';
    return this.#server?.listening === true ? 'serving' : 'starting';
  }

  /** From now on each answer ends its connection, those that are being made included. */
  beginDraining(): void {
    this.#isDraining = true;
    for (const response of this.#unsent) closeAfter(response);
  }

  /** Called with each request before anything is answered. */
  watch(response: ServerResponse): void {
    if (this.#isDraining) return closeAfter(response);
    this.#unsent.add(response);
    response.once('close', () => this.#unsent.delete(response));
  }
}

/** Clients that keep connections learn in time that this one is not to be used again. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
