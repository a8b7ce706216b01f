import { describe, expect, it } from 'vitest';
import { createEndpoint } from '../../../src/delivery/webhooks/service.ts';
import { listDeliveries } from '../../../src/delivery/queue/service.ts';
import { addPerson, DashboardClient } from '../../support/dashboard.ts';
import { emitTestEvents } from '../../support/events.ts';
import { startNameServer } from '../../support/name-server.ts';
import { startReceiver } from '../../support/receiver.ts';
import { startService, type TestProject } from '../../support/service.ts';
import { tester } from '../../support/actor.ts';

const names = await startNameServer((name) =>
  name.startsWith('silent') ? null : name === 'inside.example' ? '10.0.0.7' : '127.0.0.1',
);
const service = await startService({
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8,::1/128',
  WEBHOOK_DNS_SERVERS: names.address,
  WEBHOOK_RETRY_SECONDS: '60',
});
const { app } = service;
await app.start();

async function addEndpoint(project: TestProject, url: string) {
  const db = app.system.project(project.id);
  const { endpoint } = await createEndpoint(
    db,
    { url },
    { now: app.clock.now(), actor: tester, box: app.box },
  );
  return async () => (await listDeliveries(db, { endpointId: endpoint.id }, 1))[0]?.attempts;
}

describe('a name server that never answers', () => {
  it('delays neither sign-in nor the deliveries of others', async () => {
    const [hostile, other] = [await service.newProject(), await service.newProject()];
    const receiver = await startReceiver();
    const attempts = [];
    for (let i = 0; i < 8; i += 1) attempts.push(await addEndpoint(hostile, `http://silent-${i}.example/`));
    await addEndpoint(other, receiver.url.replace('127.0.0.1', 'neighbour.example')); // it needs an answer too
    const person = { email: `owner@${other.id}.test`, role: 'owner' } as const;
    await addPerson(app, other.id, person);
    await emitTestEvents(app, hostile.id, {});
    const silent = () => new Set(names.asked.filter((name) => name.startsWith('silent'))).size;
    await expect.poll(silent, { timeout: 20_000 }).toBe(8);

    const begun = performance.now();
    const client = new DashboardClient(service.url);
    const signedIn = client
      .signIn(person.email)
      .then(({ status }) => ({ status, ms: performance.now() - begun }));
    await emitTestEvents(app, other.id, {});
    await receiver.got(1, 4_500);

    const { status, ms } = await signedIn;
    expect(status).toBe(200);
    expect(ms).toBeLessThan(4_500);
    for (const of of attempts)
      await expect
        .poll(of, { timeout: 15_000 })
        .toMatchObject([{ status: null, error: expect.stringMatching(/does not resolve|No whole answer/) }]);
  });
});

describe('a name', () => {
  it('is asked of the name servers that are set, and the address that they name is connected to', async () => {
    const project = await service.newProject();
    const receiver = await startReceiver();
    await addEndpoint(project, receiver.url.replace('127.0.0.1', 'receiver.example'));

    await emitTestEvents(app, project.id, {});

    const [delivery] = await receiver.got(1);
    expect(delivery?.headers.host).toMatch(/^receiver\.example:/);
    expect(names.asked).toContain('receiver.example');
  });

  it('that leads into a private network is refused', async () => {
    const project = await service.newProject();
    const attempts = await addEndpoint(project, 'http://inside.example/');

    await emitTestEvents(app, project.id, {});

    await expect
      .poll(attempts, { timeout: 15_000 })
      .toMatchObject([{ error: 'The address is private, local or otherwise special; nothing was sent.' }]);
  });

  it.each(['localhost', 'some.localhost', 'LOCALHOST'])(
    'such as %s is this machine, and nobody is asked',
    async (name) => {
      const project = await service.newProject();
      const receiver = await startReceiver();
      await addEndpoint(project, receiver.url.replace('127.0.0.1', name));

      await emitTestEvents(app, project.id, {});

      await receiver.got(1);
      expect(names.asked).not.toContain(name.toLowerCase());
    },
  );
});
