/** Copies the Markdown that lies beside the code, the words for agents, to where the compiled code looks for it. */
import { copyFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
for (const name of readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.md')) copyFileSync(`${root}src/${name}`, `${root}dist/${name}`);
