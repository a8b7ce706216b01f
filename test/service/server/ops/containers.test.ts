import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environment, readConfig } from '../../../../src/core/settings/config.ts';
import { runCommand } from '../../../../dev/embedded/mongod/command.ts';
import { inRepository, run } from '../../../support/program.ts';
import { startService } from '../../../support/service.ts';

interface Service {
  image?: string;
  build?: string;
  entrypoint?: string[];
  command?: string[];
  mem_limit?: string;
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  restart?: string;
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
}

const compose = parse(readFileSync(inRepository('docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);

/** The value that Docker Compose takes when nothing is set. */
function settled(value: string): string {
  return value.replace(/\$\{\w+:-([^}]*)\}/g, '$1');
}

describe('docker-compose.yml', () => {
  it('publishes the port of /readyz and /metrics beside the service, where the guide says', () => {
    const { ports = [], environment: { OPS_PORT = '' } = {} } = compose.services['galley'] ?? {};

    expect(ports).toContain(`127.0.0.1:${OPS_PORT}:${OPS_PORT}`);
    expect(readFileSync(inRepository('docs/run/deploy.md'), 'utf8')).toContain(
      `http://localhost:${OPS_PORT}`,
    );
  });

  const own = services.filter(([, service]) => service.build !== undefined);

  it.each(own)(
    'gives %s settings that the service knows and starts with',
    (_, { environment: variables = {} }) => {
      expect(Object.keys(environment.properties)).toEqual(expect.arrayContaining(Object.keys(variables)));
      const env = Object.entries(variables).map(([name, value]) => [name, settled(value)]);

      const config = readConfig(Object.fromEntries(env) as Record<string, string>);

      expect(config).toMatchObject({
        PORT: 3000,
        OPS_PORT: 9090,
        S3_PUBLIC_ENDPOINT: 'http://localhost:9000',
      });
    },
  );

  it('leads the service to the servers beside it, with the keys that they were given', () => {
    const { galley, minio, mongodb } = compose.services;
    const { MONGODB_URI, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY } = galley?.environment ?? {};

    expect(settled(MONGODB_URI ?? '')).toBe(
      `mongodb://galley:${settled(mongodb?.environment?.['MONGODB_PASSWORD'] ?? '')}@mongodb:27017/?replicaSet=rs0&authSource=admin`,
    );
    expect(mongodb?.command).toContain('rs0');
    expect(S3_ENDPOINT).toBe('http://minio:9000');
    expect(minio?.environment).toEqual({
      MINIO_ROOT_USER: S3_ACCESS_KEY,
      MINIO_ROOT_PASSWORD: S3_SECRET_KEY,
    });
  });

  it('publishes on this machine alone, pins images and keeps data in volumes that have names', () => {
    for (const [name, { image = '', build, ports = [], volumes = [], depends_on = {} }] of services) {
      for (const port of ports) expect([name, port]).toEqual([name, expect.stringMatching(/^127\.0\.0\.1:/)]);
      if (build === undefined) expect([name, image]).toEqual([name, expect.stringMatching(/:(?!latest$).+/)]);
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
    }
    expect(Object.keys(compose.volumes)).toEqual(['mongodb', 'minio']);
  });

  it('asks MongoDB’s callers for a password, with a key file that the server alone reads', () => {
    const { entrypoint = [], command = [], healthcheck } = compose.services['mongodb'] ?? {};
    const file = command[command.indexOf('--keyFile') + 1] ?? '';
    const check = healthcheck?.test?.at(-1) ?? '';

    expect(command).toContain('--keyFile');
    expect(entrypoint.join(' ')).toContain(`> ${file} && chown mongodb:mongodb ${file} && chmod 400 ${file}`);
    expect(entrypoint.join(' ')).toMatch(/exec docker-entrypoint\.sh "\$\$@" mongodb$/);
    expect(check).toContain("admin.createUser({ user, pwd, roles: ['root'] })");
    expect(() => new Script(check)).not.toThrow();
  });

  it('bounds the memory of whatever stays up', () => {
    const lasting = services.filter(([, { restart }]) => restart !== undefined);

    for (const [name, { mem_limit }] of lasting)
      expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\dg$/)]);
  });

  it('asks for the health of whatever stays up, and waits for it', () => {
    const lasting = services.filter(([, { restart }]) => restart !== undefined);

    expect(lasting.map(([name]) => name)).toEqual(['galley', 'mongodb', 'minio']);
    for (const [name, { build, healthcheck }] of lasting)
      if (build === undefined) expect([name, healthcheck?.test?.[0]]).toEqual([name, 'CMD']);
    expect(compose.services['galley']?.depends_on).toEqual({
      mongodb: { condition: 'service_healthy' },
      'set-up': { condition: 'service_completed_successfully' },
    });
  });

  it('sets up with a command that the command line has', async () => {
    const [program, ...args] = compose.services['set-up']?.command ?? [];

    expect(program).toBe('galley');
    const help = await runCommand(process.execPath, [inRepository('bin/galley.js'), 'doctor', '--help']);
    for (const arg of args) expect(help).toContain(arg);
  });
});

