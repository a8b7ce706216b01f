import { type App, createApp } from '../app.ts';
import { baseUrlOf, type Config, previousNamesIn, readConfig } from '../../core/settings/index.ts';
import { listen } from '../../core/http/index.ts';
import { createSetUpToken } from '../../accounts/index.ts';
import { startTracing } from '../../core/tracing/index.ts';
import { serviceVersion } from '../../core/util/index.ts';
import { allowHeapGrowth } from '../../heap-size.ts';
import { waitWithPages } from './waiting-pages.ts';

/** Starts the service from the environment. An error is one line, before anything runs. */
try {
  const config = readConfig(process.env);
  const stopTracing = await startTracing(process.env);
  const app = await createWhenConnected(config);
  for (const warning of previousNamesIn(process.env)) app.log.warn({}, warning);
  const stop = await startServing(app, config);
  app.http.once('request', allowHeapGrowth);
  // A terminal and npm both pass on Ctrl-C, so a second signal doesn't mean to hurry.
  let isEnding = false;
  const end = async (signal: string) => {
    if (isEnding) return;
    isEnding = true;
    app.log.info({ signal, drain_seconds: config.DRAIN_SECONDS }, 'Galley is stopping');
    await stop();
    await stopTracing();
    app.log.info({}, 'Galley has stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
  const { HOST: host, PORT: port, ROLE: role } = config;
  const address = baseUrlOf(config);
  const build = { version: serviceVersion, node: process.versions.node };
  app.log.info({ address, host, port, role, ...build }, `Galley serves ${address}`);
  await printSetupLink(app, config);
} catch (error) {
  process.stderr.write(`Galley cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Waits for the database if it doesn't respond. A signal ends the process meanwhile, even with process id 1. */
async function createWhenConnected(config: Config): Promise<App> {
  const wait = waitWithPages(config);
  const exitNow = () => process.exit(0);
  process.on('SIGTERM', exitNow).on('SIGINT', exitNow);
  try {
    return await createApp(config, undefined, wait);
  } finally {
    process.off('SIGTERM', exitNow).off('SIGINT', exitNow);
    await wait.end();
  }
}

/** The person who can read the log can take over an installation without an owner (specification: dashboard). */
async function printSetupLink(app: App, config: Config): Promise<void> {
  if (config.ROLE === 'worker') return;
  const token = await createSetUpToken(app.system);
  if (token === null) return;
  const address = `${baseUrlOf(config)}/dashboard`;
  app.log.warn(
    { set_up_token: token },
    `This installation has no owner yet: open ${address} with this token`,
  );
}

/** Overdue work is done before the first request. If the port is taken, everything that was started is closed. */
async function startServing(app: App, config: Config): Promise<() => Promise<void>> {
  try {
    await app.start();
    return await listen(app.http, config, app);
  } catch (error) {
    await app.close();
    throw error;
  }
}
