import type { Context } from 'koa';
import { previewRoot } from '../../../contract/drafts.ts';
import type { CountUsage } from '../../../contract/usage.ts';
import type { AdmittedRequest } from '../pipeline/request-services.ts';
import { eventStreamType } from '../response/event-stream.ts';

/** Requests that a rate limit rejected are not counted, because they cost almost nothing. */
const rateLimited = 429;

/**
 * Counts the response to a request with an API key for its project. Requests of tools for agents are requests to /v1 too,
 * so the message that contains them is not counted again.
 */
export function countProjectUsage(ctx: Context, count: CountUsage): void {
  const { caller, project } = ctx.state as Partial<AdmittedRequest>;
  if (caller?.kind !== 'key' || project === undefined || ctx.status === rateLimited) return;
  if (!ctx.path.startsWith('/v1/') && !ctx.path.startsWith(`${previewRoot}/`)) return;
  count(project.id, 'requests');
  if (ctx.status === 200 && ctx.type === eventStreamType) count(project.id, 'streams');
}
