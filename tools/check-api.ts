// Checks the OpenAPI document against the running service. For three minutes, schemathesis sends valid and invalid
// requests that it derives from the document. Then a Go client is generated from it, compiled and run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CheckedService, startCheckedService } from './api-check/service.ts';

const here = resolve('tools/api-check');
const cache = resolve('node_modules/.cache/api-check');
const document = `${cache}/openapi.json`;
const seconds = process.env['API_CHECK_SECONDS'] ?? '180';
const seed = process.env['API_CHECK_SEED'] ?? '1';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs a program and returns whether it succeeded within the time limit. */
async function runs(
  command: readonly [string, ...string[]],
  { cwd, env = {}, limitMs }: { cwd: string; env?: Record<string, string>; limitMs: number },
): Promise<boolean> {
  const [program, ...words] = command;
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0;
  } catch (error) {
    say(`${program}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** Returns the virtual environment of schemathesis, created once for each list of versions. */
async function schemathesis(): Promise<string | null> {
  const folder = `${cache}/venv`;
  const program = `${folder}/bin/schemathesis`;
  const options = { cwd: here, limitMs: 300_000 };
  if (!existsSync(program) && !(await runs(['python3', '-m', 'venv', '--clear', folder], options)))
    return null;
  const install = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '-r',
    'requirements.txt',
  ];
  return (await runs([`${folder}/bin/python`, ...install], options)) ? program : null;
}

async function isFuzzed({ url, secretKey }: CheckedService): Promise<boolean> {
  const program = await schemathesis();
  if (program === null) return false;
  const words = ['--config-file', `${here}/schemathesis.toml`, 'run', document, '--url', url];
  // Two workers crash schemathesis at times, because its Python parser isn't thread-safe (CPython 3.11).
  const bounds = ['--max-time', seconds, '--seed', seed, '--workers', '1', '--no-color'];
  return runs([program, ...words, ...bounds, '--header', `Authorization: Bearer ${secretKey}`], {
    cwd: cache,
    env: { SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: here },
    limitMs: (Number(seconds) + 120) * 1_000,
  });
}

async function goProgram(): Promise<string | null> {
  for (const program of ['go', '/usr/local/go/bin/go']) {
    const child = spawn(program, ['version'], { stdio: 'ignore' });
    const ended = await Promise.race([once(child, 'close'), once(child, 'error')]).catch(() => [1]);
    if (ended[0] === 0) return program;
  }
  return null;
}

/** Fetches the project's OpenAPI document. Retries on 503, which a slow machine can cause. */
async function documentOf({ url, secretKey }: CheckedService): Promise<string> {
  for (let left = 10; ; left -= 1) {
    const answer = await fetch(`${url}/v1/openapi.json`, {
      headers: { Authorization: `Bearer ${secretKey}` },
    });
    const text = await answer.text();
    if (answer.ok) return text;
    if (answer.status !== 503 || left === 0) throw new Error(`The document was not answered: ${text}`);
    await sleep(Number(answer.headers.get('Retry-After') ?? 1) * 1_000);
  }
}

async function isUsableFromGo({ url, secretKey }: CheckedService): Promise<boolean> {
  const go = await goProgram();
  if (go === null) {
    say('No go on the PATH: the generated Go client is not checked.');
    return true;
  }
  const folder = `${cache}/go`;
  rmSync(folder, { recursive: true, force: true });
  cpSync(`${here}/go`, folder, { recursive: true });
  mkdirSync(`${folder}/api`);
  const made = ['-generate', 'types,client', '-package', 'api', '-o', 'api/api.go', document];
  const options = { cwd: folder, limitMs: 600_000, env: { GALLEY_URL: url, GALLEY_KEY: secretKey } };
  const isMade = await runs([go, 'tool', 'oapi-codegen', ...made], options);
  return isMade && (await runs([go, 'run', '.'], options));
}

mkdirSync(cache, { recursive: true });
const service = await startCheckedService(say);
try {
  writeFileSync(document, await documentOf(service));
  const results = {
    'Go client': await isUsableFromGo(service),
    schemathesis: await isFuzzed(service),
  };
  for (const [name, isWell] of Object.entries(results)) say(`${name}: ${isWell ? 'well' : 'FAILED'}`);
  if (Object.values(results).includes(false)) process.exitCode = 1;
} finally {
  await service.stop();
}
process.exit();
