import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The command of `npm start`, because its options affect memory use. */
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};
const startArguments = scripts.start.replace(/^exec node /, '').split(' ');
const folder = fileURLToPath(new URL('../..', import.meta.url));

/** A built service in a separate process. */
export interface Galley {
  url: string;
  pid: number;
  /** Returns the value of a metric by its name and labels in `/metrics`. */
  metric(name: string): Promise<number>;
  stop(): Promise<void>;
}

const startLimitMs = 60_000;

/** Default: the options of `npm start` in this checkout. */
export interface StartOptions {
  nodeOptions?: readonly string[];
  /** The folder of another built checkout. */
  checkout?: string;
}

/**
 * Starts the built service as `npm start` does, and waits until it is ready. The service ends with this process.
 * @throws Error if the service doesn't start within a minute
 */
export async function startGalley(
  variables: Readonly<Record<string, string>>,
  { nodeOptions = [], checkout = folder }: StartOptions = {},
): Promise<Galley> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [...nodeOptions, ...startArguments], {
    cwd: checkout,
    env: {
      ...process.env,
      ...variables,
      HOST: '127.0.0.1',
      PORT: String(port),
      OPS_PORT: String(opsPort),
      DRAIN_SECONDS: '0',
    },
    stdio: 'ignore', // the log is written as in production, and discarded
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const [url, opsUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${opsPort}`];
  await untilListening(child, port); // the metrics port opens before the API port
  return {
    url,
    pid: child.pid ?? 0,
    async metric(name) {
      const text = await (await fetch(`${opsUrl}/metrics`)).text();
      const line = text.split('\n').find((each) => each.startsWith(`${name} `));
      if (line === undefined) throw new Error(`no metric ${name}`);
      return Number(line.slice(name.length + 1));
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Opens a connection without a request, because memory is also measured before the first request. */
async function untilListening(child: ChildProcess, port: number): Promise<void> {
  const endsAt = performance.now() + startLimitMs;
  while (performance.now() < endsAt) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error('the service did not start');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
