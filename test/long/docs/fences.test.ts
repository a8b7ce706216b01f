import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRepository } from '../../support/program.ts';

interface Fence {
  /** As `guideBlocks` takes it: below docs/. */
  page: string;
  language: string;
  text: string;
}

/** Examples that no test runs, by their first words, and why not. */
const notRun: readonly (Omit<Fence, 'text'> & { begins: string; why: string })[] = [
  {
    page: '../README.md',
    language: 'sh',
    begins: 'npm install && npm run dev',
    why: 'the two commands themselves: dev/test runs the first, and whoever reads this has run the second',
  },
  ...['../README.md', 'sites.md'].map((page) => ({
    page,
    language: 'sh',
    begins: page === 'sites.md' ? 'npx galley new site' : 'npx --no-install galley new site',
    why: 'test/sites makes, builds and starts a site with these commands, in a suite of its own',
  })),
  {
    page: 'behind-a-proxy.md',
    language: 'yaml',
    begins: 'http:\n  routers:',
    why: 'no Traefik is to be had here; nginx and Caddy of the same page are run',
  },
  ...['src/pages/blog/index.astro', 'src/pages/blog/[slug].astro'].map((path) => ({
    page: 'frameworks.md',
    language: 'astro',
    begins: `---\n// ${path}`,
    why: 'Astro is no part of this repository; the pages make the calls of those for Next, which are run',
  })),
  {
    page: 'performance.md',
    language: '',
    begins: 'npm run bench:quick',
    why: 'benchmarks take minutes and fail on nothing',
  },
  {
    page: 'preview.md',
    language: 'astro',
    begins: '---\n// src/pages/preview/[slug].astro',
    why: 'Astro is no part of this repository; the page makes the calls of the other examples',
  },
  {
    page: 'preview.md',
    language: 'js',
    begins: '// astro.config.mjs',
    why: 'Astro is no part of this repository',
  },
  {
    page: 'scaling.md',
    language: 'js',
    begins: 'use galley',
    why: 'needs a sharded cluster; test/service/core/platform/shard-keys.test.ts holds what the page says of the collections',
  },
  {
    page: 'webhooks.md',
    language: 'http',
    begins: 'POST /hooks/galley',
    why: 'what arrives, not what is run; its receivers are tested with what the service sends',
  },
];

const pages = [
  '../README.md',
  '../packages/client/README.md',
  ...readdirSync(inRepository('docs')).filter((name) => name.endsWith('.md')),
];
const tests = ['test', 'packages/client/test'].flatMap((folder) =>
  readdirSync(inRepository(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(inRepository(`${folder}/${name}`), 'utf8')),
);

function fencesOf(page: string): Fence[] {
  const text = readFileSync(inRepository(`docs/${page}`), 'utf8');
  return [...text.matchAll(/^ *```([a-z]*)\n(.*?)^ *```$/gms)].map((match) => ({
    page,
    language: match[1] ?? '',
    text: match[2] ?? '',
  }));
}

/** `pasteGuide` runs all shell of a page, `guideBlocks` hands a test all blocks of a language that it names. */
function isRun({ page, language }: Fence): boolean {
  const names = (text: string, call: string) => text.replace(/\s+/g, '').includes(`${call}('${page}'`);
  return tests.some(
    (text) =>
      (language === 'sh' && names(text, 'pasteGuide')) ||
      (names(text, 'guideBlocks') && text.includes(`'${language}'`)),
  );
}

describe.each(pages)('%s', (page) => {
  const left = notRun.filter((one) => one.page === page);
  const fences = fencesOf(page);

  it('has no example that no test runs', () => {
    const forgotten = fences.filter(
      (fence) =>
        !isRun(fence) &&
        !left.some(({ language, begins }) => language === fence.language && fence.text.startsWith(begins)),
    );

    expect(forgotten.map(({ language, text }) => `${language}: ${text.split('\n')[0]}`)).toEqual([]);
  });

  it.each(left)('has the example that is not run: $begins', ({ language, begins }) => {
    expect(fences.some((fence) => fence.language === language && fence.text.startsWith(begins))).toBe(true);
  });
});
