import type { ChangeModule } from '../../../contract/events/events.ts';
import type { ProjectContext } from '../../context/request-context.ts';
import type { ReadModules } from '../cache/read-modules.ts';
import type { CacheTagCollector } from '../../context/cache-tag-collector.ts';
import { RouteResponse, type ResponseDetails } from '../response/route-response.ts';
import { auditChecked } from '../admission/audit-check.ts';
import type { RequestInput } from '../query/input.ts';
import { outputChecker } from '../response/output-check.ts';
import { checkNoted, isMissing, noteReading } from '../cache/reading.ts';
import type { AdmittedRequest, RequestDetails, RequestServices } from './request-services.ts';
import type { ResponseFrame, CacheableResponse } from '../cache/response-cache.ts';
import type { Route } from './route.ts';
import type { Reservation } from '../response/response-memory.ts';
import { serializeResponse } from '../response/serialized-response.ts';
import type { EndpointDeps } from '../server/server-deps.ts';

export type RouteHandler = (
  admitted: AdmittedRequest,
  details: RequestDetails,
  request: RequestInput,
) => Promise<CacheableResponse>;

/** Makes what does a route's work and turns its result into bytes. */
export function routeHandler(route: Route, deps: EndpointDeps): RouteHandler {
  const { gate, checkAnswers, responses } = deps;
  const checkOutput = outputChecker(route, checkAnswers);

  const isKept = isCacheable(route);

  const work = async (
    admitted: AdmittedRequest,
    details: RequestDetails,
    { input, releaseId, dryRun }: RequestInput,
    reservation: Reservation,
  ): Promise<CacheableResponse> => {
    let looked: Looked = { reads: null, seen: undefined };
    const run = async (project: ProjectContext) => {
      looked = { reads: project.db.reads, seen: project.cacheTags }; // of the attempt that comes to an end
      const context = await openCall(route, gate, project, releaseId);
      return route.run(checkAnswers ? auditChecked(context, route) : context, input);
    };
    const reading = seesOneState(route)
      ? gate.readProject(admitted, details, run)
      : run(gate.openProject(admitted, details));
    const result = await (isKept && details.tellsTags === true
      ? reading.catch(async (fault: unknown) => {
          if (isMissing(fault)) {
            const { endsAtMs } = await endsOf(gate, admitted, details, {});
            const tags = tagsOf(deps, looked, admitted);
            noteReading(fault, { tags, version: admitted.project.revision, endsAtMs });
          }
          throw fault;
        })
      : reading);
    const answer = result instanceof RouteResponse ? result : new RouteResponse(result, {});
    if (!dryRun) checkOutput?.(whole(route, answer.body));
    const ends = isKept ? await endsOf(gate, admitted, details, answer.also) : untilOf(answer.also);
    const frame = route.method === 'POST' ? { frame: frameOf(route, answer.body) } : {};
    const { maxBytes } = responses.bounds;
    return {
      answer: await serializeResponse(route, answer, { dryRun, maxBytes, reservation }),
      ...ends,
      ...(isKept ? { tags: tagsOf(deps, looked, admitted) } : {}),
      modules: modulesOf(looked.reads),
      ...frame,
    };
  };

  return async (admitted, details, request) => {
    const reservation = responses.openReservation(route.method === 'GET');
    try {
      return await work(admitted, { ...details, reserveMemory: reservation.reserve }, request, reservation);
    } finally {
      reservation.release();
    }
  };
}

/** What one read looked at. */
interface Looked {
  reads: ReadModules | null;
  seen: CacheTagCollector | undefined;
}

/** The tags of what was looked at; in tests a collection whose tags were forgotten is a fault. */
function tagsOf(
  { checkAnswers }: EndpointDeps,
  { reads, seen }: Looked,
  { project }: AdmittedRequest,
): string {
  if (checkAnswers && reads !== null && seen !== undefined) checkNoted(reads, seen);
  return seen?.tagsOf(project.id) ?? '';
}

/** When an answer that is kept ends: by itself, or at the project's next date; figures may end it here alone. */
async function endsOf(
  gate: RequestServices,
  { project }: AdmittedRequest,
  { now }: RequestDetails,
  also: ResponseDetails,
) {
  const date = (await gate.nextDate(project, now))?.getTime() ?? Infinity;
  const endsAtMs = Math.min(untilOf(also).untilMs, date);
  return { endsAtMs, untilMs: Math.min(endsAtMs, also.softUntil?.getTime() ?? Infinity) };
}

function untilOf({ validUntil }: ResponseDetails) {
  return { untilMs: validUntil?.getTime() ?? Infinity };
}

/** What an answer stands on; a read that noted nothing may stand on everything. */
function modulesOf(reads: ReadModules | null): readonly ChangeModule[] | null {
  return reads === null ? null : reads.found;
}

/** The body in the form of its schema: text may come in pieces. */
function whole({ mediaType }: Route, body: unknown): unknown {
  return mediaType !== undefined && Array.isArray(body) ? body.join('') : body;
}

/** What is kept of an answer that is too large to be kept whole: all but its large part, whose place stays. */
function frameOf({ large }: Route, body: unknown): ResponseFrame {
  const whole = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (large !== undefined) return { body: { ...whole, [large.key]: null }, large: large.key };
  const { id, slug, revision } = whole;
  return { body: { id, slug, revision }, large: null };
}

/** The call that the route's work is given: on the project, or on the release that was asked for. */
export async function openCall(
  { scope }: Route,
  gate: RequestServices,
  project: ProjectContext,
  releaseId: string | undefined,
): Promise<ProjectContext> {
  if (scope !== 'release') return project;
  if (releaseId !== undefined) project.cacheTags?.release(releaseId);
  return gate.openRelease(project, releaseId);
}

/** Some reads for secret keys alone show drafts, which change without a new revision. */
export function isCacheable({ method, key, volatile = false }: Route): boolean {
  return method === 'GET' && key === 'any' && !volatile;
}

/** Whether all that the route reads must be of one moment (specification: read-forms). */
function seesOneState({ method, volatile = false, oneState = !volatile }: Route): boolean {
  return method === 'GET' && oneState;
}
