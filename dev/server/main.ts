import { refuseOldNode } from '../../src/node-version.ts';
import type { DevService } from './start.ts';

refuseOldNode();
/** `npm run dev`: starts everything that Galley needs (specification: commands). */
const abort = new AbortController();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

say('Galley is starting ...');
const startedAt = performance.now();
const progress = setInterval(() => {
  say(`Still starting (${Math.round((performance.now() - startedAt) / 1_000)} s) ...`);
}, 4_500);
const { clientPath } = await import('../../src/introspection/client-package/service.ts');
const { startDev } = await import('./start.ts');
const started = startDev({ env: process.env, folder: process.cwd(), say, signal: abort.signal });

/** The terminal and npm both forward Ctrl-C, so a second signal doesn't mean that the user wants to force the exit. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);

try {
  const service = await started.finally(() => clearInterval(progress));
  say(greeting(service));
} catch (error) {
  if (!abort.signal.aborted) {
    fail('cannot start', error);
  }
}

function fail(what: string, error: unknown): void {
  process.stderr.write(`Galley ${what}: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function end(): void {
  if (abort.signal.aborted) return;
  abort.abort();
  say('\nStopping ...');
  void started
    .then(
      (service) => service.stop(),
      () => undefined, // an aborted start cleans up after itself
    )
    .then(
      () => process.exit(0),
      (error: unknown) => fail('could not stop in order', error),
    );
}

function greeting({ baseUrl, localUrl, demo }: DevService): string {
  return [
    '',
    `  Galley is up       ${baseUrl}`,
    `  Secret key         ${demo.secret_key}`,
    `  Publishable key    ${demo.publishable_key}`,
    `  Dashboard          ${baseUrl}/dashboard`,
    ...(demo.owner === undefined ? [] : [`  Sign in as         ${demo.owner.email}  ${demo.owner.password}`]),
    `  Typed client       npm install ${localUrl}${clientPath}`,
    '',
    '  Try it:',
    `  ${sampleRequest(localUrl, demo.publishable_key)}`,
    '',
    '  Data is kept in .data/. Ctrl-C stops everything.',
    '',
  ].join('\n');
}

/** A request whose output fits on five lines. It uses node for the JSON, because jq may not be installed. */
function sampleRequest(localUrl: string, key: string): string {
  const url = `${localUrl}/v1/content/product?sort=price&limit=3&fields=name,price`;
  const values = `node -p 'JSON.parse(fs.readFileSync(0)).data.map(({ values }) => values)'`;
  return `curl -gsS -H 'Authorization: Bearer ${key}' '${url}' | ${values}`;
}
