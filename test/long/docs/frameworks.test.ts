import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createEndpoint } from '../../../src/delivery/webhooks/service.ts';
import { expectDone } from '../../support/content.ts';
import { signedIn } from '../../support/dashboard.ts';
import { guideBlocks, pasteGuide } from '../../support/guide.ts';
import { inRepository } from '../../support/program.ts';
import { newProjectInLocales } from '../../support/locales.ts';
import { startReceiver } from '../../support/receiver.ts';
import { startService, type TestProject } from '../../support/service.ts';
import { tester } from '../../support/actor.ts';

vi.setConfig({ testTimeout: 120_000 });

const service = await startService({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' });
await service.app.start();
const folder = await mkdtemp(join(tmpdir(), 'galley-site-'));
afterAll(() => rm(folder, { recursive: true }));

/** What the examples use of their frameworks, as far as one sees it from outside: JSX becomes HTML. */
const shims = {
  'next/navigation': `export function notFound() { throw new Error('not found'); }`,
  'next/cache': `export function revalidatePath(...path) { (globalThis.thrownAway ??= []).push(path.join(' ')); }`,
  jsx: `export function h(tag, props, ...children) {
    const { dangerouslySetInnerHTML: inner, key, children: own, ...shown } = props ?? {};
    const attributes = Object.entries(shown).filter(([, value]) => value != null);
    const open = '<' + tag + attributes.map(([name, value]) => ' ' + name + '="' + value + '"').join('') + '>';
    return open + (inner?.__html ?? [own, ...children].flat(9).filter((child) => child != null).join('')) + '</' + tag + '>';
  }`,
};

/** Writes the page's files down, each by the path in its first line. */
async function writeSite(): Promise<void> {
  const examples = [
    ...['ts', 'tsx'].flatMap((language) => guideBlocks('build/next.md', language)),
    ...guideBlocks('build/astro.md', 'ts'),
    ...guideBlocks('model/locales.md', 'tsx'),
  ];
  const files: [string, string][] = examples.map((text) => [
    /^\/\/ (\S+)/.exec(text)?.[1] ?? 'nowhere',
    text,
  ]);
  const [, own = ''] = files.find(([path]) => path === 'galley.ts') ?? [];
  files.push(
    ['src/galley.ts', own],
    ...Object.entries(shims).map(([name, text]): [string, string] => [`shims/${name}.js`, text]),
  );
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** One file of the site as a framework would load it. */
async function load(path: string): Promise<Record<string, (input?: unknown) => Promise<any>>> {
  const outfile = join(folder, 'out', `${path.replaceAll(/\W/g, '-')}.mjs`);
  const shim = (name: string) => join(folder, 'shims', `${name}.js`);
  await build({
    entryPoints: [join(folder, path)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    jsx: 'transform',
    jsxFactory: 'h',
    inject: [shim('jsx')],
    alias: {
      'galley-client/webhooks': inRepository('packages/client/src/webhooks.ts'),
      'galley-client': inRepository('packages/client/src/main.ts'),
      'next/navigation': shim('next/navigation'),
      'next/cache': shim('next/cache'),
    },
  });
  return (await import(pathToFileURL(outfile).href)) as Awaited<ReturnType<typeof load>>;
}

/** A blog whose second article links to the first. */
async function newBlog(): Promise<TestProject> {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const link_patterns = { blog_article: '/blog/{slug}' };
  await owner.send('PATCH', `/projects/${project.id}/settings`, { link_patterns });
  const publish = async (article: object) =>
    expectDone(await project.secret.post('/v1/blog/articles', { ...article, publish: true })).id as string;
  const first = await publish({ title: 'A first one', excerpt: 'How it began.', seo: { no_index: true } });
  await publish({ title: 'A second one', body: { markdown: `After [the first](blog_article:${first}).` } });
  process.env['GALLEY_URL'] = service.url;
  process.env['GALLEY_KEY'] = project.secret.token;
  return project;
}

describe('docs/build/next.md and docs/build/astro.md', () => {
  it('has pages, a sitemap and a webhook that work as they are printed', async () => {
    const project = await newBlog();
    await pasteGuide('build/next.md', service, project, folder);
    await writeSite();

    const list = await load('app/blog/page.tsx');
    expect(await list['default']?.()).toContain(
      '<li><a href="/blog/a-first-one">A first one</a> How it began.</li>',
    );

    const page = await load('app/blog/[slug]/page.tsx');
    const asked = (slug: string) => ({ params: Promise.resolve({ slug }) });
    const html = (await page['default']?.(asked('a-second-one'))) as string;
    expect(html).toContain('<h1>A second one</h1>');
    expect(html).toMatch(/After <a href="\/blog\/a-first-one" data-ref="art_[^"]*" data-type="blog_article"/);
    expect(await page['generateStaticParams']?.()).toContainEqual({ slug: 'a-first-one' });
    expect(await page['generateMetadata']?.(asked('a-first-one'))).toMatchObject({
      robots: { index: false },
    });
    await expect(page['default']?.(asked('nowhere'))).rejects.toThrow('not found');

    const sitemap = (await (await load('app/sitemap.ts'))['default']?.()) as { url: string }[];
    expect(sitemap.map(({ url }) => url)).toEqual(['https://www.example.com/blog/a-second-one']);
    const xml = (await (await load('src/pages/sitemap.xml.ts'))['GET']?.()) as Response;
    expect(await xml.text()).toMatch(/^<urlset [^>]*><url><loc>[^<]*a-second-one<\/loc>.*<\/urlset>$/);
  });

  it('throws pages away by a delivery of the service, and by nothing else', async () => {
    const project = await newBlog();
    await writeSite();
    const receiver = await startReceiver();
    const { app } = service;
    const by = { now: app.clock.now(), actor: tester, box: app.box };
    const endpoint = { url: receiver.url, events: ['blog.*'] };
    const { secret } = await createEndpoint(app.system.project(project.id), endpoint, by);
    expectDone(await project.secret.patch('/v1/blog/articles/a-first-one', { title: 'Changed' }));
    const [delivery] = await receiver.got(1);
    process.env['GALLEY_WEBHOOK_SECRET'] = secret;
    const route = await load('app/api/galley/route.ts');
    const post = async (body: string) => {
      const headers = new Headers(delivery?.headers as Record<string, string>);
      const request = new Request('http://site.example/api/galley', { method: 'POST', headers, body });
      return ((await route['POST']?.(request)) as Response).status;
    };
    const seen = globalThis as { thrownAway?: string[] };

    expect(await post(`${delivery?.raw} `)).toBe(400);
    expect(seen.thrownAway).toBeUndefined();
    expect(await post(delivery?.raw ?? '')).toBe(204);
    expect(seen.thrownAway).toEqual(['/blog', '/sitemap.xml', '/blog/[slug] page']);
  });
});

describe('docs/model/locales.md', () => {
  it('begins with a page in several languages that works as it is printed', async () => {
    const project = await newProjectInLocales(service, [{ code: 'de', fallback: 'en' }, { code: 'ar' }]);
    process.env['GALLEY_URL'] = service.url;
    process.env['GALLEY_KEY'] = project.secret.token;
    const german = { title: 'Wenig Wind', publish: true };
    const article = {
      title: 'Light winds',
      body: { markdown: 'Wait.' },
      publish: true,
      locales: { de: german },
    };
    expectDone(await project.secret.post('/v1/blog/articles', article));
    await writeSite();
    const page = await load('app/[locale]/blog/[slug]/page.tsx');
    const at = (locale: string, slug: string) => ({ params: Promise.resolve({ locale, slug }) });

    const html = await page['default']?.(at('de', 'wenig-wind'));
    expect(html).toContain('<article lang="de">');
    expect(html).toContain('<h1>Wenig Wind</h1><div lang="en"><p>Wait.</p></div>');
    expect(html).toContain('<a href="/en/blog/light-winds">en</a><a href="/de/blog/wenig-wind">de</a>');
    expect(await page['generateMetadata']?.(at('en', 'light-winds'))).toEqual({
      alternates: { languages: { en: '/en/blog/light-winds', de: '/de/blog/wenig-wind' } },
    });
    expect(await page['default']?.(at('de', 'light-winds'))).toEqual(html);
    for (const locale of ['ar', 'fr'])
      await expect(page['default']?.(at(locale, 'light-winds'))).rejects.toThrow('not found');
  });
});
