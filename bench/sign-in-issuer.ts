import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addPerson, DashboardClient } from '../test/support/dashboard.ts';
import { clientOf, databaseOf } from '../test/support/database.ts';
import { comeBack, start } from '../test/support/sign-in/sso-browser.ts';
import { issuerVariables, openIssuer } from '../test/support/sign-in/stand-in-issuer.ts';
import { freePort } from '../dev/embedded/mongod/instance.ts';
import { medianOf, msOf, openInstallation, report, serve } from './installation.ts';

// Measures a sign-in at an issuer beside one with a password, what other requests notice of 200 callbacks that wait for
// an issuer that hangs, and the memory of an idle service with ten issuers: `npm run bench:sign-in-issuer`, with `-- 5`
// for fewer rounds. `-- memory ../before ../after` measures only how much more memory the second checkout uses when
// idle, for example at a commit and its parent. The default of the second is this checkout.
const [first = '15', ...checkouts] = process.argv.slice(2);
const rounds = Number(first);
const [readsOfRound, hanging, warmUp] = [20, 200, 5];
const [memoryRounds, issuersOfMemory] = [3, 10];

const { issuer, stop: stopIssuer } = await openIssuer();
const { issuer: other, stop: stopOther } = await openIssuer();
const program = new URL('processes/heap.ts', import.meta.url);
const settings = {
  ...issuerVariables(issuer),
  ...issuerVariables(other, { name: 'other' }),
  OIDC_ISSUERS: 'corp,other',
  ...{ TRUSTED_PROXY_HOPS: '1', RATE_ANONYMOUS: '1000000000' },
};
const installation = await openInstallation(settings, program);
const { app, projectId, url, publishable } = installation;
let visitors = 0;

/** A browser with an IP address of its own, so that no limit of sign-ins applies. */
class Visitor extends DashboardClient {
  readonly #from = `198.18.${String(((visitors += 1) >> 8) & 255)}.${String(visitors & 255)}`;

