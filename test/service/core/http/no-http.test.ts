import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();
const { port } = new URL(service.url);

/** Sends bytes to the service as they are; answers what comes back until the connection ends. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setEncoding('latin1').on('data', (part: string) => (text += part));
    socket.on('error', reject).on('close', () => resolve(text));
  });
}

describe('what never becomes a request', () => {
  it.each([
    ['is no HTTP', 'nonsense\r\n\r\n', 'invalid_json'],
    ['has a broken header', 'GET /v1/ping HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', 'invalid_json'],
    [
      'has two lengths',
      'POST /v1/ping HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      'invalid_json',
    ],
    [
      'is longer than 64 KiB',
      `GET /v1/ping?ids=${'x'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      'invalid_parameter',
    ],
  ])('because it %s is answered with a request id and the envelope', async (_why, bytes, code) => {
    const answer = await exchange(bytes);

    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const requestId = /X-Request-Id: (req_[0-9a-z]{26})/.exec(head)?.[1];
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toMatchObject({
      error: {
        type: 'invalid_request_error',
        code,
        request_id: requestId,
        doc_url: expect.stringContaining(code),
      },
    });
  });

  it('leaves a query of 30 KB, which is read', async () => {
    const project = await service.newProject();
    const answer = await project.secret.get(`/v1/ping?_ignored=${'x'.repeat(30_000)}`);

    expect(answer.status).toBe(200);
  });
});
