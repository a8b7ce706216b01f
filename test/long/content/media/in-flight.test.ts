import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../../dev/embedded/mongod/instance.ts';
import { ApiClient } from '../../../support/client.ts';
import { startMediaService, storeVariables, type UploadTicket } from '../../../support/media.ts';
import { inRepository, run } from '../../../support/program.ts';
import { testVariables } from '../../../support/service.ts';
import { isForeignStore } from '../../../support/test-store.ts';
import { databaseOf } from '../../../support/database.ts';

const mebibyte = 1024 * 1024;
const uploads = 1_000;
const sizeBytes = 128 * 1024;
/** So many requests to the service at a time; the files themselves are all under way at once. */
const parallel = 50;
/** Node lets garbage lie for as long as there is room; collected often, what is left is what uploads hold. */
const collecting = 'data:text/javascript,setInterval(gc, 1000).unref()';
const half = Buffer.alloc(sizeBytes / 2, 7);

/** Memory of a process and what it has read so far, sockets included, in bytes. */
async function costOf(pid: number): Promise<{ residentBytes: number; readBytes: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const io = await readFile(`/proc/${pid}/io`, 'utf8');
  const numberAfter = (text: string, name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1]);
  return { residentBytes: numberAfter(status, 'VmRSS') * 1024, readBytes: numberAfter(io, 'rchar') };
}

async function inTurns<I, O>(items: readonly I[], work: (item: I) => Promise<O>): Promise<O[]> {
  const answers: O[] = [];
  const entries = items.entries();
  const one = async () => {
    for (const [i, item] of entries) answers[i] = await work(item);
  };
  await Promise.all(Array.from({ length: parallel }, one));
  return answers;
}

/** Sends the first half of a file and leaves it at that. */
async function begin({ upload_url, headers }: UploadTicket): Promise<ClientRequest> {
  const outgoing = request(upload_url, { method: 'PUT', headers, agent: false });
  await new Promise((resolve, reject) => outgoing.on('error', reject).write(half, resolve));
  return outgoing;
}

async function finish(outgoing: ClientRequest): Promise<number> {
  outgoing.end(half);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

// A process's memory is read as Linux tells it.
it.skipIf(process.platform !== 'linux' || isForeignStore)(
  '1,000 uploads in flight cost the service less than 50 MB, and no byte of a file',
  async () => {
    const MONGODB_DB = testVariables()['MONGODB_DB'] ?? '';
    const { service, store } = await startMediaService({ MONGODB_DB });
    onTestFinished(async () => void (await databaseOf(service.app.system).dropDatabase()));
    const project = await service.newProject();
    const port = await freePort(0);
    // What was answered 503 may have been stored, and counts.
    const own = { MONGODB_DB, MAX_PENDING_UPLOADS: '3000' };
    const variables = testVariables({ ...own, ...storeVariables(store.settings) });
    const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value ?? '']));
    const args = ['--expose-gc', '--import', collecting, '--import', import.meta.resolve('tsx')];
    const program = run(process.execPath, [...args, inRepository('src/main.ts')], {
      env: { ...env, NODE_ENV: 'production', PORT: String(port), LOG_LEVEL: 'info' },
    });
    onTestFinished(() => void program.process.kill('SIGKILL'));
    await expect.poll(() => program.err, { timeout: 40_000 }).toContain('Galley serves');
    const client = new ApiClient(`http://127.0.0.1:${port}`, project.secret.token);
    const pid = program.process.pid ?? 0;
    const ask = async (i: number): Promise<UploadTicket & { media: { id: string } }> => {
      const file = { file_name: `film-${i}.mp4`, content_type: 'video/mp4', size_bytes: sizeBytes };
      const answer = await client.post('/v1/media/uploads', file);
      return answer.status === 503 ? ask(i) : answer.body; // fifty at once may be more than a slow machine does in time
    };
    const confirm = async (id: string): Promise<unknown> => {
      const answer = await client.post(`/v1/media/uploads/${id}/confirm`);
      return answer.status === 503 ? confirm(id) : answer.body.status; // as above: it is a write of the project, too
    };
    const numbers = Array.from({ length: uploads }, (_, i) => i);
    // What the first requests of a process cost is no upload's.
    const first = await inTurns(numbers.slice(0, 100), ask);
    await inTurns(first, ({ media }) => confirm(media.id));
    await wait(500);
    const before = await costOf(pid);
    let peakBytes = before.residentBytes;
    const watch = setInterval(() => {
      void costOf(pid).then(({ residentBytes }) => (peakBytes = Math.max(peakBytes, residentBytes)));
    }, 100);

    const asked = await inTurns(numbers, ask);
    const begun = await Promise.all(asked.map(begin));
    const sent = await Promise.all(begun.map(finish));
    const states = await inTurns(asked, ({ media }) => confirm(media.id));

    clearInterval(watch);
    const grownMb = (peakBytes - before.residentBytes) / mebibyte;
    const readMb = ((await costOf(pid)).readBytes - before.readBytes) / mebibyte;
    const filesMb = (uploads * sizeBytes) / mebibyte;
    console.log(
      `${uploads} uploads of ${filesMb} MB in flight: memory grew by ${grownMb.toFixed(1)} MB, ${readMb.toFixed(1)} MB were read`,
    );
    expect(new Set(sent)).toEqual(new Set([200]));
    expect(new Set(states)).toEqual(new Set(['ready']));
    expect(grownMb).toBeLessThan(50);
    // Requests, rows, what the store says of an object, and requests that a slow machine has repeated.
    expect(readMb).toBeLessThan(filesMb / 5);
  },
  300_000,
);
