import type { Server } from 'node:http';
import type { Middleware } from 'koa';

/**
 * The state of a process, for load balancers in `/readyz`. A process accepts requests from the time its port listens
 * until it is told to stop, and still responds while it drains.
 */
export class Lifecycle {
  #server: Server | null = null;
  #isDraining = false;

  /** Sets the server whose port decides whether the process serves. */
  follow(server: Server): void {
    this.#server = server;
  }

  /** The state that load balancers see. */
  get state(): 'starting' | 'serving' | 'stopping' {
    if (this.#isDraining) return 'stopping';
    return this.#server?.listening === true ? 'serving' : 'starting';
  }

  /** From now on each response closes its connection, also responses that are being built. */
  beginDraining(): void {
    this.#isDraining = true;
  }

  /** Tells clients with persistent connections that this one is closing. */
  get notice(): Middleware {
    return async (ctx, next) => {
      try {
        await next();
      } finally {
        if (this.#isDraining && !ctx.headerSent) ctx.set('Connection', 'close');
      }
    };
  }
}
