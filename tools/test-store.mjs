// Runs the media and storage tests against VersityGW, a third-party store in Go, or exits with 0 if there is no Go. To
// test other stores, set S3_TEST_ENDPOINT and the other variables of test/support/test-store.ts.
// Usage: node tools/test-store.mjs [VITEST OPTIONS AND FILES]
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const version = 'v1.8.0';
const buildMsMax = 7 * 60_000;
const startMsMax = 30_000;
const testsMsMax = 8 * 60_000;
const files = [
  'test/service/content/media',
  'test/service/core/storage/upload',
  'test/service/core/storage/download',
  'test/service/core/storage/bucket-check',
];

const cache = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'galley',
  `versitygw-${version}`,
);
const program = join(cache, 'versitygw');

/** Returns a Go program, or null if none is installed. */
function findGo() {
  for (const go of ['go', '/usr/local/go/bin/go']) {
    try {
      execFileSync(go, ['version'], { stdio: 'ignore' });
      return go;
    } catch {
      // try the next location
    }
  }
  return null;
}

function build(go) {
  mkdirSync(cache, { recursive: true });
  console.log(`Building VersityGW ${version} into ${cache} ...`);
  execFileSync(go, ['install', `github.com/versity/versitygw/cmd/versitygw@${version}`], {
    env: { ...process.env, GOBIN: cache, GOTOOLCHAIN: 'local', CGO_ENABLED: '0' },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: buildMsMax,
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts the store in a temporary folder; resolves when it responds. */
async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'galley-versitygw-'));
  for (const part of ['files', 'attributes']) mkdirSync(join(folder, part));
  const keys = { S3_TEST_ACCESS_KEY: 'galley-tests', S3_TEST_SECRET_KEY: randomBytes(20).toString('hex') };
  const address = `127.0.0.1:${await freePort()}`;
  const log = join(folder, 'log');
  const output = openSync(log, 'w');
  // Metadata is stored in sidecar files, because some file systems don't support extended attributes.
  const options = ['--port', address, '--quiet', 'posix', '--sidecar', join(folder, 'attributes')];
  const child = spawn(program, [...options, join(folder, 'files')], {
    env: {
      PATH: process.env['PATH'],
      ROOT_ACCESS_KEY_ID: keys.S3_TEST_ACCESS_KEY,
      ROOT_SECRET_ACCESS_KEY: keys.S3_TEST_SECRET_KEY,
    },
    stdio: ['ignore', output, output],
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill()) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const endpoint = `http://${address}`;
  for (const until = Date.now() + startMsMax; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    if (await fetch(endpoint).catch(() => null)) break;
    if (child.exitCode === null && Date.now() < until) continue;
    const said = readFileSync(log, 'utf8');
    await stop();
    throw new Error(`VersityGW did not start: ${said}`);
  }
  return { variables: { S3_TEST_ENDPOINT: endpoint, ...keys }, stop };
}

function test(variables) {
  const given = process.argv.slice(2);
  const named = given.some((one) => !one.startsWith('-')) ? given : [...given, ...files];
  return new Promise((resolve, reject) => {
    const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...named], {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: testsMsMax,
    });
    vitest.once('error', reject);
    vitest.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Returns why VersityGW isn't available, or null if it is. */
function whyNot() {
  if (existsSync(program)) return null;
  const go = findGo();
  if (go === null) return 'there is no Go here';
  try {
    build(go);
    return null;
  } catch (error) {
    return `VersityGW could not be built here (${error.message})`;
  }
}

const missing = whyNot();
if (missing !== null) {
  console.log(`Media and storage were tested against the embedded store alone: ${missing}.`);
} else {
  const store = await start();
  try {
    process.exitCode = await test(store.variables);
  } finally {
    await store.stop();
  }
}
