import type { Server } from 'node:http';
import type { Middleware } from 'koa';

/**
 * Where a process stands between its start and its end. A balancer reads it in `/readyz`: a process takes requests from
 * the moment that its port listens to the order to stop, and goes on answering them while it drains.
 */
export class Lifecycle {
  #server: Server | null = null;
  #isDraining = false;

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
  }

  /** Tells clients that keep connections in time that this one is not to be used again. */
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
