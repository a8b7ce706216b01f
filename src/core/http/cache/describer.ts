import { grantText } from '../../../contract/access.ts';
import { groups } from '../../../contract/events/cache-tags.ts';
import { CacheTagCollector } from '../../context/cache-tag-collector.ts';
import { computeEtag } from '../response/etag.ts';
import { cacheKey } from './cache-scope.ts';
import type { AdmittedRequest, RequestDetails } from '../pipeline/request-services.ts';
import type { RequestInput } from '../query/input.ts';
import type { ServedResponse } from './response-cache.ts';
import { smallBytes } from '../response/response-space.ts';
import type { SerializedResponse } from '../response/serialized-response.ts';
import type { Route } from '../pipeline/route.ts';
import type { EndpointDeps } from '../server/server-deps.ts';
import { openContext, type RouteHandler } from '../pipeline/route-handler.ts';

type Give<A> = (state: AdmittedRequest, details: RequestDetails, request: RequestInput) => Promise<A>;

/**
 * Makes what gives the answers of a route that describes the project: one text for both kinds of key. Each request has
 * read the version that the text is kept by, so that it is true of the revision that was read with it.
 */
export function describer(route: Route, deps: EndpointDeps, make: RouteHandler): Give<ServedResponse> {
  const give = describerOfBytes(route, deps, make);
  return async (state, details, request) => {
    const answer = await give(state, details, request);
    const seen = new CacheTagCollector();
    seen.note(groups.types);
    if (request.releaseId !== undefined) seen.release(request.releaseId);
    const { id, revision: version } = state.project;
    // What is laid over it for secret keys moves with every draft: no copy of it stays true.
    const endsAtMs = hasLivePart(route, state) ? details.now.getTime() : Infinity;
    return { answer, reading: { tags: seen.tagsOf(id), version, endsAtMs } };
  };
}

function hasLivePart({ live }: Route, { caller }: AdmittedRequest): boolean {
  return live !== undefined && caller.purpose === 'secret';
}

function describerOfBytes(route: Route, deps: EndpointDeps, make: RouteHandler): Give<SerializedResponse> {
  const describe: Give<SerializedResponse> = (state, details, request) => {
    const { id, defaultReleaseId, definitionsVersion } = state.project;
    const key = `${id} ${defaultReleaseId} ${readerOf(state)}${route.path} ${request.canonicalText}`;
    const made = async () => (await make(state, details, request)).answer;
    return deps.descriptions.answer(key, definitionsVersion, made);
  };
  const { live } = route;
  if (live === undefined) return describe;

  const whole: Give<SerializedResponse> = async (state, details, request) => {
    const description = await describe(state, details, request);
    const part = await deps.gate.readProject(state, details, async (project) =>
      live.read(await openContext(route, deps.gate, project, request.releaseId)),
    );
    const reservation = deps.responses.openReservation(true);
    try {
      if ((description.bytes?.length ?? 0) > smallBytes) await reservation.reserve();
      return await withPart(description, live, part);
    } finally {
      reservation.release();
    }
  };
  return async (state, details, request) => {
    const { project, caller } = state;
    if (!hasLivePart(route, state)) return describe(state, details, request);
    const key = cacheKey(project.id, caller, `${readerOf(state)}${route.path}`, request.canonicalText);
    const given = await deps.kept.answer(key, { revision: project.writeSeq, now: details.now }, async () => ({
      answer: await whole(state, details, request),
      untilMs: Infinity,
    }));
    return given.answer;
  };
}

/** Both kinds of key share the text of the same grant; members see no scopes, and share theirs among each other. */
function readerOf({ caller: { kind, grant } }: AdmittedRequest): string {
  return grant === null ? '' : `${kind} ${grantText(grant)} `;
}

/** Lays a part over a description. Inside texts of JSON quotes are escaped, so that a key is found by its quotes. */
async function withPart(
  description: SerializedResponse,
  { key, before }: { key: string; before: string },
  part: unknown,
): Promise<SerializedResponse> {
  const whole = description.bytes ?? Buffer.alloc(0);
  const at = whole.indexOf(`,"${before}":`);
  const text = Buffer.from(`,${JSON.stringify(key)}:${JSON.stringify(part)}`);
  const bytes = Buffer.concat([whole.subarray(0, at), text, whole.subarray(at)]);
  return { ...description, bytes, etag: await computeEtag(bytes, undefined) };
}
