import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import {
  AddressGuard,
  type NameResolver,
  parseSubnets,
} from '../../../../src/core/outbound/address-guard.ts';
import { Outbound } from '../../../../src/core/outbound/post-json.ts';
import { startConnectionTrap } from '../../../support/connection-trap.ts';
import { forbiddenHosts } from '../../../support/forbidden-hosts.ts';

const trap = await startConnectionTrap();

const none = parseSubnets('');
const loopback = parseSubnets('127.0.0.0/8');

function outbound(allowed = none, addressesOf?: NameResolver['addressesOf']): Outbound {
  const names = addressesOf === undefined ? undefined : { addressesOf, close: () => undefined };
  const made = new Outbound(new AddressGuard(allowed, names));
  afterAll(() => made.close());
  return made;
}

function post(sender: Outbound, url: string, timeoutMs = 2_000) {
  return sender.postJson({ url, headers: { 'x-test': '1' }, body: Buffer.from('{"a":1}'), timeoutMs });
}

async function receiver(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('a request to a forbidden address', () => {
  const guarded = outbound();

  it.each([...forbiddenHosts, 'user@127.0.0.1'])('is not sent: %s', async (host) => {
    const before = trap.connections;

    const exchange = await post(guarded, `http://${host}:${trap.port}/`);

    expect(exchange).toMatchObject({ status: null, failure: expect.any(String) });
    expect(trap.connections).toBe(before);
  });

  it('would have reached the trap if it were allowed', async () => {
    const before = trap.connections;

    expect(await post(outbound(loopback), `http://127.0.0.1:${trap.port}/`)).toMatchObject({ status: null });
    expect(trap.connections).toBe(before + 1);
  });

  it('is not sent over TLS either', async () => {
    const before = trap.connections;

    expect(await post(guarded, `https://localhost:${trap.port}/`)).toMatchObject({ status: null });
    expect(trap.connections).toBe(before);
  });

  it('is not sent when a name resolves to a public and a loopback address at once', async () => {
    const before = trap.connections;
    const both = outbound(none, () =>
      Promise.resolve([
        { address: '1.1.1.1', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]),
    );

    expect(await post(both, `http://two.test:${trap.port}/`)).toMatchObject({ status: null });
    expect(trap.connections).toBe(before);
  });

  it('is not sent when a name that answered allowed first answers loopback second', async () => {
    let asked = 0;
    const rebinding = outbound(parseSubnets('127.0.0.2/32'), () => {
      asked += 1;
      return Promise.resolve([{ address: asked === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }]);
    });
    const hits: string[] = [];
    const server = createServer((request, response) => {
      hits.push(request.socket.localAddress ?? '');
      response.writeHead(204, { connection: 'close' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    const url = `http://rebinding.test:${(server.address() as AddressInfo).port}/`;

    const first = await post(rebinding, url);
    const second = await post(rebinding, url);
    server.close();

    expect(first).toMatchObject({ status: 204, failure: null });
    expect(second).toMatchObject({ status: null, failure: expect.stringContaining('nothing was sent') });
    expect(hits).toEqual(['127.0.0.2']);
  });

  it('ignores the proxies that the environment names', async () => {
    const before = trap.connections;
    const names = [
      'HTTP_PROXY',
      'http_proxy',
      'HTTPS_PROXY',
      'https_proxy',
      'ALL_PROXY',
      'NODE_USE_ENV_PROXY',
    ];
    for (const name of names) process.env[name] = `http://127.0.0.1:${trap.port}`;
    const unresolved = outbound(none, () =>
      Promise.reject(Object.assign(new Error('not there'), { code: 'ENOTFOUND' })),
    );

    const exchange = await post(unresolved, 'http://somewhere.test/');
    for (const name of names) delete process.env[name];

    expect(exchange.failure).toBe('The name of the host does not resolve.');
    expect(trap.connections).toBe(before);
  });
});

describe('a request to an allowed address', () => {
  const sender = outbound(loopback);

  it('carries the bytes and headers as they were given', async () => {
    let seen = { body: '', headers: {} as IncomingMessage['headers'] };
    const url = await receiver((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        seen = { body: Buffer.concat(parts).toString(), headers: request.headers };
        response.writeHead(201).end('thanks');
      });
    });

    const exchange = await post(sender, url);

    expect(exchange).toEqual({ status: 201, response: 'thanks', failure: null });
    expect(seen).toMatchObject({
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', 'content-length': '7', 'x-test': '1' },
    });
  });

  it.each([301, 302, 303, 307, 308])(
    'answers a redirect with %i as it is and does not follow it',
    async (status) => {
      const before = trap.connections;
      const url = await receiver((_request, response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${trap.port}/` }).end(),
      );

      expect(await post(sender, url)).toMatchObject({ status });
      expect(trap.connections).toBe(before);
    },
  );

  it('keeps 1 KiB of an endless answer and does not wait for its end', async () => {
    let ended = false;
    const url = await receiver((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(2_000)), 5);
      response.on('close', () => {
        ended = true;
        clearInterval(timer);
      });
    });

    const exchange = await post(sender, url);

    expect(exchange).toEqual({ status: 200, response: 'x'.repeat(1024), failure: null });
    await expect.poll(() => ended).toBe(true);
  });

  it.each([
    ['never answers', () => undefined],
    [
      'sends a head and then nothing',
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(200).write('a'),
    ],
    [
      'sends a byte now and then',
      (_: IncomingMessage, response: ServerResponse) => {
        const timer = setInterval(() => response.write('a'), 100);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('gives up after the time-out on a receiver that %s', async (_what, handle) => {
    const url = await receiver(handle);
    const begin = performance.now();

    const exchange = await post(sender, url, 400);

    expect(exchange.failure).toBe('No whole answer within 0.4 s.');
    expect(performance.now() - begin).toBeLessThan(20_000);
  });

  it('uses a kept connection, and a new one when the other side closed it at that moment', async () => {
    const sockets: unknown[] = [];
    const url = await receiver((request, response) => {
      const isReused = sockets.includes(request.socket);
      sockets.push(request.socket);
      if (isReused && sockets.length === 3) request.socket.destroy();
      else response.writeHead(204).end();
    });

    for (let i = 0; i < 3; i += 1)
      expect(await post(sender, url)).toMatchObject({ status: 204, failure: null });

    expect(sockets).toHaveLength(4);
    expect(sockets[1]).toBe(sockets[0]);
    expect(sockets[3]).not.toBe(sockets[0]);
  });

  it('says that a port refuses', async () => {
    expect(await post(sender, 'http://127.0.0.1:1/')).toMatchObject({
      status: null,
      failure: 'The host refuses connections on this port.',
    });
  });

  it('says that the host closed the connection', async () => {
    const url = await receiver((request) => request.socket.destroy());

    expect(await post(sender, url)).toMatchObject({
      status: null,
      failure: 'The host closed the connection.',
    });
  });
});
