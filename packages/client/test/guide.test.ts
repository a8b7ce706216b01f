import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { guideBlocks } from '../../../test/support/guide.ts';
import { newAsset, startMediaService } from '../../../test/support/media.ts';
import { inRepository } from '../../../test/support/program.ts';
import { expectedSignature } from '../../../test/support/receiver.ts';
import type { TestProject } from '../../../test/support/service.ts';
import { buildPackage, compile } from './built-package.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 }); // the compiler starts slowly on a busy machine

const { service } = await startMediaService();
await service.app.start();
const folder = await mkdtemp(join(tmpdir(), 'galley-guide-'));
afterAll(() => rm(folder, { recursive: true }));

/** What stands before an example in a program of somebody who reads the page. */
const opening = `import { createClient } from 'galley-client';
const baseUrl = process.env['BASE'] ?? '';
const key = process.env['KEY'] ?? '';
`;
const withClient = `${opening}const client = createClient({ baseUrl, key });\n`;
/** Loops that never end are left at the first thing that they print. */
const leaving = `class Printed extends Error {}
const console = { log(...words: unknown[]): void { process.stdout.write(JSON.stringify(words) + '\\n'); throw new Printed(); } };
`;

const [
  creating = '',
  content = '',
  bySlug = '',
  bulk = '',
  typed = '',
  failing = '',
  richtext = '',
  pictures = '',
  tracking = '',
  files = '',
  changes = '',
  webhooks = '',
] = guideBlocks('build/client.md', 'ts');
const [readme = ''] = guideBlocks('../packages/client/README.md', 'ts');
const ownAddress = /'https?:\/\/[a-z.:0-9]+', key: 'sk_...'/;

/** The examples as files that compile by themselves: only what a reader fills in is filled in. */
const programs = {
  readme: readme.replace(ownAddress, "process.env['BASE'] ?? '', key: process.env['KEY'] ?? ''"),
  content:
    creating.replace(ownAddress, "process.env['BASE'] ?? '', key: process.env['KEY'] ?? ''") +
    content.replace(/import .*\n/, '').replaceAll("'ent_...'", "process.env['ENTRY'] ?? ''"),
  bySlug: `${withClient}${bySlug}console.log(article.values['slug'], article.matched_locale);\n`,
  bulk: `${withClient}const titles = ['Chair', 'Table'];\n${bulk}console.log(counts);\n`,
  typed: opening + typed,
  failing: withClient + failing,
  richtext: `${withClient}${richtext}console.log(html);\n`,
  pictures: `${withClient}${pictures}`,
  tracking: `${opening}${tracking}`,
  files: `${withClient}const file = new File(['x'], 'chair.png', { type: 'image/png' });\n${files}console.log(asset.alt, asset.status);\n`,
  changes: `${withClient}${leaving}const lastVersion = process.env['VERSION'] ?? '';
const lastEventId = '0';
${changes.replace(/^for await .*$/gm, (loop) => `try {\n${loop}\n} catch (fault) { if (!(fault instanceof Printed)) throw fault; }`)}
process.stdout.write(JSON.stringify({ changed, next_scheduled_change }));
process.exit();
`,
  webhooks: `const rawBody = process.env['BODY'] ?? '';
const request = { headers: new Headers(JSON.parse(process.env['HEADERS'] ?? '')) };
const signingSecret = process.env['SECRET'] ?? '';
const isNew = async (id: string) => id.startsWith('whd_');
const handle = async (event: string, data: object) => console.log(event, data);
${webhooks}`,
};

beforeAll(async () => {
  await buildPackage(join(folder, 'node_modules/galley-client'));
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
  await symlink(inRepository('node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  await symlink(inRepository('node_modules/undici-types'), join(folder, 'node_modules/undici-types'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const shop = await newShop({ required: true });
  const types = await fetch(`${service.url}/v1/types.d.ts`, {
    headers: { Authorization: `Bearer ${shop.secret.token}` },
  });
  await writeFile(join(folder, 'content-types.ts'), await types.text());
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, `${name}.ts`), text);
  await compileAll(Object.keys(programs));
});

/** As strictly as this repository itself. */
function compileAll(names: readonly string[]): Promise<void> {
  const options =
    '--strict --noEmitOnError --module nodenext --target es2023 --rewriteRelativeImportExtensions';
  const input = names.map((name) => `${name}.ts`);
  return compile(
    [...options.split(' '), '--lib', 'es2023,dom,dom.iterable', '--types', 'node', ...input],
    folder,
  );
}

/** A project with the types that the page speaks of. */
async function newShop(options = {}): Promise<TestProject> {
  const project = await service.newProject();
  const title = { key: 'title', type: 'string', options };
  const status = { key: 'status', type: 'string' };
  const define = (slug: string, type: object) => project.secret.put(`/v1/schema/content-types/${slug}`, type);
  await define('post', { fields: [title, { key: 'price', type: 'number' }, status] });
  await define('homepage', { kind: 'singleton', fields: [{ key: 'headline', type: 'string' }] });
  return project;
}

async function publish({ secret }: TestProject, title: string): Promise<string> {
  const values = { title, price: 12, status: 'new' };
  return String((await secret.post('/v1/content/post/entries', { values, publish: true })).body.id);
}

/** Runs an example and answers what it printed. */
async function run(name: keyof typeof programs, variables: Record<string, string>): Promise<string> {
  const env = { PATH: process.env['PATH'], ...variables };
  return (await promisify(execFile)(process.execPath, [join(folder, `${name}.js`)], { env })).stdout;
}

const settings = ({ secret }: TestProject) => ({ BASE: service.url, KEY: secret.token });

