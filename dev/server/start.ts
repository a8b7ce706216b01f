import { startTracing } from '../../src/core/tracing/index.ts';
import { createApp } from '../../src/server/app.ts';
import { readDevAddress } from '../../src/cli/support/dev-address.ts';
import { baseUrlOf, type Config, type Variables } from '../../src/core/settings/config.ts';
import { storageSettingsOf } from '../../src/core/settings/variables/storage.ts';
import { startEmbeddedMongod } from '../embedded/mongod/server.ts';
import { listen } from '../../src/core/http/server/listen.ts';
import { setUpBuckets } from '../../src/core/storage/bucket/bucket-setup.ts';
import { answers, removeAddress, writeAddress } from './address.ts';
import { buildInBackground } from './background-build.ts';
import { clientBuild } from './client-build.ts';
import { type DataFolder, dataFolderIn, openDataFolder } from './data-folder.ts';
import { dashboardBuild } from './dashboard-build.ts';
import { docsBuild } from './docs-build.ts';
import { type Demo, keepDemo } from './demo.ts';
import { startImageService } from './image-service.ts';
import { localUrl, refuseTakenPort } from './port.ts';
import { keepSecret } from './secret.ts';
import { startStore } from './store.ts';
import { type DevSettings, readDevSettings } from './variables.ts';

export interface DevOptions {
  env: Variables;
  /** The folder that contains `.data`. */
  folder: string;
  /** Receives a log line for each slow step. */
  say: (line: string) => void;
  /** Aborts a start in progress. */
  signal: AbortSignal;
}

/** The running development service. */
export interface DevService {
  baseUrl: string;
  /** The URL on this machine, regardless of `BASE_URL`. */
  localUrl: string;
  demo: Demo;
  /** Stops requests, then the store, then MongoDB. */
  stop(): Promise<void>;
}

/** How long requests and jobs can continue after Ctrl-C, in milliseconds. */
const graceMs = 2_000;

/**
 * Starts the service with its own MongoDB and object store, on the data of earlier starts.
 * @throws Error with a readable message, after everything that had started is stopped
 */
export async function startDev(options: DevOptions): Promise<DevService> {
  const folder = dataFolderIn(options.folder);
  await refuseSecondStart(folder);
  await openDataFolder(folder);
  const settings = await readDevSettings(options.env, await keepSecret(folder.secret));
  await refuseTakenPort(settings.config.PORT, settings.config.HOST);

  const undo: (() => Promise<void>)[] = [];
  const stop = () => runAll(undo.splice(0).reverse());
  try {
    return { ...(await bringUp(options, folder, settings, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts one server after the other. Each is added to `undo` before the next one starts. */
async function bringUp(
  { env, say, signal }: DevOptions,
  folder: DataFolder,
  { config: settled, needsMongodb, needsStore }: DevSettings,
  undo: (() => Promise<void>)[],
): Promise<Omit<DevService, 'stop'>> {
  let config: Config = settled;
  if (needsMongodb) {
    const mongod = await startEmbeddedMongod({ dbPath: folder.mongodb, say });
    undo.push(() => mongod.stop());
    config = { ...config, MONGODB_URI: mongod.uri };
  }
  signal.throwIfAborted();
  if (needsStore) {
    const store = await startStore(folder);
    undo.push(() => store.stop());
    config = { ...config, ...store.variables };
    await setUpBuckets(storageSettingsOf(config));
    if (config.IMAGE_SERVICE === undefined) {
      const images = await startImageService(storageSettingsOf(config).publicUrl);
      if (images !== null) undo.push(() => images.stop());
      config = { ...config, ...images?.variables };
    }
  }
  signal.throwIfAborted();
  undo.push(await startTracing(env));
  const app = await createApp(config);
  undo.push(() => app.close());
  const demo = await keepDemo(app, folder);
  signal.throwIfAborted();
  await app.start();
  undo.push(await listen(app.http, { ...config, graceMs }, app));
  for (const plan of [dashboardBuild(), clientBuild(), docsBuild()]) {
    const build = await buildInBackground(plan, say);
    if (build !== null) undo.push(() => build.stop());
  }
  const local = localUrl(config.PORT, config.HOST);
  await writeAddress(folder.address, config, local);
  undo.push(() => removeAddress(folder.address));
  return { baseUrl: baseUrlOf(config), localUrl: local, demo };
}

/** Runs every step even if one fails, because a server that is still running would lock its data. */
async function runAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function refuseSecondStart(folder: DataFolder): Promise<void> {
  const address = await readDevAddress(folder.address);
  if (address === null || !(await answers(address))) return;
  throw new Error(
    `Galley is already running in this folder: ${address.local_url} (process ${address.pid}). Stop that one first.`,
  );
}
