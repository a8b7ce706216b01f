/**
 * Runs the MCP conformance suite against the service (test/service/server/mcp/conformance.test.ts). The suite is
 * installed separately, because it has a hundred dependencies and needs Node 22, which is installed with it if needed.
 * Usage: node tools/test-mcp.mjs [FILES]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}node_modules/.cache/mcp-conformance`;
const isOld = Number(process.versions.node.split('.')[0]) < 22;
const packages = ['@modelcontextprotocol/conformance@0.1.16'];
if (isOld) packages.push(`node-${process.platform}-${process.arch}@22.23.3`);

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/package.json`, '{ "private": true }\n');
run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], folder);
const files = process.argv.slice(2);
run('npx', ['vitest', 'run', ...(files.length > 0 ? files : ['test/service/server/mcp'])], root);
