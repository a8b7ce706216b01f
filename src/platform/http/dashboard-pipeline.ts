import type { Context, Middleware } from 'koa';
import { Problem } from '../../contract/problem.ts';
import { visitorAddress } from '../address.ts';
import type { Holding } from '../answers-in-flight.ts';
import { timeFor } from '../clock.ts';
import { Answer, type AnswerDetails } from './answer.ts';
import { bodyParser, type ParseBody } from './body.ts';
import { spend } from './budget.ts';
import { compile } from './compile.ts';
import type { DashboardDeps, DashboardState } from './dashboard-deps.ts';
import type { AccountCall, DashboardRoute, MemberCall } from './dashboard-route.ts';
import { inputReader } from './input.ts';
import { enterProject, signedInPerson } from './membership.ts';
import { send } from './send.ts';
import { type SerializedResponse, serializeResponse } from './serialized-response.ts';
import { readCookie, setKnownBrowser, setSession } from './session-cookie.ts';

/** The way of one request through one of the dashboard's own routes: person, project, role, bound, input, work. */
export function dashboardPipeline(
  route: DashboardRoute,
  deps: DashboardDeps,
  parseAny: ParseBody,
): Middleware {
  const { bodyBytesMax } = route;
  const parseBody =
    bodyBytesMax === undefined ? parseAny : bodyParser({ ...deps.accountBodies, bytesMax: bodyBytesMax });
  const readInput = inputReader(route);
  const outputCheck = deps.checkAnswers && route.output !== null ? compile(route.output, 'json') : null;
  const run = deps.checkAnswers
    ? declaredRun(route)
    : (call: AnyCall, input: unknown) => route.run(call, input);
  const { outgoing } = deps;
  return async (ctx) => {
    const { workTime } = ctx.state as DashboardState;
    if (route.who !== 'anybody') signedInPerson(ctx);
    const entry = route.scope === 'account' ? null : await enterFor(ctx, route, deps);
    const account = accountCall(ctx, deps, workTime.endsAt(route.timeLimitMs));
    if (route.beforeBody !== undefined) await workTime.wait(route.beforeBody(account));
    if (route.input.body !== undefined) await parseBody(ctx, entry?.projectId ?? visitorAddress(ctx.ip));
    const { input, releaseId } = readInput(ctx);
    const holding = outgoing.holding(route.method === 'GET');
    const making = { dryRun: false, bytesMax: outgoing.bounds.answerBytesMax, holding };
    const work = async (): Promise<{ ready: SerializedResponse; also: AnswerDetails }> => {
      const call = entry === null ? account : await entry.open(releaseId, holding);
      const result = await run(call, input);
      const answer = result instanceof Answer ? result : new Answer(result, {});
      if (outputCheck !== null && !outputCheck(answer.body)) {
        throw new Error(
          `${route.method} ${route.path} broke its schema: ${JSON.stringify(outputCheck.faults(answer.body).slice(0, 3))}`,
        );
      }
      return { ready: await serializeResponse(route, answer, making), also: answer.also };
    };
    const working = work().finally(() => holding.release());
    const { ready, also } = await workTime.wait(working, route.timeLimitMs);
    if (also.session !== undefined) setSession(ctx, also.session, deps);
    if (also.browser !== undefined) setKnownBrowser(ctx, also.browser, deps);
    send(ctx, ready, outgoing);
  };
}

type AnyCall = AccountCall | MemberCall;

/** Fails when the work answers a code that the route does not name; on in tests. */
function declaredRun(route: DashboardRoute) {
  return async (call: AnyCall, input: unknown): Promise<unknown> => {
    try {
      return await route.run(call, input);
    } catch (thrown) {
      const { errors } = route;
      if (!(thrown instanceof Problem) || thrown.status >= 500 || errors?.includes(thrown.code) !== false)
        throw thrown;
      throw new Error(
        `${route.method} ${route.path} answered ${thrown.code}, which its "errors" do not name`,
      );
    }
  };
}

function accountCall(
  ctx: Context,
  { clock, baseUrl, system, browsers }: DashboardDeps,
  endsAt: number,
): AccountCall {
  const { requestId, person } = ctx.state as DashboardState;
  const now = clock.now();
  const browser = browsers.read(readCookie(ctx, 'browser', baseUrl), now);
  const userAgent = ctx.get('User-Agent');
  return { requestId, now, address: ctx.ip, baseUrl, system, person, userAgent, browser, browsers, endsAt };
}

/** Lets a member in and counts the request; answers what opens the call once the input is read. */
async function enterFor(ctx: Context, route: DashboardRoute, deps: DashboardDeps) {
  const { requestId, workTime } = ctx.state as DashboardState;
  const { gate, clock, tools } = deps;
  const { person, membership } = await enterProject(ctx, deps, route.who === 'owner');
  const budget = route.method === 'GET' ? 'read' : 'write';
  await spend(ctx, gate, { ...membership, budget });
  const open = async (releaseId: string | undefined, holding: Holding): Promise<MemberCall> => {
    const call = gate.openProject(membership, {
      requestId,
      now: timeFor(membership.project, clock),
      ifMatch: ctx.get('If-Match') || null,
      dryRun: false,
      enterLarge: holding.enter,
      endsAt: workTime.endsAt(route.timeLimitMs),
    });
    const opened = route.scope === 'release' ? await gate.openRelease(call, releaseId) : call;
    return { ...opened, person, role: membership.role, tools };
  };
  return { open, projectId: membership.project.id };
}
