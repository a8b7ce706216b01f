import { readFileSync } from 'node:fs';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environment, readConfig } from '../../../../src/core/settings/config.ts';
import { inRepository } from '../../../support/program.ts';

const textOf = (file: string) => readFileSync(inRepository(`deploy/${file}`), 'utf8');

/** Seconds that running requests and deliveries get after the drain (docs/run/monitoring.md). */
const graceSeconds = 12;

/** What the operator sets on a platform and no file contains. */
const secrets = {
  MONGODB_URI: 'mongodb+srv://galley:secret@cluster.example.net/?authSource=admin',
  APP_SECRET: '0123456789abcdef0123456789abcdef',
  S3_ACCESS_KEY: 'galley',
  S3_SECRET_KEY: 'a-secret-of-the-storage',
};

/** Expects settings that a service starts with, and a drain that ends before the platform kills the process. */
function expectSettings(settings: Readonly<Record<string, string>>, killSeconds: number): void {
  expect(Object.keys(environment.properties)).toEqual(expect.arrayContaining(Object.keys(settings)));
  const config = readConfig({ ...secrets, ...settings });
  expect(config.TRUSTED_PROXY_HOPS).toBeGreaterThan(0);
  expect(config.OPS_PORT).toBeUndefined(); // the platform checks /readyz on PORT
  expect(killSeconds).toBeGreaterThan(config.DRAIN_SECONDS + graceSeconds + 5);
}

describe('deploy/fly/fly.toml', () => {
  interface FlyConfig {
    kill_signal: string;
    kill_timeout: string;
    env: Record<string, string>;
    http_service: Record<string, unknown> & { checks: Record<string, unknown>[] };
  }
  const fly = parseToml(textOf('fly/fly.toml')) as unknown as FlyConfig;

  it('has settings that the service starts with', () => {
    expectSettings(fly.env, Number.parseInt(fly.kill_timeout, 10));
    expect(fly.kill_signal).toBe('SIGTERM');
  });

  it('checks the port of the service and never stops it', () => {
    expect(fly.http_service).toMatchObject({ internal_port: 3000, auto_stop_machines: 'off' });
    expect(fly.http_service.checks).toMatchObject([{ method: 'GET', path: '/readyz' }]);
  });
});

describe('deploy/render/render.yaml', () => {
  interface EnvVar {
    key: string;
    value?: string;
    sync?: false;
    generateValue?: true;
  }
  interface Blueprint {
    services: [{ healthCheckPath: string; maxShutdownDelaySeconds: number; envVars: EnvVar[] }];
  }
  const [service] = (parse(textOf('render/render.yaml')) as Blueprint).services;
  const settings = service.envVars.flatMap(({ key, value }): [string, string][] =>
    value === undefined ? [] : [[key, value]],
  );

  it('has settings that the service starts with', () => {
    expectSettings(Object.fromEntries(settings), service.maxShutdownDelaySeconds);
    expect(service.healthCheckPath).toBe('/readyz');
  });

  it('contains no secret and asks for each', () => {
    const asked = service.envVars.filter(({ sync, generateValue }) => sync === false || generateValue);
    expect(asked.map(({ key }) => key).sort()).toEqual(Object.keys(secrets).sort());
  });
});

describe('deploy/railway/railway.json', () => {
  it('checks /readyz and gives a process more time to stop than it needs', () => {
    const { build, deploy } = JSON.parse(textOf('railway/railway.json')) as {
      build: Record<string, unknown>;
      deploy: Record<string, unknown>;
    };

    expect(build).toEqual({ builder: 'DOCKERFILE', dockerfilePath: 'Dockerfile' });
    expect(deploy).toMatchObject({ healthcheckPath: '/readyz' });
    const { DRAIN_SECONDS } = readConfig({
      ...secrets,
      S3_ENDPOINT: 'https://s3.example.com',
      S3_BUCKET: 'site',
    });
    expect(deploy['drainingSeconds']).toBeGreaterThan(DRAIN_SECONDS + graceSeconds);
  });
});

describe('deploy/vps/compose.yaml', () => {
  interface Compose {
    services: Record<string, { environment?: Record<string, string>; volumes?: string[] } | undefined>;
  }
  const readCompose = (text: string) => parse(text, { merge: true }) as Compose;
  const base = readCompose(readFileSync(inRepository('docker-compose.yml'), 'utf8'));
  const { services } = readCompose(textOf('vps/compose.yaml'));
  const hosts = {
    SITE_HOST: 'content.example.com',
    FILES_HOST: 'files.example.com',
    MONGODB_PASSWORD: 'secret',
  };
  const filled = (value: string) =>
    value.replace(/\$\{(\w+):[^}]*\}/g, (_, name: string) =>
      String({ ...hosts, ...secrets }[name as keyof typeof hosts]),
    );

  it.each(['galley', 'set-up'])('gives %s settings that the service starts with', (name) => {
    const variables = { ...base.services[name]?.environment, ...services[name]?.environment };
    const values = Object.entries(variables).map(([key, value]) => [key, filled(value)]);

    const config = readConfig(Object.fromEntries(values) as Record<string, string>);

    expect(config).toMatchObject({
      BASE_URL: 'https://content.example.com',
      S3_PUBLIC_ENDPOINT: 'https://files.example.com',
      APP_SECRET: secrets.APP_SECRET,
      TRUSTED_PROXY_HOPS: 1,
    });
  });

  it('fails if a secret of the example compose file would be used', () => {
    const withDefaults = /\$\{(\w+):-only[^}]*\}/g;
    const examples = readFileSync(inRepository('docker-compose.yml'), 'utf8').matchAll(withDefaults);
    const names = new Set([...examples].map(([, name]) => name));

    expect([...names].sort()).toEqual(['APP_SECRET', 'MONGODB_PASSWORD', 'S3_SECRET_KEY']);
    for (const name of names) expect(textOf('vps/compose.yaml')).toContain(`\${${name}:?}`);
  });

  it('mounts the Caddyfile and gives it the hosts that it reads', () => {
    const caddy = services['caddy'];
    expect(caddy?.volumes).toContain('./deploy/vps/Caddyfile:/etc/caddy/Caddyfile:ro');
    const read = [...textOf('vps/Caddyfile').matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(caddy?.environment ?? {})).toEqual(read);
  });
});
