import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'koa';
import inject from 'light-my-request';
import { markAgent } from '../../core/http/index.ts';
import { addressOf, type SendToApi } from './api.ts';

/** The service's own application, as its HTTP server calls it. */
export type Application = (request: IncomingMessage, response: ServerResponse) => void;

/** Headers that identify the caller; behind proxies the address is among them. */
const kept = ['authorization', 'origin', 'x-forwarded-for'] as const;

/** Sends requests through the service's own application, as the caller of this request: with its key, from its address. */
export function sendThrough(application: Application, ctx: Context): SendToApi {
  const { headers, socket } = ctx.req;
  const caller = Object.fromEntries(
    kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  const remoteAddress = socket.remoteAddress ?? '';
  const asAgent: Application = (request, response) => {
    markAgent(request);
    application(request, response);
  };
  return async (request) => {
    const {
      statusCode,
      payload,
      headers: answered,
    } = await inject(asAgent, {
      method: request.method,
      url: addressOf(request),
      remoteAddress,
      headers: { ...caller, ...request.headers },
      ...(request.body === undefined ? {} : { payload: request.body }),
    });
    return {
      status: statusCode,
      body: payload === '' ? null : (JSON.parse(payload) as unknown),
      retryAfter: Number(answered['retry-after']) || null,
    };
  };
}
