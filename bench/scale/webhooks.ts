import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createEndpoint } from '../../src/delivery/webhooks/service.ts';
import { tester } from '../../test/support/actor.ts';
import {
  type Installation,
  medianOf,
  mediansOf,
  msOf,
  openInstallation,
  report,
  type Send,
} from '../installation.ts';

const projects = 100;
const endpointsPerProject = 10;
const rounds = 20;

/** Compares deliveries and creates of one project alone with the same beside 100 projects with 1,000 endpoints. */
export async function measureWebhooks(): Promise<void> {
  const installation = await openInstallation({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' });
  const receiver = await startReceiver();
  try {
    const first = await addProject(installation, receiver.url);
    const before = await figuresOf(first, receiver);
    const others: Send[] = [];
    while (others.length < projects) others.push(await addProject(installation, receiver.url));
    const after = await figuresOf(first, receiver);
    const deliveries = projects * endpointsPerProject;
    const all = await msOf(() => receiver.got(deliveries, () => Promise.all(others.map(create))));
    report([
      { figure: 'published create, ms', value: before.create },
      {
        figure: `with ${deliveries} endpoints against ${endpointsPerProject}`,
        value: after.create / before.create,
      },
      { figure: `a create until ${endpointsPerProject} endpoints have it, ms`, value: before.delivery },
      {
        figure: `with ${deliveries} endpoints against ${endpointsPerProject}`,
        value: after.delivery / before.delivery,
      },
      {
        figure: `one create in each of ${projects} projects: deliveries a second`,
        value: (deliveries / all) * 1_000,
      },
    ]);
  } finally {
    receiver.stop();
    await installation.stop();
  }
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Counts requests and answers 204. */
async function startReceiver() {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count += 1;
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Waits until `work` has caused this number of requests. */
    async got(more: number, work: () => Promise<unknown>): Promise<void> {
      const start = count;
      await work();
      while (count < start + more) await delay(2);
    },
    stop: () => server.close().closeAllConnections(),
  };
}

async function addProject({ app, newProject }: Installation, url: string): Promise<Send> {
  const { projectId, send } = await newProject(['en']);
  await send('PUT', '/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
  const events = ['content.entry.published'];
  for (let i = 0; i < endpointsPerProject; i += 1) {
    const by = { now: app.clock.now(), actor: tester, box: app.box };
    await createEndpoint(app.system.project(projectId), { url: `${url}/${i}`, events }, by);
  }
  return send;
}

const create = (send: Send) =>
  send('POST', '/v1/content/page/entries', { values: { title: 'A page' }, publish: true });

async function figuresOf(send: Send, receiver: Receiver): Promise<{ create: number; delivery: number }> {
  const delivered: number[] = [];
  const ms = await mediansOf(rounds, { create: () => create(send) });
  for (let i = 0; i < rounds; i += 1) {
    delivered.push(await msOf(() => receiver.got(endpointsPerProject, () => create(send))));
  }
  return { create: ms.create, delivery: medianOf(delivered) };
}
