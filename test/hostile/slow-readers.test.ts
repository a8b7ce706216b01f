import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { defineType, publishEntry } from '../support/content.ts';
import { startService, type TestProject } from '../support/service.ts';

const service = await startService({ READER_STALL_SECONDS: '1' });
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
async function askOnly({ path, publishable }: TestProject & { path: string }): Promise<Socket> {
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.pause();
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: galley.test\r\nAuthorization: Bearer ${publishable.token}\r\n\r\n`,
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
