import { randomBytes } from 'node:crypto';
import type { App } from '../src/server/app.ts';
import { startEmbeddedMongod } from '../dev/embedded/mongod/server.ts';
import { Cursors } from '../src/core/util/cursors.ts';
import { Load } from './load/load.ts';
import { type Galley, startGalley, type StartOptions } from './processes/galley.ts';
import { Helper } from './processes/helper.ts';
import { seedArticles } from './seed/articles.ts';
import { seedKites } from './seed/kites.ts';
import { newSite, openApp, type Site } from './seed/site.ts';
import type { Bodies } from './servers/bare-koa.ts';
import type { NaiveOrder } from './servers/naive-koa.ts';
import type { WriterOrder } from './servers/naive-writer.ts';
import type { Sizes } from './sizes.ts';

/** Everything that runs: the database, the service and the servers that it is compared with. */
export interface Stage {
  sizes: Sizes;
  app: App;
  mongod: { pid: number };
  /** The built service with its default settings, and one without a response cache. */
  galley: Galley;
  cold: Galley;
  bare: { url: string; pid: number };
  naive: { url: string; pid: number };
  naiveWriter: { url: string; pid: number };
  load: Load;
  small: Site;
  large: Site;
  /** Positions of the kites in the large project, oldest first. */
  kites: readonly Place[];
  /** Returns a cursor that starts after a kite of the large project. */
  cursorAt: (place: Place) => string;
  /** Returns a cursor that starts after a position in the entries of a type. */
  entryCursor: (site: Site, type: string, place: Place) => string;
  articleCursor: (size: number) => string;
  /** Starts another service on the same database. */
  start(variables: Readonly<Record<string, string>>, options?: StartOptions): Promise<Galley>;
  end(): Promise<void>;
}

interface Place {
  id: string;
  at: Date;
}

/** S3 variables point to no server, because the benchmarks request no files. */
export function variablesFor(mongodbUri: string) {
  return {
    NODE_ENV: 'production',
    BASE_URL: 'http://galley.bench',
    MONGODB_URI: mongodbUri,
    MONGODB_DB: 'galley_bench',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'galley',
    S3_ACCESS_KEY: 'bench',
    S3_SECRET_KEY: 'bench-secret',
    APP_SECRET: randomBytes(32).toString('hex'),
    RATE_READ: '1000000000',
    RATE_WRITE: '1000000000',
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8', // for the receiver of purges
    WORK_TIME_MS: '30000', // slow responses show in the figures, not as errors
  };
}

/** Starts and seeds everything; `say` receives a log line for each slow step. */
export async function setStage(sizes: Sizes, say: (line: string) => void): Promise<Stage> {
  const ends: (() => unknown)[] = [];
  const end = async () => {
    for (const each of ends.reverse()) await each();
  };
  try {
    const mongod = await startEmbeddedMongod({ dbPath: null, say });
    ends.push(() => mongod.stop());
    const variables = variablesFor(mongod.uri);
    const app = await openApp({ ...variables, LOG_LEVEL: 'silent' });
    ends.push(() => app.close());
    const start: Stage['start'] = (more, options) => startGalley({ ...variables, ...more }, options);
    const galley = await start({});
    ends.push(() => galley.stop());
    const cold = await start({ READ_CACHE_BYTES: '1024' });
    ends.push(() => cold.stop());
    const seeded = await seed(app, galley.url, { sizes, say });
    const load = new Load();
    ends.push(() => load.stop());
    const others = await startOthers({ uri: mongod.uri, galley, ...seeded }, ends);
    const cursors = new Cursors(variables.APP_SECRET);
    return {
      sizes,
      app,
      mongod,
      galley,
      cold,
      load,
      ...others,
      ...seeded,
      ...cursorsOf(cursors, seeded),
      start,
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

interface Seeded {
  small: Site;
  large: Site;
  kites: readonly Place[];
  /** Positions of the articles in both projects, by project size. */
  articles: ReadonlyMap<number, readonly Place[]>;
}

async function seed(
  app: App,
  url: string,
  { sizes, say }: { sizes: Sizes; say: (line: string) => void },
): Promise<Seeded> {
  const [small, large] = [await newSite(app, sizes.small), await newSite(app, sizes.large)];
  const articles = new Map<number, Place[]>();
  let kites: Place[] = [];
  for (const site of [small, large]) {
    say(`Seeding ${site.size} entries and ${site.size} articles`);
    kites = await seedKites(app, url, site);
    articles.set(site.size, await seedArticles(app, url, site));
  }
  return { small, large, kites, articles };
}

const pageOfArticles = 1_000;
const pageSize = 20;

function cursorsOf(
  cursors: Cursors,
  { small, large, articles }: Seeded,
): Pick<Stage, 'cursorAt' | 'entryCursor' | 'articleCursor'> {
  const entryCursor = ({ projectId, releaseId }: Site, type: string, { id, at }: Place) =>
    cursors.encode([projectId, releaseId, type, []], [at, id]);
  return {
    entryCursor,
    cursorAt: (place) => entryCursor(large, 'kite', place),
    articleCursor(size) {
      const places = articles.get(size) ?? [];
      const before = Math.min((pageOfArticles - 1) * pageSize, size / 2);
      const place = places.at(-before);
      const { projectId } = size === large.size ? large : small;
      return cursors.encode([projectId, 'blog_article', [], ''], [place?.at, place?.id]);
    },
  };
}

async function startOthers(
  { uri, galley, large, kites }: Seeded & { uri: string; galley: Galley },
  ends: (() => unknown)[],
): Promise<Pick<Stage, 'bare' | 'naive' | 'naiveWriter'>> {
  const headers = { authorization: `Bearer ${large.token}` };
  const bodies: Record<string, string> = {};
  const single = `/v1/content/kite/${kites.at(-1)?.id}`;
  for (const path of ['/v1/content/kite', single, '/v1/blog/articles', '/v1/introspection'])
    bodies[path] = await (await fetch(`${galley.url}${path}`, { headers })).text();
  const open = async (file: string, order: Bodies | NaiveOrder | WriterOrder) => {
    const helper = new Helper(new URL(`servers/${file}.ts`, import.meta.url));
    ends.push(() => helper.stop());
    const port = Number(await helper.ask({ ...order }));
    return { url: `http://127.0.0.1:${port}`, pid: helper.pid };
  };
  const { projectId, releaseId } = large;
  return {
    bare: await open('bare-koa', bodies),
    naive: await open('naive-koa', { uri, database: 'galley_bench', projectId, releaseId, type: 'kite' }),
    naiveWriter: await open('naive-writer', { uri, database: 'galley_bench' }),
  };
}
