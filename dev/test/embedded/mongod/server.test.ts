import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import { isAlive } from '../../../../src/core/util/process-alive.ts';
import { type EmbeddedMongod, startEmbeddedMongod } from '../../../embedded/mongod/server.ts';

const secondsMax = { timeout: 60_000 };

let folder: string;
let said: string[] = [];
const started: EmbeddedMongod[] = [];
const holders: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-test-'));
  said = [];
});
afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL');
  for (const mongod of started.splice(0)) await mongod.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

async function start(dbPath: string | null, port?: number): Promise<EmbeddedMongod> {
  const say = (line: string) => void said.push(line);
  const mongod = await startEmbeddedMongod({ dbPath, say, ...(port === undefined ? {} : { port }) });
  started.push(mongod);
  return mongod;
}

/** Starts a second process on the folder; returns its output. */
async function hold(dbPath: string): Promise<{ holder: ChildProcess; printed: Record<string, unknown> }> {
  const script = join(import.meta.dirname, 'holder.ts');
  const holder = spawn(process.execPath, ['--import', 'tsx', script, dbPath], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  holders.push(holder);
  const [line] = (await once(createInterface(holder.stdout), 'line')) as [string];
  return { holder, printed: JSON.parse(line) as Record<string, unknown> };
}

async function withClient<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function write(uri: string, text: string): Promise<unknown> {
  return withClient(uri, (client) =>
    client
      .db('test')
      .collection('notes', { writeConcern: { w: 'majority' } })
      .insertOne({ text }),
  );
}

function read(uri: string): Promise<string[]> {
  return withClient(uri, async (client) => {
    const notes = await client
      .db('test')
      .collection<{ text: string }>('notes')
      .find()
      .sort({ _id: 1 })
      .toArray();
    return notes.map(({ text }) => text);
  });
}

describe('the embedded MongoDB', secondsMax, () => {
  it('keeps its data over a restart on another port', async () => {
    const first = await start(folder);
    await write(first.uri, 'kept');
    await first.stop();

    const second = await start(folder);

    expect(second.port).not.toBe(first.port);
    expect(await read(second.uri)).toEqual(['kept']);
  });

  it('is started again on its port when it ends by itself, with every acknowledged write', async () => {
    const mongod = await start(folder);
    const { pid } = mongod;
    for (const text of ['one', 'two', 'three']) await write(mongod.uri, text);
    process.kill(pid, 'SIGKILL');

    await expect.poll(() => read(mongod.uri), { timeout: 60_000 }).toEqual(['one', 'two', 'three']);
    expect(mongod.pid).not.toBe(pid);
    expect(said).toContain('MongoDB ended unexpectedly, and is started again on its data. Its last words:');
    await write(mongod.uri, 'four');
  });

  it('is given up when it ends again and again soon after its start', async () => {
    const mongod = await start(folder);
    for (let pid = 0; !said.includes('MongoDB ended unexpectedly, too often. Its last words:');) {
      await expect.poll(() => mongod.pid, { timeout: 60_000 }).not.toBe(pid);
      pid = mongod.pid;
      if (pid !== 0) process.kill(pid, 'SIGKILL');
    }

    await mongod.stop();
    expect(mongod.pid).toBe(0);
    expect(said.filter((line) => line.startsWith('MongoDB ended'))).toHaveLength(3);
  });

  it('refuses a second process on the same folder and names the first', async () => {
    const first = await start(folder);

    const { printed } = await hold(folder);

    expect(printed).toEqual({
      refused: `${folder} is in use by process ${process.pid} (its MongoDB listens on port ${first.port}). Stop it, or use another folder.`,
    });
    await write(first.uri, 'still here');
  });

  it('starts again at once after its process was killed, and leaves no orphan', async () => {
    const { holder, printed } = await hold(folder);
    await write(`mongodb://127.0.0.1:${String(printed['port'])}/?directConnection=true`, 'before');
    holder.kill('SIGKILL');

    const second = await start(folder);

    await expect.poll(() => isAlive(Number(printed['pid']))).toBe(false);
    expect(await read(second.uri)).toEqual(['before']);
  });

  it('takes its temporary data with it', async () => {
    const mongod = await start(null);
    const folderOf = await withClient(mongod.uri, async (client) => {
      const { parsed } = await client.db('admin').command({ getCmdLineOpts: 1 });
      return String(parsed.storage.dbPath).replace(/^Z:/, '').replaceAll('\\', '/');
    });
    expect(existsSync(folderOf)).toBe(true);
    const { pid } = mongod;

    await mongod.stop();

    expect(existsSync(folderOf)).toBe(false);
    expect(isAlive(pid)).toBe(false);
  });

  it('says that a wanted port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;

    await expect(start(folder, port)).rejects.toThrow(`Port ${port} for MongoDB is taken.`);
    other.close();
  });
});

describe('the MongoDB of a test run', () => {
  it('has transactions and change streams', async () => {
    const seen = await withClient(inject('mongodbUri'), async (client) => {
      const db = client.db(`embedded_${process.pid}`);
      const notes = await db.createCollection<{ text: string }>('notes');
      const stream = notes.watch([], { maxAwaitTimeMS: 50 });
      await stream.tryNext(); // opens the stream before the first change
      await client.withSession((session) =>
        session.withTransaction(() => notes.insertOne({ text: 'in one step' }, { session })),
      );
      const change = await stream.next();
      await stream.close();
      await db.dropDatabase();
      return change;
    });

    expect(seen).toMatchObject({ operationType: 'insert', fullDocument: { text: 'in one step' } });
  });
});
