import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import { galley } from 'galley-astro';
import { paths } from './site.config.mjs';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [galley({ paths })],
  // Browsers cache one external style sheet; Astro inlines only small scripts.
  build: { inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
});
