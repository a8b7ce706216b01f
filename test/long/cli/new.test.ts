import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { nodeNotice, starters } from 'create-galley-site';
import { checkStarterExists } from '../../../src/cli/commands/new.ts';
import { freeOrigin } from '../../../src/cli/support/free-origin.ts';
import { runCommand } from '../../../src/cli/program.ts';
import { startOwnService, testVariables } from '../../support/service.ts';
import { inRepository } from '../../support/program.ts';

vi.setConfig({ testTimeout: 180_000 }); // packing compiles, and npm starts slowly on a busy machine

const service = await startOwnService();
const variables = testVariables({
  MONGODB_DB: service.app.config.MONGODB_DB,
  BASE_URL: 'https://content.example.com',
});

async function galley(args: readonly string[]): Promise<{ exitCode: number; body: any }> {
  const { out, exitCode } = await runCommand([...args, '--json'], variables, tmpdir());
  return { exitCode, body: JSON.parse(out) };
}

const folder = await mkdtemp(join(tmpdir(), 'galley-new-'));
afterAll(() => rm(folder, { recursive: true }));
let made = 0;
const newDir = () => join(folder, `site-${(made += 1)}`);

const newSite = (...args: string[]) => galley(['new', 'site', '--no-install', ...args]);

/** The variables of a site, as Node reads them. */
async function variablesOf(dir: string): Promise<Record<string, string>> {
  const lines = (await readFile(join(dir, '.env'), 'utf8')).split('\n');
  return Object.fromEntries(lines.flatMap((line) => (/^[A-Z]/.test(line) ? [line.split(/=(.*)/s)] : [])));
}

