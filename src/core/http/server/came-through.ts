import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { RequestDetails } from '../pipeline/request-services.ts';
import type { Person } from '../dashboard/dashboard-route.ts';

/** Requests that tools for agents sent through the service's own application. */
const ofAgents = new WeakSet<IncomingMessage>();

/** Notes that a request is an agent's; said inside the process, since a header anybody could send. */
export function markAgent(request: IncomingMessage): void {
  ofAgents.add(request);
}

/** By which session a request came, and whether an agent sent it. */
export function requestSource(ctx: Context): Pick<RequestDetails, 'session' | 'via'> {
  const { person } = ctx.state as { person?: Person | null };
  return {
    ...(person == null ? {} : { session: person.sessionId }),
    ...(ofAgents.has(ctx.req) ? { via: 'mcp' } : {}),
  };
}
