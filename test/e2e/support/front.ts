import { request as httpRequest } from 'node:http';
import { cleanup } from '../../support/cleanup.ts';
import { listenWith } from '../../support/stand-in-server.ts';

/**
 * A server in front of a service whose `BASE_URL` must be known before it has a port.
 * @returns its origin
 */
export async function startFront(serviceUrl: () => string): Promise<string> {
  const front = await listenWith((request, response) => {
    const { method, url = '/', headers } = request;
    const target = httpRequest(`${serviceUrl()}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    target.on('error', () => response.destroy());
    request.pipe(target);
  });
  cleanup(front.stop);
  return front.origin;
}
