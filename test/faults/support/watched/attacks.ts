import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { openRaw, headOf } from '../../../support/raw-connection.ts';

/** Where hostile callers send to, and the key that they have. */
export interface Target {
  url: string;
  token: string;
}

/** Something done again and again until `stop`, which answers how often it came to its end. */
export interface Attack {
  stop(this: void): Promise<Record<string, number>>;
}

const mebibyte = 1024 * 1024;
/** `BODY_STALL_SECONDS`, after which the service lets such a body go. */
const stallMs = 5_000;
/** After which the callers of the widest reads, all at once, ask again. */
const roundMs = 20_000;

/**
 * Repeats a step in so many lines at once; each line counts what its steps answer.
 * @param rhythm - how long after the one before each line begins, and how long each rests after a step
 */
function repeatedly(
  lines: number,
  step: (line: number) => Promise<string>,
  { everyMs = 0, restMs = 0 } = {},
): Attack {
  const counts: Record<string, number> = {};
  let stopping = false;
  const ending = new AbortController();
  const rest = (ms: number) => wait(ms, undefined, { signal: ending.signal }).catch(() => undefined);
  const run = async (line: number) => {
    if (everyMs > 0) await rest(line * everyMs);
    while (!stopping) {
      const outcome = await step(line).catch((error: NodeJS.ErrnoException) => error.code ?? 'failed');
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      if (restMs > 0) await rest(restMs);
    }
  };
  const running = Promise.all(Array.from({ length: lines }, (_, line) => run(line)));
  return {
    async stop() {
      stopping = true;
      ending.abort();
      await running;
      return counts;
    },
  };
}

function firstLine(text: string): string {
  return /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'no answer';
}

/**
 * Bodies of 15 packed bytes that would be 4 MiB unpacked, and whose last byte never comes: `count` at any time, and each
 * is sent anew when it was let go.
 */
export function unfinishedBodies({ url, token }: Target, count: number): Attack {
  const packed = brotliCompressSync(Buffer.alloc(4 * mebibyte - 1_024, ' '));
  const headers = { Authorization: `Bearer ${token}`, 'Content-Encoding': 'br' };
  const head = headOf('POST', '/v1/authors', { ...headers, 'Content-Length': packed.length + 1 });
  const bytes = Buffer.concat([Buffer.from(head), packed]);
  const send = async () => firstLine(await (await openRaw(url, bytes)).closed);
  return repeatedly(count, send, { everyMs: stallMs / count });
}

/** Reads whose answers are as large as answers may be, each another one: by `callers` at once, again after `roundMs`. */
export function widestReads(
  { url, token }: Target,
  path: (caller: number) => string,
  callers: number,
): Attack {
  return repeatedly(
    callers,
    (caller) => {
      return new Promise((resolve, reject) => {
        const headers = { Authorization: `Bearer ${token}` };
        const asked = get(url + path(caller), { headers, agent: false }, (answer) => {
          answer.resume().once('end', () => resolve(String(answer.statusCode)));
          answer.once('error', reject);
        });
        asked.once('error', reject);
      });
    },
    { restMs: roundMs },
  );
}

/** The largest bodies that are refused: by what they are, by what they hold, and for want of a key. */
export function refusedBodies({ url, token }: Target, typePath: string): Attack {
  const full = 4 * mebibyte - 1_024;
  const values = (text: string) => `{"values":${text}}`;
  const numbers = `[${'0,'.repeat(full / 2 - 100)}0]`;
  const names = Array.from({ length: 150_000 }, (_, i) => `"k${i}":{"a":[1,"b"]}`).join();
  const texts = [
    '['.repeat(full),
    '{"a":'.repeat(full / 5),
    values(numbers),
    values(`{${names}}`),
    values(`{"title":"${'x'.repeat(full - 100)}"}`),
    `{"values":{},"zzz":"${'\\u0000'.repeat(full / 6 - 100)}"}`,
    `{"n":${'9'.repeat(full - 10)}}`,
  ].map((text) => Buffer.from(text));
  const bodies = [
    ...texts.map((bytes) => ({ bytes, encoding: undefined })),
    ...texts.map((bytes) => ({ bytes: gzipSync(bytes), encoding: 'gzip' })),
    { bytes: gzipSync(Buffer.alloc(64 * mebibyte, ' ')), encoding: 'gzip' },
  ];
  const doors = [
    { path: typePath, headers: { Authorization: `Bearer ${token}` } },
    { path: typePath, headers: {} },
    { path: '/dashboard/api/session', headers: {} },
  ];
  let next = 0;
  return repeatedly(1, async () => {
    const { bytes, encoding } = bodies[next % bodies.length] as (typeof bodies)[number];
    const { path, headers } = doors[next % doors.length] as (typeof doors)[number];
    next += 1;
    const packed = encoding === undefined ? {} : { 'Content-Encoding': encoding };
    const head = headOf('POST', path, {
      ...headers,
      ...packed,
      'Content-Length': bytes.length,
      Connection: 'close',
    });
    return firstLine(await (await openRaw(url, Buffer.concat([Buffer.from(head), bytes]))).closed);
  });
}