  override send(method: string, path: string, body?: unknown) {
    return super.send(method, path, body, { 'X-Forwarded-For': this.#from });
  }
}

/** Starts a sign-in at an issuer. @returns its callback */
async function startSignIn(at: typeof issuer, name: string): Promise<() => Promise<void>> {
  const client = new Visitor(url);
  const { url: page, flow } = await start(client, {}, name);
  const query = at.answer(page);
  return async () => {
    const arrival = await comeBack({ url } as Parameters<typeof comeBack>[0], client, { query, flow, name });
    if (at === issuer && arrival.query['error'] !== undefined) throw new Error(JSON.stringify(arrival));
  };
}

async function signInWithPassword(): Promise<void> {
  const { status } = await new Visitor(url).signIn('ada@example.test');
  if (status !== 200) throw new Error(`a sign-in with a password got ${String(status)}`);
}

async function read(): Promise<void> {
  const { status } = await fetch(`${url}/v1/authors`, {
    headers: { Authorization: `Bearer ${publishable}` },
  });
  if (status !== 200) throw new Error(`a read got ${String(status)}`);
}

interface Times {
  atIssuer: number[];
  withPassword: number[];
  reads: number[];
}

const noTimes = (): Times => ({ atIssuer: [], withPassword: [], reads: [] });

/** A sign-in of each kind, and reads. The start of the sign-in at the issuer is not measured. */
async function measureRound(): Promise<Times> {
  const callback = await startSignIn(issuer, 'corp');
  const times = noTimes();
  times.atIssuer.push(await msOf(callback));
  times.withPassword.push(await msOf(signInWithPassword));
  for (let i = 0; i < readsOfRound; i += 1) times.reads.push(await msOf(read));
  return times;
}

/**
 * A round while `hanging` callbacks wait for the other issuer, which never responds.
 * @returns null if one of them reached its timeout before the end of the round
 */
async function measureBesideHanging(): Promise<Times | null> {
  const callbacks: (() => Promise<void>)[] = [];
  for (let i = 0; i < hanging; i += 1) callbacks.push(await startSignIn(other, 'other'));
  other.requests.length = 0;
  let ended = 0;
  const running = callbacks.map((callback) => callback().finally(() => (ended += 1)));
  while (other.requests.length < hanging && ended === 0) await wait(10);
  const times = await measureRound();
  const isValid = ended === 0 && other.requests.length === hanging;
  await Promise.all(running);
  return isValid ? times : null;
}

function addTimes(all: Times, times: Times): void {
  for (const kind of ['atIssuer', 'withPassword', 'reads'] as const) all[kind].push(...times[kind]);
}

/** Memory in use by a service after garbage collection, in MB. */
async function memoryOf(service: ChildProcess): Promise<number> {
  service.send('measure');
  const [bytes] = (await once(service, 'message')) as [number];
  return bytes / 1024 / 1024;
}

interface IdleService {
  issuers?: number;
  /** The folder of another checkout. */
  checkout?: string;
  database?: string;
}

/** Memory of an idle service, in MB. */
async function idleMemoryMb({ issuers = 0, checkout, database }: IdleService): Promise<number> {
  const names = Array.from({ length: issuers }, (_, i) => `issuer${String(i)}`);
  const port = String(await freePort(0));
  const variables: Record<string, string> = { ...installation.variables, ROLE: 'api', PORT: port };
  if (checkout !== undefined) variables['CHECKOUT'] = resolve(checkout);
  if (database !== undefined) variables['MONGODB_DB'] = database;
  for (const name of Object.keys(variables)) if (name.startsWith('OIDC_')) delete variables[name];
  for (const name of names)
    Object.assign(variables, issuerVariables({ url: `https://${name}.example` }, { name }));
  if (issuers > 0) variables['OIDC_ISSUERS'] = names.join(',');
  const service = await serve(program, `http://127.0.0.1:${port}`, variables);
  const mb = await memoryOf(service.child);
  await service.stop();
  return mb;
}

/** Alternates between idle services. The first start of each creates its collections and is not measured. */
async function alternateIdle(services: readonly IdleService[]): Promise<number[]> {
  const figures = services.map((): number[] => []);
  for (let round = 0; round <= memoryRounds; round += 1)
    for (const [i, service] of services.entries()) {
      const mb = await idleMemoryMb(service);
      if (round > 0) figures[i]?.push(mb);
    }
  return figures.map(medianOf);
}

/** Each checkout has a database of its own, because older versions can't use that of a newer one. */
async function measureGrowth([before, after = '.']: readonly string[]): Promise<void> {
  if (before === undefined) throw new Error('Name the folder of another checkout.');
  const databaseName = `${String(installation.variables['MONGODB_DB'])}_idle`;
  const services = [before, after].map((checkout, i) => ({
    checkout,
    database: `${databaseName}${String(i)}`,
  }));
  const [mbBefore = Number.NaN, mbAfter = Number.NaN] = await alternateIdle(services);
  for (const { database } of services) await clientOf(app.system).db(database).dropDatabase();
  report([
    { figure: `memory of an idle service in ${before}, MB`, value: mbBefore },
    { figure: `memory that ${after} adds, MB`, value: mbAfter - mbBefore, most: 2 },
  ]);
}

async function measureSignIns(): Promise<void> {
  const ada = await addPerson(app, projectId, { email: 'ada@example.test', role: 'editor' });
  await databaseOf(app.system)
    .collection<{ _id: string }>('identities')
    .insertOne({
      _id: 'idn_bench',
      ...{ user_id: ada._id, issuer: issuer.url, sub: 'ada', name: 'corp', email: null },
      ...{ linked_at: new Date(), last_used_at: null },
    });
  issuer.behavior.claims = { sub: 'ada', email: 'ada@example.test' };
  other.behavior.intercept = (path) => path === '/token'; // never responds
  for (let i = 0; i < warmUp; i += 1) await measureRound();
  const memoryBefore = await memoryOf(installation.service);

  const [quiet, busy] = [noTimes(), noTimes()];
  let valid = 0;
  for (let i = 0; i < rounds; i += 1) {
    const quietTimes = await measureRound();
    const busyTimes = await measureBesideHanging();
    if (busyTimes === null) continue;
    valid += 1;
    addTimes(quiet, quietTimes);
    addTimes(busy, busyTimes);
  }
  const memoryAfter = await memoryOf(installation.service);

  const idle = await alternateIdle([{}, { issuers: issuersOfMemory }]);
  const [without = Number.NaN, withIssuers = Number.NaN] = idle;

  const ratio = (kind: keyof Times) => medianOf(busy[kind]) / medianOf(quiet[kind]);
  report([
    {
      figure: 'a sign-in at an issuer, times of one with a password',
      value: medianOf(quiet.atIssuer) / medianOf(quiet.withPassword),
    },
    { figure: 'a sign-in at an issuer, median in ms', value: medianOf(quiet.atIssuer) },
    { figure: `rounds in which all ${String(hanging)} callbacks waited`, value: valid, least: 1 },
    { figure: 'reads meanwhile, times of quiet', value: ratio('reads'), most: 2 },
    { figure: 'sign-ins at another issuer meanwhile, times of quiet', value: ratio('atIssuer'), most: 2 },
    { figure: 'sign-ins with a password meanwhile, times of quiet', value: ratio('withPassword'), most: 2 },
    { figure: 'memory that these rounds added, MB', value: memoryAfter - memoryBefore },
    { figure: 'memory of an idle service without issuers, MB', value: without },
    {
      figure: `memory that ${String(issuersOfMemory)} configured issuers add, MB`,
      value: withIssuers - without,
      most: 2,
    },
  ]);
}

try {
  await (first === 'memory' ? measureGrowth(checkouts) : measureSignIns());
} finally {
  await installation.stop();
  await stopIssuer();
  await stopOther();
}