describe('galley new site', () => {
  it('says that an installation without starters has none', () => {
    const [starter] = starters;
    if (starter === undefined) throw new Error('there is no starter');

    expect(() => checkStarterExists(starter)).not.toThrow();
    expect(() => checkStarterExists({ ...starter, folder: 'not-in-the-image' })).toThrow(
      'The starters are not part of this installation.',
    );
  });

  it('copies a starter with the packages of this checkout, and writes no secrets without a project', async () => {
    const dir = newDir();

    const { exitCode, body } = await newSite('--starter', 'astro', '--dir', dir);

    expect([exitCode, body]).toEqual([
      0,
      {
        site: { dir, starter: 'astro', installed: false },
        next: ['npm install', 'npm run build', 'npm start'],
      },
    ]);
    const names = await readdir(dir);
    expect(names).toEqual(
      expect.arrayContaining(['.gitignore', '.env.example', 'src', 'vendor', 'README.md']),
    );
    expect(names.filter((name) => /^_|^\.env$|node_modules|lock/.test(name))).toEqual([]);
    const manifest = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8'));
    expect(manifest.name).toBe(`site-${made}`);
    for (const name of ['galley-client', 'galley-astro'])
      expect(
        (await stat(join(dir, String(manifest.dependencies[name]).slice('file:'.length)))).size,
      ).toBeGreaterThan(1000);
    expect(await readFile(join(dir, '.gitignore'), 'utf8')).toMatch(/^\.env$/m);
  });

  it('joins the site to a project: keys that work, a purge target, the preview address', async () => {
    const project = await service.newProject();
    const dir = newDir();

    const { body } = await newSite(
      ...['--starter', 'astro', '--dir', dir, '--project', project.id, '--origin', 'https://www.example.com'],
    );

    const { GALLEY_KEY = '', GALLEY_PUBLIC_KEY = '', ...others } = await variablesOf(dir);
    expect(others).toEqual({
      GALLEY_URL: 'https://content.example.com',
      GALLEY_PURGE_SECRET: expect.stringMatching(/^whsec_/),
      SITE_URL: 'https://www.example.com',
    });
    expect((await stat(join(dir, '.env'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(dir, 'site.config.mjs'), 'utf8')).toContain(`name: "Test"`);
    expect((await project.as(GALLEY_KEY).get('/v1/introspection')).body.releases).toHaveLength(1);
    const pingFrom = async (Origin: string) =>
      (await project.as(GALLEY_PUBLIC_KEY).get('/v1/ping', { Origin })).status;
    expect(await pingFrom('https://www.example.com')).toBe(200);
    expect(await pingFrom('https://www.example.org')).toBe(403);
    const { targets } = (await galley(['purge', 'list', '--project', project.id])).body;
    expect(targets).toMatchObject([
      { id: body.target, format: 'signed', url: 'https://www.example.com/api/galley', repeat_seconds: [] },
    ]);
    expect(body.preview_url).toMatch(/^https:\/\/www\.example\.com\/api\/preview\?.*token=\{token\}$/);
    expect(JSON.stringify(body)).not.toMatch(/sk_|pk_|whsec_/);

    const second = ['--starter', 'astro', '--dir', newDir(), '--project', project.id];
    const { body: other } = await newSite(...second, '--origin', 'https://two.example');
    expect(other.preview_url).toBe(body.preview_url); // the preview address of another site is left alone
  });

  it('calls the site as the project says, and serves it on a free port', async () => {
    const project = await service.newProject();
    const field = { key: 'shop_name', label: 'Name', type: 'string' };
    await project.secret.put('/v1/schema/content-types/site_settings', {
      kind: 'singleton',
      fields: [field],
    });
    await project.secret.put('/v1/content/site_settings', {
      values: { shop_name: "Nell's kites" },
      publish: true,
    });
    const dir = newDir();

    const origin = ['--origin', 'http://localhost:4399'];
    await newSite('--starter', 'next', '--dir', dir, '--project', project.id, ...origin);

    expect(await readFile(join(dir, 'lib/site.ts'), 'utf8')).toContain(`name: "Nell's kites"`);
    expect(await variablesOf(dir)).toMatchObject({ PORT: '4399', SITE_URL: 'http://localhost:4399' });
  });

  it('chooses the next port for a site if the usual one is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;

    const origin = await freeOrigin(`http://localhost:${port}`);
    other.close();

    expect(Number(new URL(origin).port)).toBeGreaterThan(port);
  });

  it('says which Node a starter needs', () => {
    const [starter] = starters;
    if (starter === undefined) throw new Error('there is no starter');

    expect(nodeNotice({ ...starter, node: [99, 1] })).toMatch(
      /^The astro starter needs Node 99\.1 or newer\. /,
    );
    expect(nodeNotice({ ...starter, node: [20, 0] })).toBe(null);
  });

  it.each([
    ['dir', () => ['--starter', 'astro', '--dir', inRepository('docs')]],
    ['dir', () => ['--starter', 'astro', '--dir', inRepository('package.json')]],
    ['dir', () => ['--starter', 'astro', '--dir', inRepository('packages/create-site/starters/mine')]],
    ['starter', () => ['--starter', 'gatsby', '--dir', newDir()]],
    ['origin', () => ['--starter', 'astro', '--dir', newDir(), '--origin', 'www.example.com/blog']],
  ])('refuses what cannot be: %s', async (param, args) => {
    const { exitCode, body } = await newSite(...args());

    expect([exitCode, body.error.code, body.error.param]).toEqual([1, 'invalid_field_value', param]);
  });

  it('makes nothing for a project that is not there, and takes back what it copied when the project refuses', async () => {
    const dir = newDir();
    const unknown = await newSite('--starter', 'astro', '--dir', dir, '--project', 'prj_0');
    expect(unknown.body.error.param).toBe('--project');
    expect(await readdir(dir).catch(() => 'absent')).toBe('absent');

    const project = await service.newProject();
    const target = ['purge', 'target', '--project', project.id, '--format', 'signed'];
    for (let i = 0; i < 20; i += 1) await galley([...target, '--url', `https://example.com/${i}`]);
    await mkdir(dir);
    const full = await newSite('--starter', 'astro', '--dir', dir, '--project', project.id);

    expect(full.body.error.code).toBe('too_many_purge_targets');
    expect(await readdir(dir)).toEqual([]);
    expect((await galley(['key', 'list', '--project', project.id])).body.keys).toHaveLength(2); // the test's own
  });

  it('fails when npm does, with the folder in the sentence', async () => {
    const dir = newDir();
    await mkdir(dir);
    const npmrc = join(folder, 'npmrc');
    await writeFile(npmrc, 'registry=http://127.0.0.1:9/\nfetch-retries=0\n');
    vi.stubEnv('npm_config_userconfig', npmrc);
    vi.stubEnv('npm_config_cache', join(folder, 'empty-cache'));
    vi.stubEnv('npm_config_fetch_retries', '0');

    const { exitCode, body } = await galley(['new', 'site', '--starter', 'astro', '--dir', dir]);
    vi.unstubAllEnvs();

    expect([exitCode, body.error.message]).toEqual([1, expect.stringContaining(dir)]);
  });
});

describe('starters', () => {
  it('each have a folder without a lock, a build, or a secret', async () => {
    const folders = (await readdir(inRepository('packages/create-site/starters'))).sort();
    expect(folders).toEqual(starters.map((starter) => starter.folder).sort());
    for (const name of folders) {
      const files = await readdir(inRepository(`packages/create-site/starters/${name}`), { recursive: true });
      const left = files.filter((file) =>
        /(package-lock\.json|pnpm-lock\.yaml|yarn\.lock|\.env)$/.test(file),
      );
      expect(left).toEqual([]);
      expect(files).toEqual(
        expect.arrayContaining(['_gitignore', '_env.example', 'package.json', 'README.md']),
      );
    }
  });
});
