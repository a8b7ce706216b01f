import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { nodeMin } from '../../../../src/node-version.ts';
import { inRepository, run } from '../../../support/program.ts';

vi.setConfig({ testTimeout: 60_000 }); // processes start slowly on a busy machine

/** Makes a process say that it is an old Node, and refuse to load what such a Node could not. */
const asOldNode = `data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module';
  Object.defineProperty(process.versions, 'node', { value: '18.20.8' });
  register('data:text/javascript,' + encodeURIComponent(
    'export function resolve(specifier, context, next) {' +
    '  if (/^(node:zlib|mongodb|koa|commander)$/.test(specifier)) throw new SyntaxError("no export named crc32");' +
    '  return next(specifier, context);' +
    '}'));
`)}`;

describe('a Node older than package.json asks for', () => {
  it.each([
    ['npm start', 'src/main.ts', []],
    ['npm run dev', 'dev/server/main.ts', []],
    ['galley', 'bin/galley.js', ['project', 'list']],
    ['galley doctor', 'bin/galley.js', ['doctor', '--json']],
  ])('is named by %s in one line, before anything is loaded that it cannot read', async (_, file, args) => {
    const tsx = import.meta.resolve('tsx');
    const argv = ['--import', tsx, '--import', asOldNode, inRepository(file), ...args];
    const program = run(process.execPath, argv, { env: {} });

    expect(await program.ended()).toBe(1);
    expect(program.err).toBe(
      `Galley cannot start: Node 18.20.8 is too old. Install Node ${nodeMin} or newer.\n`,
    );
    expect(program.out).toBe('');
  });

  it('is the same for all who ask', () => {
    const { engines } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as {
      engines: { node: string };
    };

    expect(engines.node).toBe(`>=${nodeMin}`);
  });
});
