import { apiError, type ApiError } from '../../../contract/errors/api-error.ts';
import { readPreviewTime } from '../../../contract/preview.ts';
import type { PreviewAccess } from '../../context/request-context.ts';
import { type Clock, timeFor } from '../../util/clock.ts';
import type { RequestInput } from '../query/input.ts';
import type { Step, StepState } from '../pipeline/request-state.ts';

/**
 * Reads the time and the release that a preview shows, from the request or its token, and returns the time in a header
 * (specification: preview).
 * @throws invalid_parameter
 */
export function previewTime(clock: Clock): Step {
  return (ctx, next) => {
    const state = ctx.state as StepState;
    const { request, preview, project } = state;
    rejectFixedByLink(request, preview);
    const now = timeFor(project, clock);
    const releaseId = request.releaseId ?? preview?.release ?? undefined;
    state.request = { ...request, releaseId };
    const at = request.at === undefined ? fixedTime(preview, now) : requestedTime(request.at, now);
    if (at === null) return next();
    rejectStatus(request);
    state.previewTime = { at, releaseId };
    ctx.set('X-Preview-At', at.toISOString());
    return next();
  };
}

/** Rejects parameters that a share link fixes: it shows what its creator chose. */
function rejectFixedByLink({ at, releaseId }: RequestInput, preview: PreviewAccess | undefined): void {
  if (preview?.kind !== 'link') return;
  const why = 'is fixed by this preview link; remove the parameter';
  if (at !== undefined) throw invalid('at', why);
  if (preview.at !== null && releaseId !== undefined) throw invalid('release', why);
}

/** A fixed time that has passed counts as now, until the token expires. */
function fixedTime(preview: PreviewAccess | undefined, now: Date): Date | null {
  const at = preview?.at ?? null;
  return at === null || at > now ? at : now;
}

function requestedTime(text: string, now: Date): Date {
  const at = readPreviewTime(text, now);
  if (typeof at === 'string') throw invalid('at', at);
  return at;
}

/** Readers see published items only, at any time. */
function rejectStatus({ input }: RequestInput): void {
  const { query } = input as { query: { status?: string } }; // as validated
  if (query.status !== undefined)
    throw invalid('status', 'cannot be combined with a time, at which only published items are shown');
}

function invalid(name: string, why: string): ApiError {
  return apiError('invalid_parameter', { name, why }, { param: name });
}
