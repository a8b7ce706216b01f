import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import { galley } from 'galley-astro';
import { paths } from './site.config.mjs';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [galley({ paths })],
  // One style sheet that is kept by browsers, and small scripts in the page: few requests.
  build: { inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
});
