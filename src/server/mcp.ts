import type { Context, Middleware } from 'koa';
import { apiError, ApiError } from '../../contract/errors/api-error.ts';
import type { Clock } from '../../core/util/index.ts';
import {
  admit,
  type AdmittedRequest,
  allowOrigin,
  type AnonymousBudget,
  respondToPreflight,
  bearer,
  bodyParser,
  type BodyOptions,
  isPreflight,
  type ResponseMemory,
  readBody,
  RequestDeadline,
  type RequestServices,
  type RequestState,
} from '../../core/http/index.ts';
import { asking, type SendToApi } from './api.ts';
import { Confirmations } from './confirmation.ts';
import type { Application } from './own-application.ts';

/** Bytes of one message. */
const messageBytesMax = 1024 * 1024;
const endpointPath = '/mcp';

export interface McpEndpointParts {
  gate: Pick<RequestServices, 'admit'>;
  anonymous: AnonymousBudget;
  bodies: BodyOptions;
  responses: ResponseMemory;
  clock: Clock;
  workTimeMs: number;
  baseUrl: string;
  /** Signs confirmations. */
  secret: string;
  /** The service itself, by which tools ask the API. */
  application: Application;
}

/**
 * `POST /mcp`: the tools for agents over Streamable HTTP, without sessions (specification: mcp). Any API key opens it. What
 * speaks the protocol is loaded with the first message, so that a service without agents does not carry it.
 */
export function mcpEndpoint(parts: McpEndpointParts): Middleware {
  const parseBody = bodyParser({
    ...parts.bodies,
    maxBytes: Math.min(messageBytesMax, parts.bodies.maxBytes),
  });
  let loading: Promise<Answering> | undefined;
  return async (ctx, next) => {
    if (ctx.path !== endpointPath) return void (await next());
    if (isPreflight(ctx)) return respondToPreflight(ctx, ofProtocol(ctx));
    ctx.set('Cache-Control', 'no-store');
    if (ctx.method !== 'POST') throw onlyPost(ctx, parts.anonymous);
    const admitted = await enter(ctx, parts);
    await parseBody(ctx, admitted.project.id);
    const message = readBody(ctx);
    if (message === undefined) throw apiError('invalid_json', { why: 'it is missing' });
    loading ??= load(parts).catch((fault: unknown) => {
      loading = undefined;
      throw fault;
    });
    await (
      await loading
    )(ctx, admitted, message);
  };
}

function onlyPost(ctx: Context, anonymous: AnonymousBudget): ApiError {
  anonymous.spend(ctx);
  ctx.set('Allow', 'POST');
  return apiError('method_not_allowed', { method: ctx.method, allowed: 'POST' });
}

/** Headers that clients of the protocol send from browsers. */
function ofProtocol(ctx: Context): string[] {
  const asked = ctx.get('Access-Control-Request-Headers').split(/\s*,\s*/);
  return asked.filter((name) => /^mcp-[a-z-]{1,40}$/i.test(name)).slice(0, 20);
}

/** Lets a key in. A browser is let in by a publishable key that lists its origin, and by no other. */
async function enter(
  ctx: Context,
  { gate, anonymous, workTimeMs }: McpEndpointParts,
): Promise<AdmittedRequest> {
  const token = bearer(ctx.get('Authorization'));
  const origin = ctx.get('Origin');
  ctx.vary('Authorization, Origin');
  allowOrigin(ctx, token);
  (ctx.state as RequestState).workTime = new RequestDeadline(workTimeMs);
  const ask = async () => {
    const admitted = await gate.admit(token, { origin, address: ctx.ip });
    if (origin !== '' && admitted.caller.purpose !== 'publishable')
      throw apiError('origin_not_allowed', { origin });
    return admitted;
  };
  try {
    return await admit(ctx, anonymous, { admitting: ask(), admitAgain: ask });
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
    throw fault;
  }
}

type Answering = (ctx: Context, admitted: AdmittedRequest, message: Record<string, unknown>) => Promise<void>;

async function load({
  anonymous,
  application,
  baseUrl,
  clock,
  responses,
  secret,
}: McpEndpointParts): Promise<Answering> {
  const [{ answerMessage, createProtocol }, { sendThrough }] = await Promise.all([
    import('./protocol/protocol.ts'),
    import('./own-application.ts'),
  ]);
  const now = () => clock.now();
  const confirmations = new Confirmations(secret, now);
  const speak = createProtocol({ baseUrl, now });
  return async (ctx, { caller: { keyId, purpose, grant } }, message) => {
    refuseStream(message);
    const asked = { count: 0 };
    const ask = asking(whileAwaited(ctx, counting(sendThrough(application, ctx), asked)));
    // What reaches the API is counted there; all else is what an address may have without it.
    if (message['method'] !== 'tools/call') anonymous.spend(ctx);
    const answer = await answerMessage(() => speak({ ask, keyId, purpose, grant, confirmations }), message, {
      url: baseUrl + endpointPath,
      headers: headersOf(ctx),
    });
    if (message['method'] === 'tools/call' && asked.count === 0) anonymous.spend(ctx);
    const text = await answer.text();
    if (text === '') ctx.body = null; // Koa writes the status as text into a response without a body
    ctx.status = answer.status;
    if (text === '') return;
    ctx.type = 'application/json';
    responses.send(ctx, Buffer.from(text));
  };
}

/** A stream would be held open; this door holds nothing. */
function refuseStream({ method }: Record<string, unknown>): void {
  if (method !== 'subscriptions/listen') return;
  throw apiError(
    'invalid_parameter',
    { name: 'method', why: 'asks for a stream, which this door has not; ask the tool changes' },
    { param: 'method' },
  );
}

function counting(send: SendToApi, asked: { count: number }): SendToApi {
  return (request) => {
    asked.count += 1;
    return send(request);
  };
}

/** Nothing more is begun for a caller who is gone. */
function whileAwaited(ctx: Context, send: SendToApi): SendToApi {
  return (request) => {
    if (ctx.res.destroyed) throw apiError('temporarily_unavailable', {});
    return send(request);
  };
}

function headersOf(ctx: Context): Headers {
  const sent = Object.entries(ctx.headers).filter(([name]) => name.startsWith('mcp-'));
  return new Headers(sent.map(([name, value]) => [name, String(value)]));
}
