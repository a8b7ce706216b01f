import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { RequestDetails } from '../pipeline/request-services.ts';
import type { Person } from '../dashboard/dashboard-route.ts';

/** Requests that tools of agents sent through the service's own application. */
const agentRequests = new WeakSet<IncomingMessage>();

/** Marks a request as an agent's. The mark stays inside the process, because anyone could send a header. */
export function markAgent(request: IncomingMessage): void {
  agentRequests.add(request);
}

/** The session of a request, and whether an agent sent it. */
export function requestSource(ctx: Context): Pick<RequestDetails, 'session' | 'via'> {
  const { person } = ctx.state as { person?: Person | null };
  return {
    ...(person == null ? {} : { session: person.sessionId }),
    ...(agentRequests.has(ctx.req) ? { via: 'mcp' } : {}),
  };
}
