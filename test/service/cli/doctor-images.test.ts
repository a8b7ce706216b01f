import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { freePort } from '../../../dev/embedded/mongod/instance.ts';
import { createIPX, createIPXNodeServer, ipxHttpStorage } from 'ipx';
import { afterAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/cli/support/checks/finding.ts';
import { runCommand } from '../../../src/cli/program.ts';
import { storeVariables } from '../../support/media.ts';
import { cleanup } from '../../support/cleanup.ts';
import { startService, testVariables } from '../../support/service.ts';
import { listenWith } from '../../support/stand-in-server.ts';
import { openTestStore } from '../../support/test-store.ts';

const store = await openTestStore();
afterAll(() => store.stop());
const variables = {
  ...testVariables({ MONGODB_DB: `t_${randomUUID().slice(0, 13)}` }),
  ...storeVariables(store.settings),
};
await startService(variables);

/** What services of this file were asked for. */
const asked: string[] = [];

/** ipx itself, which reads from these hosts. */
async function ipxFor(...domains: string[]): Promise<string> {
  const serve = createIPXNodeServer(createIPX({ storage: ipxHttpStorage({ domains }) }));
  const { origin, stop } = await listenWith((request, response) => {
    asked.push(request.url ?? '');
    void serve(request, response);
  });
  cleanup(stop);
  return origin;
}

/** What doctor says of the image service, and how it ends. */
async function said(
  settings: Record<string, string>,
): Promise<{ found: Finding | undefined; exitCode: number }> {
  const { out, exitCode } = await runCommand(['doctor', '--json'], { ...variables, ...settings }, tmpdir());
  const { checks } = JSON.parse(out) as { checks: Finding[] };
  return { found: checks.find(({ name }) => name === 'images'), exitCode };
}

/** Whether each picture that services were asked for is in the bucket still. */
async function areThere(): Promise<boolean[]> {
  const sources = asked.splice(0).map((path) => decodeURIComponent(path.split('/').at(-1) ?? ''));
  return Promise.all(sources.map(async (source) => (await fetch(source)).ok));
}

describe('galley doctor, of the image service', () => {
  it('says nothing where none is set', async () => {
    expect(await said({})).toEqual({ found: undefined, exitCode: 0 });
  });

  it('has it make one picture, finds it well, and leaves nothing behind', async () => {
    const origin = await ipxFor('127.0.0.1', 'localhost');

    const { found, exitCode } = await said({ IMAGE_SERVICE: 'ipx', IMAGE_SERVICE_URL: origin });

    expect(found).toEqual({
      name: 'images',
      ok: true,
      why: `IMAGE_SERVICE makes images at ${origin}.`,
      fix: '',
    });
    expect(exitCode).toBe(0);
    expect(await areThere()).toEqual([false]);
  });

  it('says that it may not read the bucket', async () => {
    const origin = await ipxFor('elsewhere.example.com');

    const { found, exitCode } = await said({ IMAGE_SERVICE: 'ipx', IMAGE_SERVICE_URL: origin });

    expect(found).toMatchObject({ ok: false, why: expect.stringMatching(/answered HTTP 403/) });
    expect(found?.fix).toContain(`allowed to read files below ${new URL(store.settings.publicUrl).origin}`);
    expect(exitCode).toBe(1);
    expect(await areThere()).toEqual([false]);
  });

  it('says that nobody answers', async () => {
    const { found } = await said({
      IMAGE_SERVICE: 'thumbor',
      IMAGE_SERVICE_URL: `http://127.0.0.1:${await freePort(0)}`,
    });

    expect(found).toMatchObject({ ok: false, why: expect.stringMatching(/did not answer \(.*ECONNREFUSED/) });
  });

  it('says that what comes is the whole picture, or none', async () => {
    const whole = await said({ IMAGE_SERVICE: `${await passing()}/{url}?w={width}` });
    const none = await said({ IMAGE_SERVICE: `${await greeting()}/{width}/{encoded_url}` });

    expect(whole.found?.why).toMatch(/made 32 by 32 pixels of it in place of 16 by 8/);
    expect(none.found?.why).toMatch(/answered what is no image \(text\/plain\)/);
  });
});

/** Gives the file as it is, whatever size was asked for. */
async function passing(): Promise<string> {
  const { origin, stop } = await listenWith(({ url = '' }, response) => {
    void fetch(url.slice(1).replace(/\?.*$/, ''))
      .then((file) => file.arrayBuffer())
      .then((bytes) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.from(bytes)));
  });
  cleanup(stop);
  return origin;
}

async function greeting(): Promise<string> {
  const { origin, stop } = await listenWith((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end('Hello');
  });
  cleanup(stop);
  return origin;
}
