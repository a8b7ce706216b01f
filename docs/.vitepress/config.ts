import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { transformerStyleToClass } from '@shikijs/transformers';
import { defineConfig } from 'vitepress';
import { otherNames, themedScreenshots } from './markdown.ts';
import { serviceUrl, sidebar } from './navigation.ts';

/** Colors of code as classes: the policy of the served pages allows no style attributes. */
const colors = transformerStyleToClass({ classPrefix: 'code-' });

export default defineConfig({
  title: 'Galley',
  description: 'Self-hosted headless content service',
  lang: 'en-US',
  base: '/docs/',
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  metaChunk: true,
  srcExclude: ['architecture/**'],
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    ['link', { rel: 'stylesheet', href: '/docs/code.css' }],
  ],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [colors],
    config(md) {
      md.use(themedScreenshots);
      md.use(otherNames);
    },
  },
  themeConfig: {
    logoLink: '/docs/start/',
    nav: [
      { text: 'API reference', link: '/api/reference' },
      { text: 'Dashboard', link: `${serviceUrl}/dashboard`, target: '_self', noIcon: true },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: {
      provider: 'local',
      // Words of up to six letters must match: `where` is not `there`.
      options: { miniSearch: { searchOptions: { fuzzy: 0.08 } } },
    },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  transformHtml: (html) => html.replace(/ style="[^"]*"/g, ''),
  buildEnd({ outDir }) {
    writeFileSync(join(outDir, 'code.css'), colors.getCSS());
    const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    mkdirSync(join(outDir, 'swagger'), { recursive: true });
    for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css'])
      copyFileSync(join(swagger, name), join(outDir, 'swagger', name));
  },
});
