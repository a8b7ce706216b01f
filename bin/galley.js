#!/usr/bin/env node
// The command line: the built one if there is one, else the sources, compiled into node_modules/.cache.
import { existsSync } from 'node:fs';

const built = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(built)) {
  await import(built.href);
} else {
  const { compileSources } = await import('../tools/compile-cli.mjs');
  await import(await compileSources());
}
