#!/usr/bin/env node
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeNotice, SiteError, starters } from 'create-galley-site';
import { createProject } from './main.ts';

const names = starters.map(({ name }) => name).join('|');
const usage = `Usage: npx create-galley <folder> [--starter ${names}]`;

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { starter: { type: 'string', default: 'astro' } },
  });
  const [folder] = positionals;
  const starter = starters.find(({ name }) => name === values.starter);
  if (folder === undefined || starter === undefined) throw new SiteError(usage);
  await createProject(resolve(folder), starter);
  const notice = nodeNotice(starter);
  return `Created Galley in ${folder}. Start it:
  cd ${folder}
  docker compose up -d --build
  docker compose logs galley

The log contains the link with which you create the first account. Then start the site:
  cd site
  cp .env.example .env
  npm install
  npm run dev
${notice === null ? '' : `\n${notice}\n`}`;
}

try {
  process.stdout.write(await run());
} catch (error) {
  const isUsage =
    error instanceof SiteError || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
