import { createAccountLink } from '../src/accounts/sign-in/operator-actions.ts';
import { findUserByEmail } from '../src/accounts/users/repository.ts';
import { tester } from '../test/support/actor.ts';
import { DashboardClient, addPerson, password } from '../test/support/dashboard.ts';
import { medianOf, msOf, openInstallation } from './installation.ts';

// Guesses passwords from many IP addresses, and measures the effect on the account, other members and readers: `npm run
// bench:guessing`, with `-- 1000` for fewer guesses.
const guesses = Number(process.argv[2] ?? 10_000);
const [triesOfAddress, atOnce, people, looked, burst] = [10, 20, 20, 200, 500];

// The rate limit for account requests per IP address would hide the limits that this benchmark measures.
const installation = await openInstallation({ TRUSTED_PROXY_HOPS: '1', RATE_ANONYMOUS: '1000000000' });
const { app, projectId, url, publishable } = installation;
const victim = 'victim@example.test';

/** Returns a different IP address of a documentation range for each number. */
const addressOf = (n: number) => `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
let strangers = 100_000;

async function signIn(email: string, secret: string, from: string, client = new DashboardClient(url)) {
  client.csrf = client.cookie = null;
  const sent = { email, password: secret };
  const { status } = await client.send('POST', '/session', sent, { 'X-Forwarded-For': from });
  return status;
}

/** Signs in to the attacked account with a link that the operator created. */
async function byLink(): Promise<number> {
  const person = await findUserByEmail(app.system, victim);
  if (person === null) throw new Error(`${victim} has no account`);
  const { url: link } = await createAccountLink(
    { system: app.system, clock: app.clock, actor: tester, baseUrl: url },
    person,
    'sign_in',
  );
  const token = link.slice(link.indexOf('#') + 1);
  return (await new DashboardClient(url).send('POST', '/links/use', { token })).status;
}

function countOf(statuses: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(', ');
}

/** Runs `work` `count` times with `lines` runs in parallel. */
async function inLines(
  count: number,
  lines: number,
  work: (n: number) => Promise<number>,
): Promise<number[]> {
  const answers: number[] = [];
  let next = 0;
  const line = async () => {
    while (next < count) answers.push(await work(next++));
  };
  await Promise.all(Array.from({ length: lines }, line));
  return answers;
}

/** Median time of a cached read while `work` runs, in milliseconds. */
async function readsDuring(work: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let isOver = false;
  void work.finally(() => (isOver = true));
  while (!isOver) {
    const headers = { Authorization: `Bearer ${publishable}` };
    times.push(await msOf(async () => (await fetch(`${url}/v1/authors`, { headers })).text()));
  }
  return medianOf(times);
}

try {
  const emails = Array.from({ length: people }, (_, i) => `person-${i}@example.test`);
  for (const email of [victim, ...emails]) await addPerson(app, projectId, { email, role: 'editor' });
  const known = new DashboardClient(url);
  await signIn(victim, password, addressOf(1), known);
  const quietMs = await readsDuring(new Promise((resolve) => setTimeout(resolve, 3_000)));

  const comingIn: number[] = [];
  const attack = inLines(guesses, atOnce, (n) =>
    signIn(victim, `guess ${n}`, addressOf(1_000 + Math.floor(n / triesOfAddress))),
  );
  for (const email of emails) {
    comingIn.push(await signIn(email, password, addressOf(strangers++)));
    comingIn.push(await signIn(victim, password, addressOf(strangers++), known));
    comingIn.push(await byLink());
  }
  const guessed = await attack;

  const times = { known: [] as number[], unknown: [] as number[] };
  for (let i = 0; i < looked; i += 1) {
    const wrong = (email: string) => msOf(() => signIn(email, 'wrong', addressOf(strangers++)));
    times.known.push(await wrong(emails[i % people] ?? '')); // alternating, so that both run under equal load
    times.unknown.push(await wrong(`nobody-${i}@example.test`));
  }
  const [knownMs, unknownMs] = [medianOf(times.known), medianOf(times.unknown)];

  const idleMb = await installation.memoryMb();
  let mostMb = idleMb;
  const watch = setInterval(
    () => void installation.memoryMb().then((mb) => (mostMb = Math.max(mostMb, mb))),
    20,
  );
  const wave = inLines(burst, burst, (n) =>
    signIn(`nobody-at-once-${n}@example.test`, 'wrong', addressOf(strangers++)),
  );
  const busyMs = await readsDuring(wave);
  const answered = await wave;
  clearInterval(watch);

  const round = (value: number) => Math.round(value * 10) / 10;
  console.table({
    'guesses at one account': `${guesses} from ${guesses / triesOfAddress} addresses: ${countOf(guessed)}`,
    'passwords that were looked at (bound: 100)': guessed.filter((status) => status === 401).length,
    'others, the known browser and links meanwhile': countOf(comingIn),
    'known and unknown account, median ms': `${round(knownMs)} and ${round(unknownMs)}`,
    [`${burst} at once`]: countOf(answered),
    'memory that they add, MB (bound: 150)': round(mostMb - idleMb),
    'kept reads meanwhile, times of quiet (bound: 2)': round(busyMs / quietMs),
  });
} finally {
  await installation.stop();
}