const workspaces = ['galley-client', 'galley-dashboard'];

describe('the Dockerfile', () => {
  const text = readFileSync(inRepository('Dockerfile'), 'utf8');
  const steps = text
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));
  const last = (instruction: string) =>
    steps.findLast((step) => step.startsWith(`${instruction} `))?.slice(instruction.length + 1) ?? '';
  const health = JSON.parse(/\[.*\]/.exec(last('HEALTHCHECK'))?.[0] ?? '[]') as string[];
  const isWell = async (env: Record<string, string>) => {
    const [, ...args] = health;
    return (await run(process.execPath, args, { env }).ended()) === 0;
  };

  it('copies what is there and not ignored', () => {
    const ignored = readFileSync(inRepository('.dockerignore'), 'utf8').trim().split('\n');
    const copied = steps
      .filter((step) => /^COPY (?!--from)/.test(step))
      .flatMap((step) => step.split(' ').slice(1, -1));

    expect(copied.length).toBeGreaterThan(8);
    for (const path of copied) {
      expect([path, existsSync(inRepository(path))]).toEqual([path, true]);
      expect([path, ignored.includes(path.split('/')[0] ?? '') || path.startsWith('.')]).toEqual([
        path,
        false,
      ]);
    }
  });

  it('contains the starters, without what marks a checkout', () => {
    const ignored = readFileSync(inRepository('.dockerignore'), 'utf8').trim().split('\n');

    expect(ignored).toContain('!packages/create-site/starters');
    expect(text).toContain('packages/*/tsconfig.json');
    expect(text).toContain('COPY --from=build /galley/packages packages');
  });

  it('says what is in the image, as package.json does', () => {
    const about = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as Record<string, string>;
    const labels = Object.fromEntries(
      [...last('LABEL').matchAll(/image\.([\w.]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );

    expect(labels).toEqual({
      title: 'Galley',
      description: about['description'],
      version: about['version'],
      revision: '${GALLEY_COMMIT}', // filled in by --build-arg
      licenses: about['license'],
      'base.name': last('FROM'),
    });
  });

  it('takes the links to the workspaces out of what it copies, and nothing else', async () => {
    const step = steps.find((line) => line.includes('npm prune'))?.split(' && ')[1] ?? 'false';
    const folder = await mkdtemp(join(tmpdir(), 'galley-image-'));
    await mkdir(join(folder, 'node_modules/koa'), { recursive: true });
    await mkdir(join(folder, 'node_modules/.bin'));
    await symlink('../koa', join(folder, 'node_modules/.bin/koa'));
    for (const name of workspaces) await symlink('../gone', join(folder, 'node_modules', name));

    execFileSync('sh', ['-c', step], { cwd: folder });

    expect((await readdir(join(folder, 'node_modules'))).sort()).toEqual(['.bin', 'koa']);
    expect(await readdir(join(folder, 'node_modules/.bin'))).toEqual(['koa']);
    await rm(folder, { recursive: true });
  });

  it('runs the built service as a user without rights', () => {
    const { scripts } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };

    // By number: Kubernetes' runAsNonRoot knows no names. The image's user `node` has it.
    expect(last('USER')).toBe('1000');
    expect(steps.indexOf('USER 1000')).toBeLessThan(steps.findIndex((step) => step.startsWith('CMD ')));
    expect(`exec ${(JSON.parse(last('CMD')) as string[]).join(' ')}`).toBe(scripts['start']);
    expect(steps.some((step) => step.startsWith('RUN npm prune --omit=dev'))).toBe(true);
  });

  it('asks for the health of a service where it answers', async () => {
    const { port } = new URL((await startService({ ROLE: 'api' })).url);

    expect(await isWell({ PORT: port })).toBe(true);
    expect(await isWell({ PORT: '9', OPS_PORT: port })).toBe(true);
    expect(await isWell({ PORT: '9' })).toBe(false);
  });
});
