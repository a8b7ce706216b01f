import type { Step } from '../pipeline/request-state.ts';
import compose from 'koa-compose';
import type { Context } from 'koa';
import { visitorAddress } from '../../counters/address.ts';
import { timeFor } from '../../util/clock.ts';
import { RouteResponse } from '../response/route-response.ts';
import { bodyParser, type ParseBody } from '../request/body.ts';
import type { DashboardDeps, DashboardState } from './dashboard-deps.ts';
import type { AccountContext, DashboardRoute, MemberContext } from './dashboard-route.ts';
import { auditChecked } from '../admission/audit-check.ts';
import { requestSource } from '../server/came-through.ts';
import { enterProject, signedInPerson } from './membership.ts';
import { requireStepUp } from './step-up.ts';
import { outputChecker } from '../response/output-check.ts';
import { checkedRun } from '../pipeline/route-errors.ts';
import type { Reservation } from '../response/response-memory.ts';
import { serializeResponse } from '../response/serialized-response.ts';
import { readCookie, setKnownBrowser, setSession } from './session-cookie.ts';
import { sendLines } from '../response/send-lines.ts';
import { readRequest, sendResponse, takeBody, takeFromBudget } from '../pipeline/steps.ts';

/** The way of one request through one of the dashboard's own routes: person, project, role, then the steps of all routes. */
export function dashboardPipeline(route: DashboardRoute, deps: DashboardDeps, parseAny: ParseBody): Step {
  const { bodyBytesMax, who, method, path, needs, area, scope } = route;
  const isOfAccount = needs === undefined || area === undefined;
  const parseBody =
    bodyBytesMax === undefined ? parseAny : bodyParser({ ...deps.accountBodies, maxBytes: bodyBytesMax });
  const sender = (ctx: Context) =>
    isOfAccount ? visitorAddress(ctx.ip) : (ctx.state as DashboardState).project.id;
  return compose<Parameters<Step>[0]>([
    ...(who === 'anybody' ? [] : [signedIn]),
    ...(isOfAccount
      ? []
      : [
          enterProject(deps, { needs, area, path, scope }),
          takeFromBudget(deps.gate, method === 'GET' ? 'read' : 'write'),
        ]),
    sendResponse(deps.responses),
    openAccount(route, deps),
    takeBody(route, parseBody, sender),
    readRequest(route),
    ...(route.stepUp === undefined ? [] : [requireStepUp(route.stepUp, deps.clock)]),
    dashboardWork(route, deps),
  ]);
}

/** @throws not_signed_in */
const signedIn: Step = (ctx, next) => {
  signedInPerson(ctx);
  return next();
};

/** Opens the call of who may be no member of any project, and lets the route refuse it before a body is read. */
function openAccount(
  { beforeBody, afterRejectedBody, timeLimitMs }: DashboardRoute,
  { clock, baseUrl, system, browsers, bounds, tools }: DashboardDeps,
): Step {
  return async (ctx, next) => {
    const state = ctx.state as DashboardState;
    const { requestId, person, workTime } = state;
    const now = clock.now();
    const browser = browsers.read(readCookie(ctx, 'browser', baseUrl), now);
    const userAgent = ctx.get('User-Agent');
    const endsAt = workTime.endsAt(timeLimitMs);
    const { box } = tools.sending;
    const asked = { requestId, now, address: ctx.ip, baseUrl, system, endsAt, bounds, box };
    const tried = { user: person?.id ?? null };
    state.account = { ...asked, person, userAgent, browser, browsers, tried };
    if (beforeBody !== undefined) await workTime.wait(beforeBody(state.account));
    try {
      await next();
    } catch (error) {
      if (!state.isAtWork) await afterRejectedBody?.(state.account);
      throw error;
    }
  };
}

/** The last step: the route's work within the time of the request, and the cookies that its answer sets. */
function dashboardWork(route: DashboardRoute, deps: DashboardDeps): Step {
  const checkOutput = outputChecker(route, deps.checkResponses);
  const run = deps.checkResponses
    ? checkedRun(route)
    : (context: AccountContext | MemberContext, input: unknown) => route.run(context, input);
  const { responses } = deps;
  return async (ctx) => {
    const state = ctx.state as DashboardState;
    state.isAtWork = true;
    const { workTime, request, account } = state;
    const reservation = responses.openReservation(route.method === 'GET');
    const serialization = { dryRun: false, maxBytes: responses.bounds.maxBytes, reservation };
    const work = async () => {
      const context =
        route.scope === 'account' ? account : await openMember(ctx, { route, deps, reservation });
      const result = await run(context, request.input);
      const answer = result instanceof RouteResponse ? result : new RouteResponse(result, {});
      checkOutput?.(answer.body);
      if (answer.also.lines !== undefined) return { answer: undefined, also: answer.also };
      return { answer: await serializeResponse(route, answer, serialization), also: answer.also };
    };
    const working = work().finally(() => reservation.release());
    const { answer, also } = await workTime.wait(working, route.timeLimitMs);
    if (also.session !== undefined) setSession(ctx, also.session, deps);
    if (also.browser !== undefined) setKnownBrowser(ctx, also.browser, deps);
    if (answer === undefined)
      return sendLines(ctx, { lines: also.lines, projectId: state.project.id }, responses);
    state.response = answer;
  };
}

/** Opens the project, or one release of it, for the member who was let in. @throws unknown_release */
async function openMember(
  ctx: Context,
  { route, deps, reservation }: { route: DashboardRoute; deps: DashboardDeps; reservation: Reservation },
): Promise<MemberContext> {
  const { gate, clock, tools } = deps;
  const state = ctx.state as DashboardState;
  const { requestId, workTime, request, project, role } = state;
  const context = gate.openProject(state, {
    requestId,
    ...requestSource(ctx),
    now: timeFor(project, clock),
    ifMatch: ctx.get('If-Match') || null,
    dryRun: false,
    reserveMemory: reservation.reserve,
    endsAt: workTime.endsAt(route.timeLimitMs),
    onDelay: workTime.onDelay,
  });
  const opened = route.scope === 'release' ? await gate.openRelease(context, request.releaseId) : context;
  const member = { ...opened, person: signedInPerson(ctx), role, tools };
  return deps.checkResponses ? auditChecked(member, route) : member;
}
