import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '../../contract/ids.ts';
import { problem, type Problem } from '../../contract/problem.ts';
import type { Clock } from '../clock.ts';
import { errorEnvelope } from './envelope.ts';
import { safetyHeaders } from './safety-headers.ts';

/** Request line and headers together; a query of 20 filters is longer than Node's 16 KiB allow. */
const headerBytesMax = 64 * 1024;

/**
 * The HTTP server under the application. What is no HTTP, or too long to be read, never reaches the application and is
 * answered here, with a request id and the envelope like everything else (spec, "Errors").
 */
export function createHttpServer(
  handle: RequestListener,
  { clock, baseUrl }: { clock: Clock; baseUrl: string },
): Server {
  const safety = Object.entries(safetyHeaders(baseUrl));
  const server = createServer({ maxHeaderSize: headerBytesMax }, (request, response) => {
    for (const [name, value] of safety) response.setHeader(name, value);
    handle(request, response);
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

function faultOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const why = `and the headers are longer than ${headerBytesMax} bytes together`;
    return problem('invalid_parameter', { name: 'list', why });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return problem('invalid_json', { why: 'the request did not arrive in time' });
  return problem('invalid_json', { why: 'the request is no valid HTTP' });
}
