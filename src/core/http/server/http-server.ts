import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '../../../contract/ids.ts';
import { apiError, type ApiError } from '../../../contract/errors/api-error.ts';
import type { Clock } from '../../util/clock.ts';
import { errorEnvelope } from '../response/envelope.ts';
import { safetyHeaders } from './safety-headers.ts';

/** Request line and headers together; a query of 20 filters is longer than Node's 16 KiB allow. */
const headerBytesMax = 64 * 1024;
/** What still comes of a request that is answered is passed by for this long, in milliseconds. */
const passByMs = 5_000;

/** How long connections are waited for, in milliseconds. */
export const connectionTimes = {
  headersTimeout: 10_000,
  /** Longer than balancers keep theirs, so that none sends into a connection that ends. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

export interface HttpServerOptions {
  clock: Clock;
  baseUrl: string;
  /** Open at the same time; further connections are closed unanswered. */
  connectionsMax: number;
  /** How long a whole request may take to arrive, in milliseconds. */
  arrivalMs: number;
}

/**
 * The HTTP server under the application. What is not HTTP, or too long to be read, never reaches the application and is
 * answered here, with a request id and the envelope like everything else (specification: errors).
 */
export function createHttpServer(handle: RequestListener, options: HttpServerOptions): Server {
  const { clock, baseUrl, connectionsMax, arrivalMs } = options;
  const settings = {
    ...connectionTimes,
    maxHeaderSize: headerBytesMax,
    requestTimeout: Math.max(arrivalMs, connectionTimes.headersTimeout),
    requireHostHeader: false, // it is asked for here, with an answer of our own
  };
  const safety = Object.entries(safetyHeaders(baseUrl));
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    if (hasBody(request)) response.once('finish', () => passBy(request));
    for (const [name, value] of safety) response.setHeader(name, value);
  };
  const refuse = (response: ServerResponse, fault: ApiError) => {
    const requestId = newId('request', clock.now());
    const body = JSON.stringify(errorEnvelope(fault, { requestId, baseUrl }));
    response.writeHead(fault.status, {
      'X-Request-Id': requestId,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  };
  const server = createServer(settings, (request, response) => {
    begin(request, response);
    if (request.headers.host !== undefined || request.httpVersion === '1.0') handle(request, response);
    else refuse(response, apiError('invalid_parameter', { name: 'Host', why: 'is missing' }));
  });
  server.maxConnections = connectionsMax;
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    begin(request, response);
    refuse(response, apiError('invalid_parameter', { name: 'Expect', why: 'takes only 100-continue' }));
  });
  return server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const requestId = newId('request', clock.now());
    const fault = faultOf(error.code);
    const body = JSON.stringify(errorEnvelope(fault, { requestId, baseUrl }));
    socket.end(
      [
        `HTTP/1.1 ${fault.status} Bad Request`,
        `X-Request-Id: ${requestId}`,
        ...safety.map(([name, value]) => `${name}: ${value}`),
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Lets go of a sender who goes on after the answer; until then its bytes are dropped, so that it gets to read. */
function passBy(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  const late = setTimeout(() => socket.destroy(), passByMs).unref();
  const end = () => clearTimeout(late);
  request.once('end', end).once('close', end);
}

function faultOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const why = `and the headers are longer than ${headerBytesMax} bytes together`;
    return apiError('invalid_parameter', { name: 'list', why });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return apiError('invalid_json', { why: 'the request did not arrive in time' });
  return apiError('invalid_json', { why: 'the request is not valid HTTP' });
}
