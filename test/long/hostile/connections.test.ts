import { describe, expect, it, vi } from 'vitest';
import { openRaw } from '../../support/raw-connection.ts';
import { startOwnService, startService } from '../../support/service.ts';

const service = await startOwnService();
const small = await startService({ MAX_CONNECTIONS: '3' });

/** Taken apart: status, the request id of the head, and the envelope. */
function parts(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const requestId = /X-Request-Id: (req_[0-9a-z]{26})/i.exec(head)?.[1];
  return { status: Number(head.split(' ')[1]), requestId, body: JSON.parse(body) as { error: object } };
}

describe('a request', () => {
  it.each([
    ['without Host', 'GET /v1/ping HTTP/1.1\r\nConnection: close\r\n\r\n', 'The parameter Host is missing.'],
    [
      'with an Expect that nobody knows',
      'GET /v1/ping HTTP/1.1\r\nHost: x\r\nExpect: something\r\nConnection: close\r\n\r\n',
      'The parameter Expect takes only 100-continue.',
    ],
  ])('%s is answered with a request id and the envelope', async (_what, bytes, message) => {
    const { status, requestId, body } = parts(await (await openRaw(service.url, bytes)).closed);

    expect(status).toBe(400);
    expect(requestId).toBeDefined();
    expect(body.error).toMatchObject({
      type: 'invalid_request_error',
      code: 'invalid_parameter',
      message,
      request_id: requestId,
    });
  });

  it('of HTTP/1.0 needs no Host', async () => {
    const connection = await openRaw(service.url, 'GET /healthz HTTP/1.0\r\n\r\n');

    expect(await connection.closed).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('connections', () => {
  // Both at once: each takes the ten seconds that the service waits.
  it.concurrent.each([
    ['say nothing', ''],
    ['never end their headers', 'GET /v1/ping HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ])('that %s are let go after seconds', async (_what, bytes) => {
    const connection = await openRaw(service.url, bytes);
    const begun = performance.now();

    await connection.closed;

    expect(performance.now() - begun).toBeLessThan(15_000);
  });

  it('are at most MAX_CONNECTIONS; whoever comes after one has ended is served', async () => {
    const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    const held = await Promise.all([1, 2, 3].map(() => openRaw(small.url, ask)));
    await vi.waitFor(() => held.forEach((one) => expect(one.text()).toContain(' 200 ')), 15_000);

    const fourth = await openRaw(small.url, ask);
    expect(await fourth.closed).toBe('');
    held.forEach(({ socket }) => socket.destroy());

    await vi.waitFor(async () => expect((await fetch(`${small.url}/healthz`)).status).toBe(200), 15_000);
  });
});