describe('docs/build/client.md', () => {
  it('reads and writes content as it says', async () => {
    const shop = await newShop();
    const ENTRY = await publish(shop, 'Chair');

    const printed = await run('content', { ...settings(shop), ENTRY });

    expect(printed).toContain("title: 'Chair'");
    expect(printed).toContain('1 false');
    expect((await shop.secret.get('/v1/content/post')).body.data).toHaveLength(1);
    expect((await shop.secret.get('/v1/content/homepage')).body).toMatchObject({ headline: 'Welcome' });
  });

  it('knows a project’s own types, and refuses unknown and missing fields', async () => {
    const shop = await newShop();

    await run('typed', settings(shop));

    expect((await shop.secret.get('/v1/content/post/entries')).status).not.toBe(500);
    const wrong = { missing: '{}', unknown: "{ title: 'A', colour: 'red' }" };
    for (const [name, values] of Object.entries(wrong))
      await writeFile(join(folder, `${name}.ts`), programs.typed.replace("{ title: 'Hello' }", values));
    const said = await compileAll(Object.keys(wrong)).catch(String);
    expect(said).toMatch(/missing\.ts.*'title' is missing/);
    expect(said).toMatch(/unknown\.ts.*'colour' does not exist/);
  });

  it('finds the one entry of a slug', async () => {
    const { secret, ...shop } = await service.newProject();
    await secret.put('/v1/schema/content-types/post', {
      fields: [{ key: 'slug', type: 'string', options: { unique: true } }],
    });
    for (const slug of ['hello', 'other'])
      await secret.post('/v1/content/post/entries', { values: { slug }, publish: true });

    expect(await run('bySlug', settings({ secret, ...shop }))).toBe('hello en\n');
  });

  it('throws errors with their code', async () => {
    const printed = await run('failing', settings(await service.newProject()));

    expect(printed).toMatch(/^unknown_blog_article 404 req_/);
  });

  it('renders rich text with the site’s own links, pictures and callouts', async () => {
    const shop = await service.newProject();
    const other = await shop.secret.post('/v1/blog/articles', { title: 'The gauge', publish: true });
    const image = await newAsset(shop.secret, { alt: 'A "red" kite' });
    const markdown = `See [it](blog_article:${other.body.id}) or [a map](https://example.com/?a&b).\n\n![A field](${image})\n\n> [!TIP]\n> 1 < 2`;
    const article = { title: 'Hello', slug: 'hello', body: { markdown }, publish: true };
    expect((await shop.secret.post('/v1/blog/articles', article)).status).toBe(201);

    const printed = await run('richtext', settings(shop));

    expect(printed).toContain(
      '<p>See <a href="/blog/the-gauge">it</a> or <a href="https://example.com/?a&amp;b">a map</a>.</p>',
    );
    expect(printed).toMatch(/<img src="http[^"]+" alt="A field" loading="lazy">/);
    expect(printed).toContain('<div class="note-success"><p>1 &lt; 2</p></div>');
  });

  it('shows a picture without a shift, and names what a page looked at', async () => {
    const shop = await service.newProject();
    const image = await newAsset(shop.secret, { alt: 'A kite', width: 640, height: 480 });
    const article = { title: 'Hello', slug: 'hello', featured_image_id: image, publish: true };
    const made = await shop.secret.post('/v1/blog/articles', article);
    expect(made.status).toBe(201);

    expect(await run('pictures', settings(shop))).toMatch(/^http\S+ undefined 640 480 A kite\n$/);
    expect(await run('tracking', settings(shop))).toContain(`'${String(made.body.id)}'`);
  });

  it('writes many items with few requests', async () => {
    const shop = await newShop();

    const printed = await run('bulk', settings(shop));

    expect(printed).toContain('{ in: 2, succeeded: 2, failed: 0 }');
  });

  it('uploads a file in one call', async () => {
    const printed = await run('files', settings(await newShop()));

    expect(printed).toBe('1\nA chair ready\n');
  });

  it('follows changes by asking, by waiting and over one connection', async () => {
    const shop = await newShop();
    await publish(shop, 'First');
    const { version } = (await shop.secret.get('/v1/changes')).body;
    const writing = setInterval(() => void publish(shop, 'Next').catch(() => undefined), 500);

    const printed = await run('changes', {
      ...settings(shop),
      VERSION: String(version),
    }).finally(() => clearInterval(writing));

    const [waited = '', followed = '', asked = ''] = printed.split('\n');
    const [events] = JSON.parse(waited) as { event: string }[][];
    // A slow machine publishes more than once before the wait begins.
    expect(new Set(events?.map(({ event }) => event))).toEqual(new Set(['content.entry.published']));
    expect(JSON.parse(followed)).toMatchObject(['content.type.updated', { slug: 'post' }]); // the oldest
    expect(JSON.parse(asked)).toEqual({ changed: expect.any(Boolean), next_scheduled_change: null });
  });

  it('reads deliveries that are signed', async () => {
    const body = JSON.stringify({
      id: 'whd_1',
      event: 'content.entry.published',
      created_at: '',
      data: { id: 'ent_1' },
    });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = expectedSignature('whsec_a', {
      headers: { 'x-service-timestamp': timestamp },
      raw: body,
    });
    const headers = { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature };

    const printed = await run('webhooks', {
      BODY: body,
      HEADERS: JSON.stringify(headers),
      SECRET: 'whsec_a',
    });

    expect(printed).toBe("content.entry.published { id: 'ent_1' }\n");
  });
});

describe('packages/client/README.md', () => {
  it('lists entries as it says', async () => {
    const shop = await newShop();
    const id = await publish(shop, 'Chair');

    expect(await run('readme', settings(shop))).toContain(id);
  });
});
