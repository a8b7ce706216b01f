import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cleanup } from '../../../support/cleanup.ts';
import { inRepository } from '../../../support/program.ts';
import { startService } from '../../../support/service.ts';

/** Where `npm run test:mcp` installs the suite, which brings too much to be a dependency. */
const folder = inRepository('node_modules/.cache/mcp-conformance/node_modules');
const suite = `${folder}/@modelcontextprotocol/conformance/dist/index.js`;
const own = `${folder}/node-${process.platform}-${process.arch}/bin/node`;
/** The suite asks for Node 22. */
const node = existsSync(own) ? own : process.execPath;
const isThere = existsSync(suite);

const service = await startService();

/** A server on this machine that adds a key to what the suite sends, since the suite has none. */
async function startStandIn(): Promise<string> {
  const project = await service.newProject();
  let token = '';
  const standIn = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    const passing = request(`${service.url}${asked.url}`, { method: asked.method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 500, came.headers);
      came.pipe(answer);
    });
    asked.pipe(passing.on('error', () => answer.destroy()));
  });
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve));
  cleanup(() => standIn.close());
  const { port } = standIn.address() as AddressInfo;
  const origins = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  token = (await project.newKey({ purpose: 'publishable', origins })).token;
  return `http://127.0.0.1:${port}/mcp`;
}

const why = isThere ? 'installed' : 'not run: `npm run test:mcp` installs it and Node 22';

describe.skipIf(!isThere)(`the conformance suite 0.1.16 (${why})`, () => {
  it.each(['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'])(
    'passes: %s',
    { timeout: 120_000 },
    async (scenario) => {
      const url = await startStandIn();
      const args = [suite, 'server', '--url', url, '--scenario', scenario];

      const { stdout } = await promisify(execFile)(node, args, { cwd: tmpdir() });

      expect(stdout).toMatch(/Passed: (\d+)\/\1\b/);
    },
  );
});
