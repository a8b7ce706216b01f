import Router from '@koa/router';
import compose from 'koa-compose';
import type { Context, Middleware } from 'koa';
import { problem } from '../../contract/problem.ts';
import type { Clock } from '../clock.ts';
import { Answer } from './answer.ts';
import { bodyParser } from './body.ts';
import { compile } from './compile.ts';
import type { AccountCall, DashboardRoute, MemberCall, Person } from './dashboard-route.ts';
import { inputReader } from './input.ts';
import { makeReady } from './ready-answer.ts';
import { send } from './send.ts';
import type { RequestState } from './server-deps.ts';
import { WorkTime } from './work-time.ts';

const prefix = '/dashboard/api';
const cookieName = 'galley_session';

interface CallStart {
  account: AccountCall;
  projectId: string;
  releaseId: string | undefined;
  ifMatch: string | null;
}

export interface DoorDeps {
  routes: readonly DashboardRoute[];
  clock: Clock;
  baseUrl: string;
  system: AccountCall['system'];
  maxBodyBytes: number;
  sessionDays: number;
  checkAnswers: boolean;
  /** Whose cookie this is; null when it is nobody's. */
  findPerson: (token: string, now: Date) => Promise<Person | null>;
  /** Opens a project for a member of it. @throws unknown_project, unknown_release */
  openMember: (start: CallStart, person: Person, scope: 'project' | 'release') => Promise<MemberCall>;
}

/**
 * The dashboard's own JSON API (contract, section 14): a session cookie opens it and nothing else does; every change
 * carries the session's token and comes from the dashboard's own origin.
 */
export function dashboardDoor(deps: DoorDeps): Middleware {
  const router = new Router({ prefix });
  const parseBody = bodyParser(deps.maxBodyBytes);
  for (const route of deps.routes)
    router.register(route.path, [route.method], [endpoint(route, deps, parseBody)]);
  const notHere: Middleware = (ctx) => {
    throw problem('unknown_endpoint', { method: ctx.method, path: ctx.path });
  };
  const inside = compose([identify(deps), router.routes() as Middleware, notHere]);
  return async (ctx, next) => {
    if (ctx.path !== prefix && !ctx.path.startsWith(`${prefix}/`)) return void (await next());
    ctx.set('Cache-Control', 'no-store');
    await inside(ctx, next);
  };
}

interface DoorState extends RequestState {
  person: Person | null;
}

function identify({ findPerson, clock }: DoorDeps): Middleware {
  return async (ctx, next) => {
    const token = ctx.cookies.get(cookieName);
    const person = token === undefined || token === '' ? null : await findPerson(token, clock.now());
    Object.assign(ctx.state, { person, workTime: new WorkTime() });
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') checkOrigin(ctx, person);
    await next();
  };
}

/** A page of somebody else cannot send our header, and browsers say where a change comes from. */
function checkOrigin(ctx: Context, person: Person | null): void {
  const origin = ctx.get('Origin');
  const isForeign = origin !== '' && (!URL.canParse(origin) || new URL(origin).host !== ctx.host);
  const isUnsigned = person !== null && ctx.get('X-CSRF-Token') !== person.csrf;
  if (isForeign || isUnsigned || ctx.get('Sec-Fetch-Site') === 'cross-site')
    throw problem('csrf_token_invalid', {});
}

function endpoint(route: DashboardRoute, deps: DoorDeps, parseBody: Middleware): Middleware {
  const readInput = inputReader(route);
  const outputCheck = deps.checkAnswers && route.output !== null ? compile(route.output, 'json') : null;
  return async (ctx) => {
    const { person, requestId, workTime } = ctx.state as DoorState;
    if (route.who !== 'anybody' && person === null) throw problem('not_signed_in', {});
    const account: AccountCall = {
      requestId,
      now: deps.clock.now(),
      address: ctx.ip,
      baseUrl: deps.baseUrl,
      system: deps.system,
      person,
    };
    const call = await open(ctx, route, deps, account);
    await parseBody(ctx, () => Promise.resolve());
    const { input } = readInput(ctx);
    const result = await workTime.wait(route.run(call, input), route.timeLimitMs);
    const answer = result instanceof Answer ? result : new Answer(result, {});
    if (outputCheck !== null && !outputCheck(answer.body)) {
      throw new Error(
        `${route.method} ${route.path} broke its schema: ${JSON.stringify(outputCheck.errors?.slice(0, 3))}`,
      );
    }
    if (answer.also.session !== undefined) setSession(ctx, answer.also.session, deps);
    send(ctx, makeReady(route, answer, false));
  };
}

async function open(
  ctx: Context,
  route: DashboardRoute,
  deps: DoorDeps,
  account: AccountCall,
): Promise<AccountCall | MemberCall> {
  if (route.scope === 'account' || account.person === null) return account;
  const { projectId = '' } = (ctx as Context & { params: Record<string, string> }).params;
  const releaseId = new URLSearchParams(ctx.querystring).get('release') ?? undefined;
  const start = { account, projectId, releaseId, ifMatch: ctx.get('If-Match') || null };
  const call = await deps.openMember(start, account.person, route.scope);
  if (route.who === 'owner' && call.role !== 'owner') throw problem('role_required', { role: 'owner' });
  return call;
}

/** `Secure` everywhere but on a plain http address, which only a development machine has. */
function setSession(ctx: Context, token: string | null, { baseUrl, sessionDays }: DoorDeps): void {
  const isSecure = baseUrl.startsWith('https:');
  if (isSecure) ctx.cookies.secure = true; // a proxy in front may have taken the TLS off
  ctx.cookies.set(cookieName, token, {
    path: '/dashboard',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    overwrite: true,
    ...(token === null ? {} : { maxAge: sessionDays * 24 * 60 * 60 * 1000 }),
  });
}
