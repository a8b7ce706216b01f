import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createEndpoint, readEndpoint } from '../../../src/delivery/webhooks/service.ts';
import { listDeliveries } from '../../../src/delivery/queue/service.ts';
import { signedIn } from '../../support/dashboard.ts';
import { emitTestEvents } from '../../support/events.ts';
import { startRawReceiver, writeForEver } from '../../support/raw-receiver.ts';
import { startReceiver } from '../../support/receiver.ts';
import { startService, type TestProject, type TestService } from '../../support/service.ts';
import { tester } from '../../support/actor.ts';
import { clientOf, databaseOf } from '../../support/database.ts';

const timeoutMs = 500;
const service = await startService({
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
  WEBHOOK_TIMEOUT_MS: String(timeoutMs),
  WEBHOOK_RETRY_SECONDS: '60',
});
await service.app.start();

async function newEndpoint({ app }: TestService, project: TestProject, url: string) {
  const db = app.system.project(project.id);
  const { endpoint } = await createEndpoint(
    db,
    { url },
    { now: app.clock.now(), actor: tester, box: app.box },
  );
  return { db, id: endpoint.id };
}

/** Ways in which an exchange can end, or not end, without an answer that Node tells of. */
const ways: [string, (socket: Socket) => void][] = [
  ['switches protocols', (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\n\r\n')],
  [
    'switches protocols as it was asked to connect',
    (socket) => socket.write('HTTP/1.1 101 Go\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nmore'),
  ],
  ['switches protocols and leaves', (socket) => socket.end('HTTP/1.1 101 Go\r\nUpgrade: a\r\n\r\n')],
  ['says 100 for ever', (socket) => writeForEver(socket, 'HTTP/1.1 100 Continue\r\n\r\n', 5)],
  ['says 103 for ever', (socket) => writeForEver(socket, 'HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n', 5)],
  ['says nothing', () => undefined],
  ['closes its side and says nothing', (socket) => socket.end()],
  ['leaves', (socket) => socket.destroy()],
  ['breaks the connection', (socket) => socket.resetAndDestroy()],
  ['says something else', (socket) => socket.write('220 smtp.example ESMTP\r\n')],
  ['begins a head and goes on for ever', (socket) => writeForEver(socket, 'x', 20)],
  [
    'sends headers for ever',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      writeForEver(socket, 'X-A: b\r\n', 20);
    },
  ],
  ['promises a body and leaves', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na')],
  ['promises a body and waits', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na')],
  [
    'sends a body of pieces for ever',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      writeForEver(socket, '1\r\na\r\n', 50);
    },
  ],
];

describe('a receiver that', () => {
  it.each(ways)('%s: the attempt ends within its time-out, and is a failure', async (_what, serve) => {
    const project = await service.newProject();
    const receiver = await startRawReceiver(serve);
    const { db, id } = await newEndpoint(service, project, receiver.url);

    await emitTestEvents(service.app, project.id, {}, {});

    const ended = async () =>
      (await listDeliveries(db, { endpointId: id }, 10)).flatMap(({ attempts }) => attempts);
    await expect.poll(async () => (await ended()).length, { timeout: timeoutMs + 4_000 }).toBe(2);
    for (const attempt of await ended()) {
      expect(attempt.error).toMatch(/^[A-Z].*\.$/);
      expect(attempt.duration_ms).toBeLessThan(timeoutMs + 1_000);
    }
    expect((await readEndpoint(db, id))?.consecutive_failures).toBe(2);
  });

  it.each(ways)('%s: a test event answers what came of it', async (_what, serve) => {
    const project = await service.newProject();
    const receiver = await startRawReceiver(serve);
    const { id } = await newEndpoint(service, project, receiver.url);
    const owner = await signedIn(service, project.id, 'owner');

    const begun = performance.now();
    const answer = await owner.send('POST', `/projects/${project.id}/webhooks/${id}/test`, {});

    expect(answer).toMatchObject({ status: 200, body: { error: expect.stringMatching(/^[A-Z].*\.$/) } });
    expect(performance.now() - begun).toBeLessThan(timeoutMs + 3_000);
  });

  it('switches protocols is told with its status', async () => {
    const project = await service.newProject();
    const receiver = await startRawReceiver(ways[0]?.[1] ?? (() => undefined));
    const { db, id } = await newEndpoint(service, project, receiver.url);

    await emitTestEvents(service.app, project.id, {});

    await expect
      .poll(async () => (await listDeliveries(db, { endpointId: id }, 1))[0]?.attempts)
      .toMatchObject([{ status: 101, error: 'The endpoint answered 101.' }]);
  });
});

describe('a service with receivers that never end an exchange', () => {
  it('stops within its grace and leaves no claim behind', async () => {
    const stopping = await startService({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' });
    await stopping.app.start();
    const project = await stopping.newProject();
    const receivers = await Promise.all(ways.slice(0, 8).map(([, serve]) => startRawReceiver(serve)));
    for (const { url } of receivers) await newEndpoint(stopping, project, url);
    await emitTestEvents(stopping.app, project.id, {}, {});
    await expect.poll(() => receivers[0]?.asked, { timeout: 5_000 }).toBeGreaterThan(0);

    const begun = performance.now();
    await stopping.app.stopWork(500);

    expect(performance.now() - begun).toBeLessThan(9_000);
    const rows = databaseOf(stopping.app.system).collection('deliveries');
    expect(await rows.countDocuments({ state: 'sending' })).toBe(0);
  });

  it('says so when deliveries are due and none ends', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    receiver.answer = 500;
    const { id } = await newEndpoint(service, project, receiver.url);
    const client = clientOf(service.app.system);
    const db = databaseOf(service.app.system);
    const readiness = async () =>
      (await (await fetch(`${service.url}/readyz`)).json()) as { status: string; problems: object[] };
    const problem = { part: 'deliveries', problem: expect.stringContaining('should have ended') };
    expect((await readiness()).problems).not.toContainEqual(problem);

    // A lock that is held on the endpoint's row keeps the outcome of its attempt from being written down.
    await client.withSession(async (session) => {
      session.startTransaction();
      await db
        .collection<{ _id: string; project_id: string }>('webhook_endpoints')
        .updateOne({ _id: id, project_id: project.id }, { $set: { a: 1 } }, { session });
      await emitTestEvents(service.app, project.id, {});
      await expect
        .poll(async () => (await readiness()).problems, { timeout: 15_000 })
        .toContainEqual(problem);
      await session.abortTransaction();
    });

    await expect
      .poll(async () => (await readiness()).problems, { timeout: 10_000 })
      .not.toContainEqual(problem);
  });
});
