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

/** Bytes of request line and headers together. A query with 20 filters exceeds Node's 16 KiB. */
const headerBytesMax = 64 * 1024;
/** How long the rest of a body is discarded after the response, in milliseconds. */
const discardMs = 5_000;

/** How long browsers use only https after a visit, in seconds. */
const httpsOnlySeconds = 365 * 24 * 3600;

/** Timeouts of connections, in milliseconds. */
export const connectionTimes = {
  headersTimeout: 10_000,
  /** Longer than load balancers keep idle connections, so that none sends into a closing connection. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

export interface HttpServerOptions {
  clock: Clock;
  baseUrl: string;
  /** Maximum open connections. Further ones are closed without a response. */
  connectionsMax: number;
  /** Timeout of a whole request, in milliseconds. */
  arrivalMs: number;
}

/**
 * The HTTP server below the application. It responds itself to requests that are not HTTP or are too long, which never
 * reach the application, with a request id and the error envelope (specification: errors).
 */
export function createHttpServer(handle: RequestListener, options: HttpServerOptions): Server {
  const { clock, baseUrl, connectionsMax, arrivalMs } = options;
  const settings = {
    ...connectionTimes,
    maxHeaderSize: headerBytesMax,
    requestTimeout: Math.max(arrivalMs, connectionTimes.headersTimeout),
    requireHostHeader: false, // it is required below, with an error of Galley
  };
  const safety = Object.entries(safetyHeaders(baseUrl));
  const prepare = (request: IncomingMessage, response: ServerResponse) => {
    if (hasBody(request)) response.once('finish', () => discardRest(request));
    for (const [name, value] of safety) response.setHeader(name, value);
  };
  const reject = (response: ServerResponse, error: ApiError) => {
    const requestId = newId('request', clock.now());
    const body = JSON.stringify(errorEnvelope(error, { requestId, baseUrl }));
    response.writeHead(error.status, {
      'X-Request-Id': requestId,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  };
  const server = createServer(settings, (request, response) => {
    prepare(request, response);
    if (request.headers.host !== undefined || request.httpVersion === '1.0') handle(request, response);
    else reject(response, apiError('invalid_parameter', { name: 'Host', why: 'is missing' }));
  });
  server.maxConnections = connectionsMax;
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    prepare(request, response);
    reject(response, apiError('invalid_parameter', { name: 'Expect', why: 'takes only 100-continue' }));
  });
  return server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const requestId = newId('request', clock.now());
    const reported = parseError(error.code);
    const body = JSON.stringify(errorEnvelope(reported, { requestId, baseUrl }));
    socket.end(
      [
        `HTTP/1.1 ${reported.status} Bad Request`,
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

/**
 * Discards the rest of a body after the response, so that its sender can read the response. Disconnects a sender that
 * continues for too long.
 */
function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  const timer = setTimeout(() => socket.destroy(), discardMs).unref();
  const end = () => clearTimeout(timer);
  request.once('end', end).once('close', end);
}

function parseError(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    // Makes the sentence "The parameter list and the headers are longer than ...".
    const why = `and the headers are longer than ${headerBytesMax} bytes together`;
    return apiError('invalid_parameter', { name: 'list', why });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return apiError('invalid_json', { why: 'the request did not arrive in time' });
  return apiError('invalid_json', { why: 'the request is not valid HTTP' });
}

/**
 * Headers of every response: browsers must use the declared type, and https only if the service is served over https.
 * Other hosts of the domain are not affected.
 */
function safetyHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(baseUrl.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${httpsOnlySeconds}` }),
  };
}
