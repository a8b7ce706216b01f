import { freePort } from '../dev/embedded/mongod/instance.ts';
import { databaseOf } from '../test/support/database.ts';
import { type Installation, medianOf, msOf, openInstallation, report, serve } from './installation.ts';

// One document with 60 relations, read 100 times one after another: a menu that a site needs on each page. Beside it the
// bare driver reads the same rows with two queries and no rules. `npm run bench:mega-menu`

const relations = 60;
const lists = 3;
const reads = 100;
const rounds = 7;

async function seed({ send }: Installation): Promise<string> {
  await send('PUT', '/v1/schema/content-types/link', {
    fields: [
      { key: 'label', type: 'string' },
      { key: 'url', type: 'url' },
    ],
  });
  await send('PUT', '/v1/schema/content-types/menu', {
    fields: Array.from({ length: lists }, (_, i) => ({
      key: `column_${i + 1}`,
      type: 'reference_list',
      options: { content_type: 'link', max_items: relations / lists },
    })),
  });
  const ids: string[] = [];
  for (let i = 0; i < relations; i++) {
    const values = { label: `Link ${i}`, url: `https://example.com/${i}` };
    ids.push((await send<{ id: string }>('POST', '/v1/content/link/entries', { values, publish: true })).id);
  }
  const values = Object.fromEntries(
    Array.from({ length: lists }, (_, i) => [
      `column_${i + 1}`,
      ids.slice((i * relations) / lists, ((i + 1) * relations) / lists),
    ]),
  );
  return (await send<{ id: string }>('POST', '/v1/content/menu/entries', { values, publish: true })).id;
}

/** Reads the menu and its links with the driver, like the smallest hand-written handler. */
function bareRead({ app, projectId }: Installation, id: string): () => Promise<void> {
  const entries = databaseOf(app.system).collection('entries');
  return async () => {
    const menu = await entries.findOne({ project_id: projectId, id });
    const ids = Object.values(menu?.['live'] as Record<string, string[]>).flat();
    const links = await entries.find({ project_id: projectId, id: { $in: ids } }).toArray();
    if (links.length !== relations) throw new Error(`the driver found ${links.length} links`);
  };
}

function httpRead(url: string, { publishable }: Installation, id: string): () => Promise<void> {
  const headers = { Authorization: `Bearer ${publishable}` };
  return async () => {
    const response = await fetch(`${url}/v1/content/menu/${id}`, { headers });
    const { values } = (await response.json()) as { values: Record<string, unknown[]> };
    const count = Object.values(values).flat().length;
    if (count !== relations) throw new Error(`the service served ${count} links`);
  };
}

async function measure(installation: Installation, coldUrl: string, id: string): Promise<void> {
  const sides = {
    driver: bareRead(installation, id),
    cached: httpRead(installation.url, installation, id),
    uncached: httpRead(coldUrl, installation, id),
  };
  const times = { driver: [] as number[], cached: [] as number[], uncached: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    for (const [name, read] of Object.entries(sides)) {
      const ms = await msOf(async () => {
        for (let i = 0; i < reads; i++) await read();
      });
      if (round >= 0) times[name as keyof typeof times].push(ms); // the first round warms up
    }
  }
  const [driver, cached, uncached] = [times.driver, times.cached, times.uncached].map(medianOf);
  report([
    { figure: `${reads} reads by the bare driver, ms`, value: driver ?? NaN },
    { figure: `${reads} reads over HTTP, cached, ms`, value: cached ?? NaN },
    { figure: `${reads} reads over HTTP, uncached, ms`, value: uncached ?? NaN },
    { figure: 'cached against the driver', value: (cached ?? NaN) / (driver ?? NaN) },
    { figure: 'uncached against the driver', value: (uncached ?? NaN) / (driver ?? NaN) },
  ]);
}

const installation = await openInstallation();
const port = String(await freePort(0));
const coldUrl = `http://127.0.0.1:${port}`;
const cold = await serve(new URL('../src/main.ts', import.meta.url), coldUrl, {
  ...installation.variables,
  PORT: port,
  READ_CACHE_BYTES: '1024', // too small for any response
});
try {
  await measure(installation, coldUrl, await seed(installation));
} finally {
  await cold.stop();
  await installation.stop();
}
