import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { putBundle } from '../test/support/transfer/bundles.ts';
import { msOf, openInstallation, report } from './installation.ts';

// Compares the rate of `galley load` with that of single creations: `npm run bench:load-rate [-- 10000]`

const count = Number(process.argv[2] ?? 10_000);
const singles = 200;
const fields = [
  { key: 'title', type: 'string', required: true, options: { unique: true } },
  { key: 'text', type: 'text' },
  { key: 'next', type: 'reference', options: { content_type: 'page' } },
];
const text = 'x'.repeat(1_000);
const program = fileURLToPath(new URL('../bin/galley.js', import.meta.url));
const installation = await openInstallation();
const { projectId, variables, send } = installation;

async function load(folder: string): Promise<void> {
  const child = spawn(process.execPath, [program, 'load', '--project', projectId, '--from', folder], {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`galley load ended with ${String(code)}`);
}

/** Creates entries one after another. */
async function createSingly(name: string): Promise<void> {
  const path = '/v1/content/page/entries';
  let next: string | undefined;
  for (let i = 0; i < singles; i += 1) {
    const body = { values: { title: `${name} ${i}`, text, next }, publish: true };
    ({ id: next } = await send<{ id: string }>('POST', path, body));
  }
}

const folder = await mkdtemp(join(tmpdir(), 'galley-load-'));
await putBundle(folder, {
  types: [{ slug: 'page', fields }],
  entries: Array.from({ length: count }, (_, i) => ({
    source_id: `p${i}`,
    type: 'page',
    values: { title: `Page ${i}`, text, next: `p${(i + 1) % count}` },
    status: 'published',
  })),
});
try {
  await send('PUT', '/v1/schema/content-types/page', { fields });
  await createSingly('Warm-up'); // not measured: the first creations of a service are slow
  const singleMs = await msOf(() => createSingly('Single'));
  const loadMs = await msOf(() => load(folder));
  report([
    { figure: `${singles} single creations, ms`, value: singleMs },
    { figure: `load of ${count} entries, s`, value: loadMs / 1_000, most: 60 },
    {
      figure: 'rate of load against single creations',
      value: count / loadMs / (singles / singleMs),
      least: 8,
    },
  ]);
} finally {
  await installation.stop();
  await rm(folder, { recursive: true, force: true });
}
