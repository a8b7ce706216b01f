import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { fixedPort } from './fixed-port.ts';
import { run } from './program.ts';
import { cleanup } from './cleanup.ts';

/** The name under which the pages' configurations serve. */
export const siteName = 'content.example.com';

/** Whether a program can be started here; says so when it cannot. */
export function isInstalled(program: string): boolean {
  const isThere = spawnSync(program, ['-h']).error === undefined;
  if (!isThere) console.log(`${program} is not installed: its configuration is not run`);
  return isThere;
}

/** A proxy of the documents that runs, with a certificate of its own. */
export interface Proxy {
  /** Sends a request over TLS, from any address of this machine. */
  send(sent: Sent): Promise<IncomingMessage>;
}

interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  from?: string;
}

/** The command that runs a proxy in the foreground on a configuration file that `write` makes of a page's example. */
export interface Kind {
  command: (file: string) => [program: string, ...args: string[]];
  write: (example: string, at: { port: number; folder: string; certificate: string; key: string }) => string;
}

export const nginx: Kind = {
  command: (file) => ['nginx', '-c', file, '-g', 'daemon off;'],
  write: (example, { port, folder, certificate, key }) => `
error_log stderr;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${example
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/content.example.com.pem', certificate)
    .replace('/etc/ssl/content.example.com.key', key)}
}`,
};

export const caddy: Kind = {
  command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  write: (example, { port, folder, certificate, key }) => `
{
	admin off
	auto_https disable_redirects
	storage file_system ${folder}
}
${example.replace(`${siteName} {`, `https://${siteName}:${port} {\n\ttls ${certificate} ${key}`)}`,
};

export const haproxy: Kind = {
  command: (file) => ['haproxy', '-db', '-f', file],
  write: (example, { port, folder, certificate, key }) => {
    const both = join(folder, 'both.pem');
    writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
    return example
      .replace('bind :443', `bind 127.0.0.1:${port}`)
      .replace('/etc/ssl/content.example.com.pem', both);
  },
};

/** Starts a proxy on an example of the documents, whose places are those of the service under test. */
export async function startProxy(
  { command, write }: Kind,
  example: string,
  replaced: Record<string, string>,
): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-proxy-'));
  await chmod(folder, 0o711); // nginx' workers are somebody else
  const [certificate, key, file] = ['site.pem', 'site.key', 'config'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const ask = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${siteName} -addext subjectAltName=DNS:${siteName}`;
  execFileSync('openssl', [...ask.split(' '), '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const port = await fixedPort();
  const placed = Object.entries(replaced).reduce((text, [from, to]) => text.replaceAll(from, to), example);
  await writeFile(file, write(placed, { port, folder, certificate, key }));
  const [name, ...args] = command(file);
  const program = run(name, args, { env: { HOME: folder, PATH: `${process.env['PATH']}:/usr/sbin` } });
  cleanup(async () => {
    program.process.kill('SIGTERM');
    await program.ended();
    await rm(folder, { recursive: true, force: true });
  });
  const ca = await readFile(certificate);
  const send: Proxy['send'] = async ({ method = 'GET', path, headers = {}, body, from }) => {
    const whole = {
      Host: siteName,
      ...headers,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const place = { host: '127.0.0.1', port, servername: siteName, ca, agent: false as const };
    const asking = request({ ...place, method, path, headers: whole, ...(from && { localAddress: from }) });
    asking.end(body);
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    return answer;
  };
  await vi.waitUntil(
    async () => {
      if (program.process.exitCode !== null) throw new Error(`${name} ended:\n${program.err}`);
      const answer = await send({ path: '/v1/ping' }).catch(() => null);
      answer?.resume();
      return answer?.statusCode === 401;
    },
    { timeout: 30_000, interval: 200 },
  );
  return { send };
}
