#!/usr/bin/env node
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyStarter, requireEmptyFolder } from './copy.ts';
import { SiteError } from './npm.ts';
import { nodeNotice, starters } from './starters.ts';

const names = starters.map(({ name }) => name).join('|');
const usage = `Usage: npm create galley-site <folder> -- --starter <${names}>`;

/** Creates a site that isn't connected to a project; `galley new site --project` also connects it. */
async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { starter: { type: 'string' } },
  });
  const [folder] = positionals;
  const starter = starters.find(({ name }) => name === values.starter);
  if (folder === undefined || starter === undefined) throw new SiteError(usage);
  await requireEmptyFolder(resolve(folder));
  await copyStarter(starter, resolve(folder));
  const notice = nodeNotice(starter);
  if (notice !== null) process.stderr.write(`${notice}\n`);
  const commands = [`cd ${folder}`, 'cp .env.example .env', 'npm install', ...starter.commands];
  return `Created a site in ${folder}. Next:\n${commands.map((command) => `  ${command}\n`).join('')}`;
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
