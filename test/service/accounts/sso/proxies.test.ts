import { connect } from 'node:net';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, it } from 'vitest';
import { cleanup } from '../../../support/cleanup.ts';
import { DashboardClient } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';
import { passThrough, start } from '../../../support/sign-in/sso-browser.ts';
import { issuerVariables, startIssuer } from '../../../support/sign-in/stand-in-issuer.ts';

const issuer = await startIssuer();
/** The hosts to which the proxy connected. */
const connections: string[] = [];
const proxy = createServer().on('connect', ({ url = '' }, client) => {
  connections.push(url);
  const [host = '', port = ''] = url.split(':');
  if (host !== '127.0.0.1') return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  const server = connect(Number(port), host, () => {
    client.write('HTTP/1.1 200 Connected\r\n\r\n');
    server.pipe(client).pipe(server);
  });
  for (const socket of [client, server])
    socket.on('error', () => undefined).on('close', () => (client.destroy(), server.destroy()));
});
proxy.listen(0, '127.0.0.1');
await once(proxy, 'listening');
cleanup(() => void proxy.close());
const proxyUrl = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;

beforeEach(() => {
  issuer.reset();
  connections.length = 0;
});

it.each([
  ['pass the proxy of the environment', {}, true],
  ['do not pass it if NO_PROXY lists the issuer', { NO_PROXY: '127.0.0.1' }, false],
])('requests to issuers %s', async (_what, more, isUsed) => {
  const service = await startOwnService({ ...issuerVariables(issuer), HTTP_PROXY: proxyUrl, ...more });
  const arrival = await passThrough(service, issuer, new DashboardClient(service.url));
  expect(arrival.query).toEqual({ error: 'not_invited', issuer: 'corp' });
  expect(issuer.requests).toContain('/token');
  expect(new Set(connections)).toEqual(new Set(isUsed ? [new URL(issuer.url).host] : []));
});

it('requests to https issuers pass HTTPS_PROXY', async () => {
  const variables = issuerVariables({ url: 'https://idp.example' });
  const service = await startOwnService({ ...variables, HTTPS_PROXY: proxyUrl });

  const { answer } = await start(new DashboardClient(service.url));

  expect([answer.status, answer.body.error.code]).toEqual([503, 'sso_unavailable']);
  expect(new Set(connections)).toEqual(new Set(['idp.example:443']));
});
