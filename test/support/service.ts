import { randomInt, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { expect, inject } from 'vitest';
import { type App, createApp } from '../../src/server/app.ts';
import { boundsOf, readConfig, type Variables } from '../../src/core/settings/config.ts';
import type { EventRecord } from '../../src/projects/events/schema.ts';
import { createKey, type NewKey } from '../../src/accounts/keys/service.ts';
import { backgroundDone } from '../../src/core/util/async/background.ts';
import type { Feature } from '../../src/core/context/feature.ts';
import { createProject } from '../../src/accounts/new-project/store.ts';
import { ApiClient } from './client.ts';
import { checkedEvent } from './events.ts';
import { watchShardKeys } from './shard-keys.ts';
import { acting, tester } from './actor.ts';
import { clientOf, databaseOf } from './database.ts';
import { cleanup } from './cleanup.ts';
import { mongodbUri } from './mongodb-uri.ts';
import { markOf, returnDatabase, takeDatabase } from './own-databases.ts';

/** One service over real HTTP, on a database of its own. */
export interface TestService {
  app: App;
  url: string;
  newProject(options?: ProjectOptions): Promise<TestProject>;
}

interface ProjectOptions {
  privateMedia?: boolean;
  /** The project has English alone, whatever TEST_LOCALES says: for tests of responses in one locale. */
  oneLocale?: boolean;
  /** The locales of the project from its creation, the default first: no job has to prepare them. */
  locales?: readonly string[];
}

/** The locales of new projects beside English: the suite also passes with TEST_LOCALES=de,ar. */
export const testLocales = (process.env['TEST_LOCALES'] ?? '').split(',').filter((code) => code !== '');

/** Keys that responses and events have only in projects with several locales. */
export function withLocales<T extends object>(keys: T): Partial<T> {
  return testLocales.length === 0 ? {} : keys;
}

/** A fresh project with a key of each kind; nothing of it is shared with another test. */
export interface TestProject {
  id: string;
  releaseId: string;
  secret: ApiClient;
  publishable: ApiClient;
  /** A client without a key, or with the one given. */
  as(token: string | null): ApiClient;
  newKey(key: Partial<NewKey>): Promise<{ token: string; keyId: string }>;
  /** Names of the events so far, in order. */
  events(): Promise<string[]>;
  eventData(): Promise<Record<string, unknown>[]>;
}

/** A machine on which others work stalls for seconds: what waits for a connection to the database waits for longer. */
function patient(uri: string): string {
  return `${uri}${uri.includes('?') ? '&' : '/?'}waitQueueTimeoutMS=30000`;
}

/** Variables under which tests run: wide budgets and much time, so that only tests about these meet them. */
export function testVariables(overrides: Variables = {}): Variables {
  return {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    // Only tests may use port 0.
    PORT: (overrides['NODE_ENV'] ?? 'test') !== 'test' ? String(randomInt(20_000, 32_000)) : '0',
    BASE_URL: 'http://galley.test',
    MONGODB_URI: patient(mongodbUri()),
    MONGODB_DB: `${inject('databasePrefix')}${randomUUID().slice(0, 13)}`,
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'galley',
    S3_ACCESS_KEY: 'test-access',
    S3_SECRET_KEY: 'test-secret',
    APP_SECRET: 'a secret that is only for tests, 32+ bytes',
    RATE_READ: '1000000',
    RATE_WRITE: '1000000',
    RATE_VOTE: '1000000',
    RATE_ANONYMOUS: '1000000',
    OPS_DETAILS: 'on',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'fatal',
    WORK_TIME_MS: '30000', // a machine on which others work stalls for seconds
    ...overrides,
  };
}

/** A service whose commands are watched: a change of one row that a sharded cluster cannot place fails the file. */
interface Running extends TestService {
  readonly shardFaults: string[];
}

let shared: Promise<Running> | null = null;

/** For tests about how soon a 503 comes: a request may take as long as it may in production. */
export const punctual = { WORK_TIME_MS: '' };

/**
 * The worker's service, which its test files share, each with projects of its own. With settings: another service for
 * this file (or describe block), on a database of its own, stopped at its end.
 */
export async function startService(overrides?: Variables): Promise<TestService> {
  if (overrides !== undefined) return startOwnService(overrides);
  shared ??= launch({ MONGODB_DB: workerDatabase() });
  const service = await shared;
  cleanup(() => expectNoShardFaults(service));
  return service;
}

/**
 * A service for this file (or describe block) alone, stopped at its end: for tests that start its work, stop it,
 * change its clock, count its commands, or look at rows and metrics of more than their own project. It has other
 * features than the product's when told.
 */
export async function startOwnService(
  overrides: Variables = {},
  features?: readonly Feature[],
): Promise<TestService> {
  const isOwn = overrides['MONGODB_DB'] === undefined;
  const database = isOwn && features === undefined ? takeDatabase() : undefined;
  const service = await launch(
    database === undefined ? overrides : { ...overrides, MONGODB_DB: database },
    features,
  );
  const { app } = service;
  const db = databaseOf(app.system);
  const mark = await markOf(db);
  cleanup(async () => {
    app.http.closeAllConnections();
    await new Promise((resolve) => app.http.close(resolve));
    await app.stopWork();
    await backgroundDone();
    if (database !== undefined) await returnDatabase(db, mark);
    else if (isOwn) await db.dropDatabase();
    await app.close();
    expectNoShardFaults(service);
  });
  return service;
}

/** The database that services of one worker may share; it goes at the end of the run (global-setup.ts). */
export function workerDatabase(): string {
  return `${inject('databasePrefix')}worker_${process.env['VITEST_POOL_ID'] ?? '0'}`;
}

async function launch(overrides: Variables, features?: readonly Feature[]): Promise<Running> {
  const app = await createApp(readConfig(testVariables(overrides)), features);
  await new Promise<void>((resolve) => app.http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(app.http.address() as AddressInfo).port}`;
  const { faults: shardFaults } = watchShardKeys(clientOf(app.system));
  return {
    app,
    url,
    shardFaults,
    newProject: (options) => newProject(app, url, options),
  };
}

function expectNoShardFaults({ shardFaults }: Running): void {
  const faults = shardFaults.splice(0); // of this file: the next one begins anew
  expect(faults, 'changes of one row that a sharded cluster cannot place').toEqual([]);
}

async function newProject(
  app: App,
  url: string,
  {
    privateMedia = false,
    oneLocale = false,
    locales = oneLocale ? ['en'] : ['en', ...testLocales],
  }: ProjectOptions = {},
): Promise<TestProject> {
  const input = { name: 'Test', privateMedia, ...(locales.length === 1 ? {} : { locales }) };
  const { project, release } = await createProject(app.system, input, acting(app));
  const db = app.system.project(project._id);
  const newKey = async (key: Partial<NewKey>) => {
    const input: NewKey = { purpose: 'secret', name: 'test', origins: [], expiresInDays: null, ...key };
    const by = { now: app.clock.now(), actor: tester, box: app.box, bounds: boundsOf(app.config) };
    const { record, token } = await createKey(db, input, by);
    return { token, keyId: record.key_id };
  };
  const stored = async () => {
    const events = databaseOf(app.system).collection<EventRecord>('events').find({ project_id: project._id });
    return (await events.sort({ project_revision: 1, _id: 1 }).toArray()).map(checkedEvent);
  };
  return {
    id: project._id,
    releaseId: release.id,
    secret: new ApiClient(url, (await newKey({ purpose: 'secret' })).token),
    publishable: new ApiClient(url, (await newKey({ purpose: 'publishable' })).token),
    as: (token) => new ApiClient(url, token),
    newKey,
    events: async () => (await stored()).map((event) => event.name),
    eventData: async () => (await stored()).map((event) => event.data),
  };
}
