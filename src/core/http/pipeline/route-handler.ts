import type { ChangeModule } from '../../../contract/events/events.ts';
import type { ProjectContext } from '../../context/request-context.ts';
import type { ReadModules } from '../cache/read-modules.ts';
import type { CacheTagCollector } from '../../context/cache-tag-collector.ts';
import { RouteResponse, type ResponseDetails } from '../response/route-response.ts';
import { withAuditCheck } from '../admission/audit-check.ts';
import type { RequestInput } from '../query/input.ts';
import { outputChecker } from '../response/output-check.ts';
import { checkTagsNoted, isNotFound, attachMetadata } from '../cache/cache-metadata.ts';
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

/** Runs a route's work and serializes its result. */
export function routeHandler(route: Route, deps: EndpointDeps): RouteHandler {
  const { gate, checkResponses, responses } = deps;
  const checkOutput = outputChecker(route, checkResponses);
  const isCached = isCacheable(route);

  const work = async (
    admitted: AdmittedRequest,
    details: RequestDetails,
    { input, releaseId, dryRun, locales }: RequestInput,
    reservation: Reservation,
  ): Promise<CacheableResponse> => {
    let dependencies: Dependencies = { reads: null, tags: undefined };
    const run = async (project: ProjectContext) => {
      dependencies = { reads: project.db.reads, tags: project.cacheTags }; // those of the last attempt
      const opened = await openContext(route, gate, project, releaseId);
      const context = checkResponses ? withAuditCheck(opened, route) : opened;
      if (locales === undefined) return route.run(context, input);
      if (route.locales !== 'write')
        return gate.readInLocales(context, locales, (one) => route.run(one, input));
      return route.run({ ...context, writtenLocale: locales.locale ?? '' }, input);
    };
    const reading = seesOneState(route)
      ? gate.readProject(admitted, details, run)
      : run(gate.openProject(admitted, details));
    const result = await (isCached && details.wantsCacheTags === true
      ? reading.catch(async (error: unknown) => {
          if (isNotFound(error)) {
            const { endsAtMs } = await expiryOf(gate, admitted, details, {});
            const tags = tagsOf(deps, dependencies, admitted);
            attachMetadata(error, { tags, version: admitted.project.revision, endsAtMs });
          }
          throw error;
        })
      : reading);
    const response = result instanceof RouteResponse ? result : new RouteResponse(result, {});
    if (!dryRun && response.details.isUnchecked !== true) checkOutput?.(wholeBody(route, response.body));
    const expiry = isCached
      ? await expiryOf(gate, admitted, details, response.details)
      : untilOf(response.details);
    const frame = route.method === 'POST' ? { frame: frameOf(route, response.body) } : {};
    const { maxBytes } = responses.bounds;
    return {
      response: await serializeResponse(route, response, { dryRun, maxBytes, reservation }),
      ...expiry,
      ...(isCached ? { tags: tagsOf(deps, dependencies, admitted) } : {}),
      modules: modulesOf(dependencies.reads),
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

/** What the response of a read depends on. */
interface Dependencies {
  reads: ReadModules | null;
  tags: CacheTagCollector | undefined;
}

/** The cache tags of a read. In tests, a collection that was read without tags is an error. */
function tagsOf(
  { checkResponses }: EndpointDeps,
  { reads, tags }: Dependencies,
  { project }: AdmittedRequest,
): string {
  if (checkResponses && reads !== null && tags !== undefined) checkTagsNoted(reads, tags);
  return tags?.tagsOf(project.id) ?? '';
}

/** When a cached response expires: at its own date or the project's next date. Counts may expire earlier, in this cache only. */
async function expiryOf(
  gate: RequestServices,
  { project }: AdmittedRequest,
  { now }: RequestDetails,
  details: ResponseDetails,
) {
  const date = (await gate.nextDate(project, now))?.getTime() ?? Infinity;
  const endsAtMs = Math.min(untilOf(details).untilMs, date);
  return { endsAtMs, untilMs: Math.min(endsAtMs, details.softUntil?.getTime() ?? Infinity) };
}

function untilOf({ validUntil }: ResponseDetails) {
  return { untilMs: validUntil?.getTime() ?? Infinity };
}

/** The modules that the response depends on; null for all of them. */
function modulesOf(reads: ReadModules | null): readonly ChangeModule[] | null {
  return reads === null ? null : reads.modules;
}

/** The body in the form of its schema; a text can be a list of pieces. */
function wholeBody({ mediaType }: Route, body: unknown): unknown {
  return mediaType !== undefined && Array.isArray(body) ? body.join('') : body;
}

/** The part of a large response that is stored for its idempotency key: everything but its large field, which is null. */
function frameOf({ large }: Route, body: unknown): ResponseFrame {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (large !== undefined) return { body: { ...fields, [large.key]: null }, large: large.key };
  const { id, slug, revision } = fields;
  return { body: { id, slug, revision }, large: null };
}

/** The context for the route's work: of the project, or of the requested release. */
export async function openContext(
  { scope }: Route,
  gate: RequestServices,
  project: ProjectContext,
  releaseId: string | undefined,
): Promise<ProjectContext> {
  if (scope !== 'release') return project;
  if (releaseId !== undefined) project.cacheTags?.release(releaseId);
  return gate.openRelease(project, releaseId);
}

/** Reads that only secret keys may send can contain drafts, which change without a new revision. */
export function isCacheable({ method, key, volatile = false }: Route): boolean {
  return method === 'GET' && key === 'any' && !volatile;
}

/** Whether all reads of the route must see one state of the database (specification: read-forms). */
function seesOneState({ method, volatile = false, oneState = !volatile }: Route): boolean {
  return method === 'GET' && oneState;
}
