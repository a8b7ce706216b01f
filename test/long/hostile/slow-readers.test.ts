import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { defineType, publishEntry } from '../../support/content.ts';
import { openEventSource } from '../../support/event-source.ts';
import { emitTestEvents } from '../../support/events.ts';
import { startService, type TestProject } from '../../support/service.ts';

const service = await startService({ READER_STALL_SECONDS: '1', HELD_PER_KEY: '1' });
const { port } = new URL(service.url);

async function newPage(): Promise<TestProject & { path: string }> {
  const project = await service.newProject();
  const fields = Array.from({ length: 80 }, (_, i) => ({ key: `t${i}`, type: 'text' }));
  await defineType(project, 'page', fields);
  const values = Object.fromEntries(fields.map(({ key }) => [key, 'wide '.repeat(10_000)]));
  for (let i = 0; i < 3; i += 1) await publishEntry(project, 'page', values);
  return { ...project, path: '/v1/content/page' };
}

/** Asks and takes nothing of the answer. */
async function askOnly({ path, publishable }: TestProject & { path: string }, more = ''): Promise<Socket> {
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.pause();
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: galley.test\r\nAuthorization: Bearer ${publishable.token}\r\n${more}\r\n`,
  );
  return socket;
}

/** What the service says that its answers take, in bytes. */
async function inFlight(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^galley_answers_in_flight_bytes (\S+)$/m.exec(text)?.[1]);
}

describe('an answer that nobody reads', () => {
  it('is counted while it waits, and given up with its connection within seconds', async () => {
    const project = await newPage();
    const socket = await askOnly(project);
    await expect.poll(inFlight, { timeout: 20_000 }).toBeGreaterThan(10_000_000);

    await expect.poll(inFlight, { timeout: 20_000 }).toBe(0);
    socket.on('error', () => undefined).resume();
    await once(socket, 'close');
    expect(socket.bytesRead).toBeLessThan(12_000_000);
  });

  it('is counted once for all who ask for the same', async () => {
    const project = await newPage();
    const sockets = [await askOnly(project)];
    await expect.poll(inFlight, { timeout: 20_000 }).toBeGreaterThan(10_000_000);
    const one = await inFlight();
    sockets.push(await askOnly(project), await askOnly(project));

    expect(await inFlight()).toBeLessThan(one * 3);

    for (const socket of sockets) socket.destroy();
    await expect.poll(inFlight, { timeout: 20_000 }).toBe(0);
  });
});

describe('an answer that is read slowly', () => {
  it('arrives whole as long as something is taken of it', async () => {
    const project = await newPage();
    const whole = await project.publishable.get(project.path);
    const socket = await askOnly(project);
    let bytes = 0;
    socket.on('data', (piece) => {
      bytes += piece.length;
      socket.pause();
      setTimeout(() => socket.resume(), 5);
    });
    socket.resume();

    await expect.poll(() => bytes, { timeout: 40_000 }).toBeGreaterThan(Buffer.byteLength(whole.text));
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });
});

describe('a stream of changes', () => {
  const text = 'told '.repeat(20_000);

  /** A project whose feed holds more than any connection takes by itself, and where it begins. */
  async function newFeed() {
    const project = await service.newProject();
    const { next_since: since, version } = (await project.publishable.get('/v1/changes?since=0')).body;
    for (let i = 0; i < 10; i += 1)
      await emitTestEvents(
        service.app,
        project.id,
        ...Array.from({ length: 20 }, () => ({ data: { text } })),
      );
    return { ...project, path: `/v1/changes?since=${since ?? version}` };
  }

  it('that nobody reads is ended within seconds, and its place is free again', async () => {
    const project = await newFeed();
    const { token } = project.publishable;
    const socket = await askOnly(project, 'Accept: text/event-stream\r\n');
    await once(socket, 'readable'); // the stream has begun
    const isFree = async () => {
      const source = await openEventSource(service.url + project.path, token).catch(() => null);
      source?.close();
      return source !== null;
    };
    expect(await isFree()).toBe(false); // the key has one place

    await expect.poll(isFree, { timeout: 20_000 }).toBe(true);

    socket.on('error', () => undefined).resume();
    await once(socket, 'close');
    expect(socket.bytesRead).toBeGreaterThan(0);
    expect(socket.bytesRead).toBeLessThan(200 * text.length);
  });

  it('that is read stays while nothing is told, longer than a reader may take nothing', async () => {
    const project = await service.newProject();
    const source = await openEventSource(`${service.url}/v1/changes`, project.publishable.token);
    await expect.poll(() => source.messages.length, { timeout: 10_000 }).toBe(1);
    const begun = performance.now();
    await expect.poll(() => performance.now() - begun, { timeout: 10_000 }).toBeGreaterThan(3_000);

    await emitTestEvents(service.app, project.id, { data: { n: 1 } });

    await expect.poll(() => source.messages.length, { timeout: 10_000 }).toBe(2);
    expect(source.ended).toBe(false);
    source.close();
  });
});
