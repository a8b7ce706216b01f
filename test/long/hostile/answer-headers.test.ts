import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startOwnService, startService } from '../../support/service.ts';

const plain = await startOwnService();
const secure = await startService({ BASE_URL: 'https://galley.test' });
const { secret } = await plain.newProject();

/** One request of each kind of answer: content, refusals, health, documents, both doors, what is no endpoint. */
const paths = [
  '/v1/ping',
  '/v1/nothing/here',
  '/preview/v1/content/page',
  '/dashboard',
  '/dashboard/assets/nothing.js',
  '/dashboard/api/session',
  '/dashboard/api/nothing',
  '/docs',
  '/docs/errors',
  '/healthz',
  '/readyz',
  '/metrics',
  '/nothing',
];

describe('every answer', () => {
  it.each(paths)('of %s forbids browsers to guess another type', async (path) => {
    for (const headers of [{}, { Authorization: `Bearer ${secret.token}` }]) {
      const answer = await fetch(plain.url + path, { headers });
      await answer.arrayBuffer();
      expect([answer.status, answer.headers.get('X-Content-Type-Options')]).toEqual([
        answer.status,
        'nosniff',
      ]);
    }
  });

  it('to a preflight and to what is no HTTP does so too', async () => {
    const headers = { Origin: 'https://site.example', 'Access-Control-Request-Method': 'GET' };
    const preflight = await fetch(`${plain.url}/v1/ping`, { method: 'OPTIONS', headers });

    expect(preflight.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(await answerToGarbage(plain.url)).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
  });

  it.each(paths)(
    'of %s asks for TLS from then on where BASE_URL is https, and nowhere else',
    async (path) => {
      const tlsOf = async (url: string) => {
        const answer = await fetch(url + path);
        await answer.arrayBuffer();
        return answer.headers.get('Strict-Transport-Security');
      };

      expect(await tlsOf(secure.url)).toBe('max-age=31536000');
      expect(await tlsOf(plain.url)).toBeNull();
    },
  );
});

function answerToGarbage(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write('this is no HTTP\r\n\r\n'));
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}
