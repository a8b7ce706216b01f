import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Send } from 'galley-mcp';
import type { Context, Middleware } from 'koa';
import { apiError, ApiError } from '../contract/errors/api-error.ts';
import type { Clock } from '../core/util/index.ts';
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
  markAgent,
  type ResponseMemory,
  readBody,
  RequestDeadline,
  type RequestServices,
  type RequestState,
} from '../core/http/index.ts';

/** The service's own application, as its HTTP server calls it. */
type Application = (request: IncomingMessage, response: ServerResponse) => void;

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
  /** Receives the requests of tools. */
  application: Application;
}

/**
 * `POST /mcp`: the tools for agents over Streamable HTTP, without sessions, for any API key (specification: mcp). The
 * protocol is loaded with the first message, so that a service without agents doesn't use memory for it.
 */
export function mcpEndpoint(parts: McpEndpointParts): Middleware {
  const parseBody = bodyParser({
    ...parts.bodies,
    maxBytes: Math.min(messageBytesMax, parts.bodies.maxBytes),
  });
  let loading: Promise<Respond> | undefined;
  return async (ctx, next) => {
    if (ctx.path !== endpointPath) return void (await next());
    if (isPreflight(ctx)) return respondToPreflight(ctx, allowedHeaders(ctx));
    ctx.set('Cache-Control', 'no-store');
    if (ctx.method !== 'POST') throw onlyPost(ctx, parts.anonymous);
    const admitted = await enter(ctx, parts);
    await parseBody(ctx, admitted.project.id);
    const message = readBody(ctx);
    if (message === undefined) throw apiError('invalid_json', { why: 'it is missing' });
    loading ??= load(parts).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    const respond = await loading;
    await respond(ctx, admitted, message);
  };
}

function onlyPost(ctx: Context, anonymous: AnonymousBudget): ApiError {
  anonymous.spend(ctx);
  ctx.set('Allow', 'POST');
  return apiError('method_not_allowed', { method: ctx.method, allowed: 'POST' });
}

/** Headers that clients of the protocol send from browsers. */
function allowedHeaders(ctx: Context): string[] {
  const names = ctx.get('Access-Control-Request-Headers').split(/\s*,\s*/);
  return names.filter((name) => /^mcp-[a-z-]{1,40}$/i.test(name)).slice(0, 20);
}

/** Admits an API key. Browsers need a publishable key that lists their origin. */
async function enter(
  ctx: Context,
  { gate, anonymous, workTimeMs }: McpEndpointParts,
): Promise<AdmittedRequest> {
  const token = bearer(ctx.get('Authorization'));
  const origin = ctx.get('Origin');
  ctx.vary('Authorization, Origin');
  allowOrigin(ctx, token);
  (ctx.state as RequestState).workTime = new RequestDeadline(workTimeMs);
  const admitKey = async () => {
    const admitted = await gate.admit(token, { origin, address: ctx.ip });
    if (origin !== '' && admitted.caller.purpose !== 'publishable')
      throw apiError('origin_not_allowed', { origin });
    return admitted;
  };
  try {
    return await admit(ctx, anonymous, { admitting: admitKey(), admitAgain: admitKey });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
    throw error;
  }
}

type Respond = (ctx: Context, admitted: AdmittedRequest, message: Record<string, unknown>) => Promise<void>;

async function load(parts: McpEndpointParts): Promise<Respond> {
  const { anonymous, application, baseUrl, clock, responses, secret } = parts;
  const [{ createMcpHandler, urlPath }, { default: inject }] = await Promise.all([
    import('galley-mcp'),
    import('light-my-request'),
  ]);
  const sender = createSender({ inject, urlPath, application });
  const now = () => clock.now();
  return async (ctx, { caller }, message) => {
    rejectStream(message);
    let sentRequests = 0;
    const sendAsCaller = sender(ctx);
    const send: Send = (request) => {
      if (ctx.res.destroyed) return Promise.resolve({ status: 503, body: null, retryAfter: null });
      sentRequests += 1;
      return sendAsCaller(request);
    };
    const key = { id: caller.keyId, purpose: caller.purpose, permissions: caller.grant?.can ?? null };
    // Requests to the API count for the API key; messages that send none count for the IP address.
    const isCall = message['method'] === 'tools/call';
    if (!isCall) anonymous.spend(ctx);
    const respond = createMcpHandler({ send, key, baseUrl, secret, now });
    const response = await respond(message, protocolHeaders(ctx));
    if (isCall && sentRequests === 0) anonymous.spend(ctx);
    const text = await response.text();
    if (text === '') ctx.body = null; // Koa writes the status as text into a response without a body
    ctx.status = response.status;
    if (text === '') return;
    ctx.type = 'application/json';
    responses.send(ctx, Buffer.from(text));
  };
}

/** The endpoint never holds a connection open. @throws invalid_parameter */
function rejectStream({ method }: Record<string, unknown>): void {
  if (method !== 'subscriptions/listen') return;
  throw apiError(
    'invalid_parameter',
    {
      name: 'method',
      why: 'asks for a stream, which this endpoint does not support; call the tool `changes` instead',
    },
    { param: 'method' },
  );
}

function protocolHeaders(ctx: Context): Headers {
  const headers = Object.entries(ctx.headers).filter(([name]) => name.startsWith('mcp-'));
  return new Headers(headers.map(([name, value]) => [name, String(value)]));
}

/** Headers that identify the caller; behind proxies the IP address is among them. */
const callerHeaders = ['authorization', 'origin', 'x-forwarded-for'] as const;

interface SenderParts {
  inject: typeof import('light-my-request').default;
  urlPath: typeof import('galley-mcp').urlPath;
  application: Application;
}

/** Sends requests through the service's own application as the caller: with its API key, from its IP address. */
function createSender({ inject, urlPath, application }: SenderParts): (ctx: Context) => Send {
  const asAgent: Application = (request, response) => {
    markAgent(request);
    application(request, response);
  };
  return (ctx) => {
    const { headers, socket } = ctx.req;
    const caller = Object.fromEntries(
      callerHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
    );
    const remoteAddress = socket.remoteAddress ?? '';
    return async (request) => {
      const response = await inject(asAgent, {
        method: request.method,
        url: urlPath(request),
        remoteAddress,
        headers: { ...caller, ...request.headers },
        ...(request.body === undefined ? {} : { payload: request.body }),
      });
      return {
        status: response.statusCode,
        body: response.payload === '' ? null : (JSON.parse(response.payload) as unknown),
        retryAfter: Number(response.headers['retry-after']) || null,
        previewState: response.headers['x-preview-state'] as string | undefined,
      };
    };
  };
}
