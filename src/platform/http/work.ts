import type { Holding } from '../answers-in-flight.ts';
import type { ProjectCall } from '../call.ts';
import { Answer } from './answer.ts';
import { compile } from './compile.ts';
import type { Admitted, CallDetails, Gate } from './gate.ts';
import type { RequestInput } from './input.ts';
import type { Frame, MadeAnswer } from './kept-answers.ts';
import { makeReady } from './ready-answer.ts';
import type { Route } from './route.ts';
import type { EndpointDeps } from './server-deps.ts';

export type Worker = (admitted: Admitted, details: CallDetails, request: RequestInput) => Promise<MadeAnswer>;

/** Makes what does a route's work and turns its result into bytes. */
export function worker(route: Route, { gate, checkAnswers, outgoing }: EndpointDeps): Worker {
  const outputCheck = checkAnswers && route.output !== null ? compile(route.output, 'json') : null;

  const work = async (
    admitted: Admitted,
    details: CallDetails,
    { input, releaseId, dryRun }: RequestInput,
    holding: Holding,
  ): Promise<MadeAnswer> => {
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
    const untilMs = isKeepable(route)
      ? await trueUntil(gate, admitted, details, answer)
      : (answer.also.validUntil?.getTime() ?? Infinity);
    const frame = route.method === 'POST' ? { frame: frameOf(route, answer.body) } : {};
    const { answerBytesMax: bytesMax } = outgoing.bounds;
    return { answer: await makeReady(route, answer, { dryRun, bytesMax, holding }), untilMs, ...frame };
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
function frameOf({ large }: Route, body: unknown): Frame {
  const whole = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (large !== undefined) return { body: { ...whole, [large.key]: null }, large: large.key };
  const { id, slug, revision } = whole;
  return { body: { id, slug, revision }, large: null };
}

/** The call that the route's work is given: on the project, or on the release that was asked for. */
export async function openCall(
  { scope }: Route,
  gate: Gate,
  project: ProjectCall,
  releaseId: string | undefined,
): Promise<ProjectCall> {
  return scope === 'release' ? gate.openRelease(project, releaseId) : project;
}

/** Of what only secret keys may ask some shows drafts, which change without a new revision. */
export function isKeepable({ method, key, volatile = false }: Route): boolean {
  return method === 'GET' && key === 'any' && !volatile;
}

/** Whether all that the route reads must be of one moment (specification: read-forms). */
function seesOneState({ method, volatile = false, oneState = !volatile }: Route): boolean {
  return method === 'GET' && oneState;
}

/** Until when a copy of the answer may be given, in milliseconds of the epoch: its own end, or the project's next date. */
async function trueUntil(
  gate: Gate,
  { project }: Admitted,
  { now }: CallDetails,
  { also }: Answer<unknown>,
): Promise<number> {
  const dates = [also.validUntil ?? null, await gate.nextDate(project, now)];
  return Math.min(...dates.map((date) => date?.getTime() ?? Infinity));
}
