import { nobody } from '../src/contract/events/actor.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type App, createApp } from '../src/server/app.ts';
import { readConfig } from '../src/core/settings/config.ts';
import { freePort } from '../dev/embedded/mongod/instance.ts';
import { startEmbeddedMongod } from '../dev/embedded/mongod/server.ts';
import { createKey } from '../src/accounts/keys/service.ts';
import { createProject } from '../src/accounts/new-project/store.ts';
import { multiplyEntry } from '../test/support/many-entries.ts';
import { tester } from '../test/support/actor.ts';
import { databaseOf } from '../test/support/database.ts';

/** Sends a request; throws if it is rejected. */
export type Send = <T>(this: void, method: string, path: string, body?: object) => Promise<T>;

/** A service in a separate process with one project, on a database that is deleted with the benchmark. */
export interface Installation {
  /** The parts of a service in this process, on the service's database. */
  app: App;
  projectId: string;
  url: string;
  service: ChildProcess;
  /** The environment of the service. */
  variables: Record<string, string>;
  secret: string;
  publishable: string;
  /** Current memory of the service's process, in MB. */
  memoryMb(this: void): Promise<number>;
  /** Sends a request with the secret key; throws if it is rejected. */
  send: Send;
  /** Creates another project in these locales, the default first. @returns how to send requests with its secret key */
  newProject(this: void, locales: readonly string[]): Promise<{ projectId: string; send: Send }>;
  /** Creates a collection `page` with `count` published entries, directly in the database. */
  fill(count: number): Promise<void>;
  stop(): Promise<void>;
}

const startLimitMs = 60_000;
/** Rate limits that no run reaches. */
const wide = '1000000000';

/**
 * @param more - additional variables of the service
 * @param program - the program that runs the service; it can send IPC messages to the benchmark
 */
export async function openInstallation(
  more: Record<string, string> = {},
  program = new URL('../src/main.ts', import.meta.url),
): Promise<Installation> {
  const given = process.env['MONGODB_URI'];
  const mongod = given === undefined ? await startEmbeddedMongod({ dbPath: null, say: console.log }) : null;
  const port = await freePort(0);
  const variables = {
    HOST: '127.0.0.1',
    PORT: String(port),
    MONGODB_URI: given ?? mongod?.uri ?? '',
    MONGODB_DB: `bench_${randomUUID().slice(0, 8)}`,
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'galley',
    S3_ACCESS_KEY: 'bench',
    S3_SECRET_KEY: 'bench',
    APP_SECRET: 'a secret that is only for benchmarks, 32+ bytes',
    ...{ RATE_READ: wide, RATE_WRITE: wide, RATE_VOTE: wide, LOG_LEVEL: 'silent' },
    ...more,
  };
  const app = await createApp(readConfig(variables));
  const { project } = await createProject(
    app.system,
    { name: 'Bench', privateMedia: false },
    { now: app.clock.now(), actor: nobody },
  );
  const keyOf = (purpose: 'secret' | 'publishable', projectId = project._id) =>
    createBenchKey(app, projectId, purpose);
  const secret = await keyOf('secret');
  const url = `http://127.0.0.1:${port}`;
  const served = await serve(program, url, variables);
  const sendWith =
    (key: string): Send =>
    async <T>(method: string, path: string, body?: object): Promise<T> => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const answer = await fetch(url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    };
  const send = sendWith(secret);
  return {
    app,
    projectId: project._id,
    url,
    service: served.child,
    variables,
    secret,
    publishable: await keyOf('publishable'),
    memoryMb: () => memoryMb(served.child.pid ?? 0),
    send,
    async newProject(locales) {
      const input = { name: 'Bench', privateMedia: false, locales };
      const by = { now: app.clock.now(), actor: nobody };
      const created = (await createProject(app.system, input, by)).project;
      return { projectId: created._id, send: sendWith(await keyOf('secret', created._id)) };
    },
    async fill(count) {
      const fields = ['title', 'text'].map((key) => ({ key, type: 'text' }));
      await send('PUT', '/v1/schema/content-types/page', {
        fields: [...fields, { key: 'price', type: 'number' }],
      });
      const values = { title: 'A page', text: 'Some words of a page. '.repeat(40), price: 5 };
      const { id } = await send<{ id: string }>('POST', '/v1/content/page/entries', {
        values,
        publish: true,
      });
      await multiplyEntry(app, id, count - 1);
    },
    async stop() {
      await served.stop();
      await databaseOf(app.system).dropDatabase();
      await app.close();
      await mongod?.stop();
    },
  };
}

async function createBenchKey(
  { system, clock, box }: App,
  projectId: string,
  purpose: 'secret' | 'publishable',
): Promise<string> {
  const input = { purpose, name: 'bench', origins: [], expiresInDays: null };
  const by = { now: clock.now(), actor: tester, box };
  return (await createKey(system.project(projectId), input, by)).token;
}

/** Starts a program of the service and waits until it serves. */
export async function serve(program: URL, url: string, variables: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(program)], {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const endsAt = performance.now() + startLimitMs;
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() > endsAt) throw new Error('the service did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    child,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function memoryMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1]) / 1024;
}

/** Returns how long `work` takes, in milliseconds. */
export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Rounds that `mediansOf` runs before those that count. */
export const warmUp = 10;

/** Runs all measures in turn, `rounds` times. @returns the median of each, in milliseconds */
export async function mediansOf<K extends string>(
  rounds: number,
  measures: Record<K, (round: number) => Promise<unknown>>,
): Promise<Record<K, number>> {
  const times = new Map<K, number[]>();
  const each = Object.entries(measures) as [K, (round: number) => Promise<unknown>][];
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [name, measure] of each) {
      const ms = await msOf(() => measure(round));
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms]);
    }
  }
  const medians = each.map(([name]) => [name, medianOf(times.get(name) ?? [])]);
  return Object.fromEntries(medians) as Record<K, number>;
}

/** Prints figures with their bounds. A missed bound doesn't fail the run, because a busy machine can cause it. */
export function report(
  figures: readonly { figure: string; value: number; most?: number; least?: number }[],
): void {
  console.table(
    figures.map(({ figure, value, most = Infinity, least = -Infinity }) => ({
      figure,
      value: Number(value.toPrecision(3)),
      bound: most < Infinity ? `<= ${most}` : least > -Infinity ? `>= ${least}` : '',
      verdict:
        most === Infinity && least === -Infinity ? '' : value <= most && value >= least ? 'pass' : 'FAIL',
    })),
  );
}
