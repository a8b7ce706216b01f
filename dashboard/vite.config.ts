import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Built into the service's own `dist`, from which it is served at `/dashboard`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/dashboard/',
  plugins: [react()],
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the Content-Security-Policy knows no data: for fonts and scripts
    modulePreload: { polyfill: false }, // the polyfill would be an inline script
    reportCompressedSize: false,
  },
});
