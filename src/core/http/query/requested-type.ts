import type { RequestState } from '../pipeline/request-state.ts';
import type { Context } from 'koa';
import { ApiError } from '../../../contract/errors/api-error.ts';
import { timeFor } from '../../util/clock.ts';
import type { AdmittedRequest } from '../pipeline/request-services.ts';
import type { EndpointDeps } from '../server/server-deps.ts';
import type { TypeOutline } from './type-outline.ts';

/** Reads the type with this slug in the release of the request; null if the caller can see no such type. */
export async function readRequestedType(
  ctx: Context,
  slug: string,
  { gate, clock, outlineOf }: Pick<EndpointDeps, 'gate' | 'clock' | 'outlineOf'>,
): Promise<TypeOutline | null> {
  const state = ctx.state as RequestState & AdmittedRequest;
  const { requestId, project } = state;
  const details = { requestId, now: timeFor(project, clock), ifMatch: null, dryRun: false };
  const releaseId = new URLSearchParams(ctx.querystring).get('release') ?? undefined;
  return gate
    .readProject(state, details, async (context) =>
      outlineOf(await gate.openRelease(context, releaseId), slug),
    )
    .catch((error: unknown) => {
      if (error instanceof ApiError) return null; // a missing release is reported by its own endpoints
      throw error;
    });
}
