/** Copies the Markdown texts of the agent tools to the folder where the compiled code reads them. */
import { copyFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = 'server/mcp';
for (const name of readdirSync(`${root}src/${folder}`, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.md')) copyFileSync(`${root}src/${folder}/${name}`, `${root}dist/${folder}/${name}`);
