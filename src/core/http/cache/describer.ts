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

type Respond<A> = (state: AdmittedRequest, details: RequestDetails, request: RequestInput) => Promise<A>;

/**
 * Creates the responder of a route that describes the project. Both kinds of keys share one text. Each request reads
 * the version of the cached text, so the text matches the revision that the request has read.
 */
export function descriptionResponder(
  route: Route,
  deps: EndpointDeps,
  handle: RouteHandler,
): Respond<ServedResponse> {
  const respond = bytesResponder(route, deps, handle);
  return async (state, details, request) => {
    const response = await respond(state, details, request);
    const collector = new CacheTagCollector();
    collector.note(groups.types);
    if (request.releaseId !== undefined) collector.release(request.releaseId);
    const { id, revision: version } = state.project;
    // The live part for secret keys changes with every draft, so no copy of the response stays valid.
    const endsAtMs = hasLivePart(route, state) ? details.now.getTime() : Infinity;
    return { response, metadata: { tags: collector.tagsOf(id), version, endsAtMs } };
  };
}

function hasLivePart({ live }: Route, { caller }: AdmittedRequest): boolean {
  return live !== undefined && caller.purpose === 'secret';
}

function bytesResponder(route: Route, deps: EndpointDeps, handle: RouteHandler): Respond<SerializedResponse> {
  const describe: Respond<SerializedResponse> = (state, details, request) => {
    const { id, defaultReleaseId, definitionsVersion } = state.project;
    const key = `${id} ${defaultReleaseId} ${grantKey(state)}${route.path} ${request.canonicalText}`;
    const build = async () => (await handle(state, details, request)).response;
    return deps.descriptions.serve(key, definitionsVersion, build);
  };
  const { live } = route;
  if (live === undefined) return describe;

  const respondWhole: Respond<SerializedResponse> = async (state, details, request) => {
    const description = await describe(state, details, request);
    const livePart = await deps.gate.readProject(state, details, async (project) =>
      live.read(await openContext(route, deps.gate, project, request.releaseId)),
    );
    const reservation = deps.responses.openReservation(true);
    try {
      if ((description.bytes?.length ?? 0) > smallBytes) await reservation.reserve();
      return await withLivePart(description, live, livePart);
    } finally {
      reservation.release();
    }
  };
  return async (state, details, request) => {
    const { project, caller } = state;
    if (!hasLivePart(route, state)) return describe(state, details, request);
    const key = cacheKey(project.id, caller, `${grantKey(state)}${route.path}`, request.canonicalText);
    const served = await deps.responseCache.serve(
      key,
      { revision: project.writeSeq, now: details.now },
      async () => ({
        response: await respondWhole(state, details, request),
        untilMs: Infinity,
      }),
    );
    return served.response;
  };
}

/** Both kinds of keys share the text for one grant. Members see no scopes, and share a text of their own. */
function grantKey({ caller: { kind, grant } }: AdmittedRequest): string {
  return grant === null ? '' : `${kind} ${grantText(grant)} `;
}

/**
 * Inserts the live part into a description. Quotes inside of JSON strings are escaped, so a key is found with its
 * quotes.
 */
async function withLivePart(
  description: SerializedResponse,
  { before }: { before: string },
  livePart: object,
): Promise<SerializedResponse> {
  const withoutPart = description.bytes ?? Buffer.alloc(0);
  const at = withoutPart.indexOf(`,"${before}":`);
  const text = Buffer.from(`,${JSON.stringify(livePart).slice(1, -1)}`);
  const bytes = Buffer.concat([withoutPart.subarray(0, at), text, withoutPart.subarray(at)]);
  return { ...description, bytes, etag: await computeEtag(bytes, undefined) };
}
