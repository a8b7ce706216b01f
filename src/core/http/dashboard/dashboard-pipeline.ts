import type { Step } from '../pipeline/request-state.ts';
import compose from 'koa-compose';
import type { Context } from 'koa';
import { visitorAddress } from '../../counters/address.ts';
import { timeFor } from '../../util/clock.ts';
import { RouteResponse } from '../response/route-response.ts';
import { bodyParser, type ParseBody } from '../request/body.ts';
import type { DashboardDeps, DashboardState } from './dashboard-deps.ts';
import type { AccountContext, DashboardRoute, MemberContext } from './dashboard-route.ts';
import { abortOnDisconnect } from '../response/event-stream.ts';
import { timeLimitOf } from '../pipeline/request-deadline.ts';
import type { RequestDetails } from '../pipeline/request-services.ts';
import { withAuditCheck } from '../admission/audit-check.ts';
import { requestSource } from '../server/request-source.ts';
import { enterProject, signedInPerson } from './membership.ts';
import { requireStepUp } from './step-up.ts';
import { outputChecker } from '../response/output-check.ts';
import { checkedRun } from '../pipeline/route-errors.ts';
import type { Reservation } from '../response/response-memory.ts';
import { serializeResponse } from '../response/serialized-response.ts';
import { readCookie, setFlow, setKnownBrowser, setSession } from './session-cookie.ts';
import { sendLines } from '../response/send-lines.ts';
import { readRequest, sendResponse, takeBody, takeFromBudget } from '../pipeline/steps.ts';

/** All steps of a request to one of the dashboard's own routes: person, project, role, then the steps of all routes. */
export function dashboardPipeline(route: DashboardRoute, deps: DashboardDeps, parseAny: ParseBody): Step {
  const { bodyBytesMax, who, method, needs, area } = route;
  const isOfAccount = needs === undefined || area === undefined;
  const bodies = isOfAccount ? deps.accountBodies : deps.bodies;
  const parseBody = bodyBytesMax === undefined ? parseAny : bodyParser({ ...bodies, maxBytes: bodyBytesMax });
  const sender = (ctx: Context) =>
    isOfAccount ? visitorAddress(ctx.ip) : (ctx.state as DashboardState).project.id;
  return compose<Parameters<Step>[0]>([
    ...(who === 'anybody' ? [] : [signedIn]),
    ...(isOfAccount
      ? []
      : [
          enterProject(deps, { ...route, needs, area }),
          takeFromBudget(deps.gate, method === 'GET' ? 'read' : 'write'),
        ]),
    sendResponse(deps.responses),
    openAccount(route, deps),
    takeBody(route, parseBody, sender),
    route.anyQuery === true ? readAnyQuery : readRequest(route),
    ...(route.stepUp === undefined ? [] : [requireStepUp(route.stepUp, deps.clock)]),
    dashboardWork(route, deps),
  ]);
}

/** @throws not_signed_in */
const signedIn: Step = (ctx, next) => {
  signedInPerson(ctx);
  return next();
};

/** Hands the query string to the route as it is, because issuers add parameters of their own. */
const readAnyQuery: Step = (ctx, next) => {
  const { params: path } = ctx as Context & { params: Record<string, string> };
  const input = { path, query: { querystring: ctx.querystring }, where: [], body: undefined };
  (ctx.state as DashboardState).request = { input, dryRun: false, releaseId: undefined, canonicalText: '' };
  return next();
};

/**
 * Opens the context of a person who may be no member of any project. The route can reject the person before the body is
 * read.
 */
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
    const base = { requestId, now, address: ctx.ip, baseUrl, system, endsAt, bounds, box };
    const attemptedAccount = { user: person?.id ?? null };
    const flow = readCookie(ctx, 'flow', baseUrl);
    state.account = { ...base, person, userAgent, browser, browsers, flow, attemptedAccount };
    if (beforeBody !== undefined) await workTime.wait(beforeBody(state.account));
    try {
      await next();
    } catch (error) {
      if (!state.isAtWork) await afterRejectedBody?.(state.account);
      throw error;
    }
  };
}

/** The last step: runs the route's work within the time of the request, and sets cookies. */
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
    const hold = holdResponse(ctx, route, deps);
    const work = async () => {
      const context =
        route.scope === 'account' ? account : await openMember(ctx, { route, deps, reservation, hold });
      const result = await run(context, request.input);
      const response = result instanceof RouteResponse ? result : new RouteResponse(result, {});
      checkOutput?.(response.body);
      if (response.details.lines !== undefined || response.details.download !== undefined)
        return { serialized: undefined, details: response.details };
      return {
        serialized: await serializeResponse(route, response, serialization),
        details: response.details,
      };
    };
    const pending = work().finally(() => reservation.release());
    const { serialized, details } = await workTime.wait(pending, timeLimitOf(route, request.input));
    if (details.session !== undefined)
      setSession(ctx, details.session, { ...deps, hours: details.sessionHours });
    if (details.flow !== undefined) setFlow(ctx, details.flow, deps);
    if (details.browser !== undefined) setKnownBrowser(ctx, details.browser, deps);
    if (serialized === undefined) return sendLines(ctx, { details, projectId: state.project.id }, responses);
    state.response = serialized;
  };
}

type ResponseHold = Pick<RequestDetails, 'signal' | 'admitAgain'>;

/** Counts a response that waits for something among the held connections. @throws rate_limited, temporarily_unavailable */
function holdResponse(
  ctx: Context,
  route: DashboardRoute,
  { heldConnections, stopping }: DashboardDeps,
): ResponseHold {
  if (route.heldMs === undefined) return {};
  const state = ctx.state as DashboardState;
  const signal = abortOnDisconnect(ctx, stopping);
  if (route.heldMs(state.request.input) > 0) heldConnections.hold(ctx, state, signal);
  return { signal, admitAgain: state.admitAgain };
}

/** Opens the project, or one release of it, for the admitted member. @throws unknown_release */
async function openMember(
  ctx: Context,
  {
    route,
    deps,
    reservation,
    hold,
  }: { route: DashboardRoute; deps: DashboardDeps; reservation: Reservation; hold: ResponseHold },
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
    endsAt: workTime.endsAt(timeLimitOf(route, request.input)),
    onDelay: workTime.onDelay,
    ...hold,
  });
  const projectContext =
    route.scope === 'release' ? await gate.openRelease(context, request.releaseId) : context;
  const { locale } = request.locales ?? {};
  const written = locale === undefined ? {} : { writtenLocale: locale };
  const member = { ...projectContext, ...written, person: signedInPerson(ctx), role, tools };
  return deps.checkResponses ? withAuditCheck(member, route) : member;
}
