import type { Holding } from '../answers-in-flight.ts';
import type { ProjectCall } from '../call.ts';
import { Answer } from './answer.ts';
import { compile } from './compile.ts';
import type { RequestInput } from './input.ts';
import type { AdmittedRequest, CallDetails, RequestServices } from './request-services.ts';
import type { AnswerFrame, CacheableAnswer } from './response-cache.ts';
import type { Route } from './route.ts';
import { serializeResponse } from './serialized-response.ts';
import type { EndpointDeps } from './server-deps.ts';

export type RouteHandler = (
  admitted: AdmittedRequest,
  details: CallDetails,
  request: RequestInput,
) => Promise<CacheableAnswer>;

/** Makes what does a route's work and turns its result into bytes. */
export function routeHandler(route: Route, { gate, checkAnswers, outgoing }: EndpointDeps): RouteHandler {
  const outputCheck = checkAnswers && route.output !== null ? compile(route.output, 'json') : null;

  const work = async (
    admitted: AdmittedRequest,
    details: CallDetails,
    { input, releaseId, dryRun }: RequestInput,
    holding: Holding,
  ): Promise<CacheableAnswer> => {
    const run = async (project: ProjectCall) =>
      route.run(await openCall(route, gate, project, releaseId), input);
    const result = seesOneState(route)
      ? await gate.readProject(admitted, details, run)
      : await run(gate.openProject(admitted, details));
    const answer = result instanceof Answer ? result : new Answer(result, {});
    if (outputCheck !== null && !dryRun && !outputCheck(whole(route, answer.body))) {
      throw new Error(
        `${route.method} ${route.path} broke its schema: ${JSON.stringify(outputCheck.faults(whole(route, answer.body)).slice(0, 3))}`,
      );
    }
    const untilMs = isCacheable(route)
      ? await validUntilMs(gate, admitted, details, answer)
      : (answer.also.validUntil?.getTime() ?? Infinity);
    const frame = route.method === 'POST' ? { frame: frameOf(route, answer.body) } : {};
    const { answerBytesMax: bytesMax } = outgoing.bounds;
    return {
      answer: await serializeResponse(route, answer, { dryRun, bytesMax, holding }),
      untilMs,
      ...frame,
    };
  };

  return async (admitted, details, request) => {
    const holding = outgoing.holding(route.method === 'GET');
    try {
      return await work(admitted, { ...details, enterLarge: holding.enter }, request, holding);
    } finally {
      holding.release();
    }
  };
}

/** The body as its schema tells of it: text may come in pieces. */
function whole({ mediaType }: Route, body: unknown): unknown {
  return mediaType !== undefined && Array.isArray(body) ? body.join('') : body;
}

/** What is kept of an answer that is too large to be kept whole: all but its large part, whose place stays. */
function frameOf({ large }: Route, body: unknown): AnswerFrame {
  const whole = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (large !== undefined) return { body: { ...whole, [large.key]: null }, large: large.key };
  const { id, slug, revision } = whole;
  return { body: { id, slug, revision }, large: null };
}

/** The call that the route's work is given: on the project, or on the release that was asked for. */
export async function openCall(
  { scope }: Route,
  gate: RequestServices,
  project: ProjectCall,
  releaseId: string | undefined,
): Promise<ProjectCall> {
  return scope === 'release' ? gate.openRelease(project, releaseId) : project;
}

/** Some reads for secret keys alone show drafts, which change without a new revision. */
export function isCacheable({ method, key, volatile = false }: Route): boolean {
  return method === 'GET' && key === 'any' && !volatile;
}

/** Whether all that the route reads must be of one moment (specification: read-forms). */
function seesOneState({ method, volatile = false, oneState = !volatile }: Route): boolean {
  return method === 'GET' && oneState;
}

/** Until when a copy of the answer may be given, in milliseconds of the epoch: its own end, or the project's next date. */
async function validUntilMs(
  gate: RequestServices,
  { project }: AdmittedRequest,
  { now }: CallDetails,
  { also }: Answer<unknown>,
): Promise<number> {
  const dates = [also.validUntil ?? null, await gate.nextDate(project, now)];
  return Math.min(...dates.map((date) => date?.getTime() ?? Infinity));
}
