import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { headOf, openRaw, type RawConnection } from '../../support/raw-connection.ts';
import { startService, type TestProject, type TestService } from '../../support/service.ts';

const mebibyte = 1024 * 1024;
const stallMs = 1_000;
const roomy = await startService({ BODY_STALL_SECONDS: '3' });
const quick = await startService({ BODY_STALL_SECONDS: '1' });
const narrow = await startService({
  MAX_BODY_BYTES: '200000',
  BODY_BYTES_IN_FLIGHT_MAX: '2000000',
  BODY_STALL_SECONDS: '3',
});

const open: RawConnection[] = [];
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy();
});

async function begin(service: TestService, head: string, body: Uint8Array): Promise<RawConnection> {
  const connection = await openRaw(service.url, Buffer.concat([Buffer.from(head), body]));
  open.push(connection);
  return connection;
}

function headFor(project: TestProject, headers: Record<string, string | number>): string {
  return headOf('POST', '/v1/authors', { Authorization: `Bearer ${project.secret.token}`, ...headers });
}

/** The answer on a connection, which is closed then. */
function firstAnswer(connection: RawConnection): Promise<string> {
  return vi.waitFor(() => {
    const text = connection.text();
    expect(text).toContain('\r\n\r\n');
    connection.socket.destroy();
    return text;
  }, 15_000);
}

/** Memory of bodies as the service counts it. */
async function bodiesBytes(service: TestService): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^galley_bodies_bytes (\d+)/m.exec(text)?.[1]);
}

describe('bodies that do not come to their end', () => {
  it(
    'are not unpacked: 400 of 15 bytes hold a few kilobytes and not 1.6 GB',
    { timeout: 60_000 },
    async () => {
      const project = await roomy.newProject();
      const packed = brotliCompressSync(Buffer.alloc(4 * mebibyte - 1_024, ' '));
      expect(packed.length).toBeLessThan(20);
      const head = headFor(project, { 'Content-Encoding': 'br', 'Content-Length': packed.length + 1 });
      const before = process.memoryUsage().rss;
      let peak = { rss: before, counted: 0 };
      const watch = setInterval(() => {
        void bodiesBytes(roomy).then((counted) => {
          const { rss } = process.memoryUsage();
          peak = { rss: Math.max(peak.rss, rss), counted: Math.max(peak.counted, counted) };
        });
      }, 100);

      const sent = await Promise.all(Array.from({ length: 400 }, () => begin(roomy, head, packed)));
      const answers = await Promise.all(sent.map(({ closed }) => closed)).finally(() => clearInterval(watch));

      expect(answers.filter((text) => text.includes('"invalid_json"'))).toHaveLength(400);
      expect(peak.counted).toBeGreaterThan(0);
      expect(peak.counted).toBeLessThanOrEqual(400 * packed.length);
      expect(peak.rss - before).toBeLessThan(200 * mebibyte);
      expect(await bodiesBytes(roomy)).toBe(0);
    },
  );

  it.each(['Content-Length', 'chunked', 'packed'])(
    'are let go after seconds with invalid_json, and so is their connection: %s',
    async (how) => {
      const project = await quick.newProject();
      const gzip = gzipSync('{"name":"Ada"}').subarray(0, -4);
      const sent = {
        'Content-Length': [{ 'Content-Length': 20 }, Buffer.from('{"name":')],
        chunked: [{ 'Transfer-Encoding': 'chunked' }, Buffer.from('8\r\n{"name":\r\n')],
        packed: [{ 'Content-Length': gzip.length + 4, 'Content-Encoding': 'gzip' }, gzip],
      }[how] as [Record<string, string>, Buffer];
      const begun = performance.now();

      const answer = await (await begin(quick, headFor(project, sent[0]), sent[1])).closed;

      expect(performance.now() - begun).toBeLessThan(4 * stallMs);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain(
        '"code":"invalid_json","message":"The body could not be read: it did not arrive whole.',
      );
    },
  );

  it('are let go too when they come a byte at a time', { timeout: 20_000 }, async () => {
    const project = await quick.newProject();
    const connection = await begin(quick, headFor(project, { 'Content-Length': 500 }), Buffer.from('{'));
    const begun = performance.now();
    const trickle = setInterval(() => connection.socket.write(' '), stallMs / 4);

    const answer = await connection.closed.finally(() => clearInterval(trickle));

    expect(performance.now() - begun).toBeLessThan(6 * stallMs);
    expect(answer).toContain('"invalid_json"');
  });

  it('of strangers take 8 KiB each at most and are let go like others', async () => {
    const head = headOf('POST', '/dashboard/api/session', { 'Transfer-Encoding': 'chunked' });

    const answer = await (await begin(quick, head, Buffer.from('5\r\n{"ema\r\n'))).closed;

    expect(answer).toContain('"invalid_json"');
  });
});

describe('bodies that come all at once', () => {
  it(
    'take no more than the bound of the process, a project no more than its share, and others are served meanwhile',
    { timeout: 30_000 },
    async () => {
      const greedy = await narrow.newProject();
      const other = await narrow.newProject();
      const half = Buffer.alloc(100_000, ' ');
      const head = headFor(greedy, { 'Content-Length': 2 * half.length });

      const held = await Promise.all(Array.from({ length: 40 }, () => begin(narrow, head, half)));
      await vi.waitFor(async () => expect(await bodiesBytes(narrow)).toBeGreaterThan(300_000), 15_000);

      expect(await bodiesBytes(narrow)).toBeLessThan(600_000);
      expect((await other.secret.post('/v1/authors', { name: 'Ada' })).status).toBe(201);
      const answers = await Promise.all(held.map(firstAnswer));
      const refused = answers.filter((text) => /^HTTP\/1\.1 503 /.test(text));
      expect(refused.length).toBeGreaterThan(20);
      for (const text of refused) {
        expect(text).toMatch(/\r\nRetry-After: \d+\r\n/);
        expect(text).toContain('"temporarily_unavailable"');
      }
      await vi.waitFor(async () => expect(await bodiesBytes(narrow)).toBe(0), 10_000);
      expect((await greedy.secret.post('/v1/authors', { name: 'Bea' })).status).toBe(201);
    },
  );
});
