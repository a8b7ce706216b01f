import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const base = '/dashboard/';

/** The page asks for its fonts before any style names them: no line changes its width when they come. */
const fontsFirst: Plugin = {
  name: 'fonts-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => name.endsWith('.woff2'))
        .map((name) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            href: `${base}${name}`,
          },
        })),
  },
};

const neededFirst = new Set<string>();

/** Whether the first page needs a module before it shows anything: the static imports of index.html, and theirs. */
function isNeededFirst(id: string, context: Rolldown.ChunkingContext): boolean {
  if (neededFirst.size === 0) {
    neededFirst.add(fileURLToPath(new URL('index.html', import.meta.url)));
    for (const module of neededFirst)
      for (const imported of context.getModuleInfo(module)?.importedIds ?? []) neededFirst.add(imported);
  }
  return neededFirst.has(id);
}

/** Built into the service's own `dist`, from which it is served at `/dashboard`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base,
  plugins: [react(), fontsFirst],
  build: {
    outDir: '../dist/dashboard-app',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the Content-Security-Policy knows no data: for fonts and scripts
    modulePreload: { polyfill: false }, // the polyfill would be an inline script
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700, // kB; `start` is the largest
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Without groups, each combination of screens has files of its own, and the page of an entry loads a hundred.
          groups: [
            {
              name: (id, context) => (isNeededFirst(id, context) ? 'start' : null),
              debugName: 'start',
              priority: 1,
            },
            { name: 'shared', minShareCount: 4 },
          ],
        },
      },
    },
  },
});
