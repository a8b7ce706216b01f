import { type App, createApp } from '../app.ts';
import { baseUrlOf, type Config, previousNamesIn, readConfig } from '../../core/settings/index.ts';
import { listen } from '../../core/http/index.ts';
import { createSetUpToken } from '../../accounts/index.ts';
import { serviceVersion } from '../../core/util/index.ts';
import { letHeapGrow } from './heap-size.ts';
import { waitWithPages } from './waiting-pages.ts';

/** Starts the service from the environment. What is wrong is said in one line, before anything runs. */
try {
  const config = readConfig(process.env);
  const app = await createWhenConnected(config);
  for (const warning of previousNamesIn(process.env)) app.log.warn({}, warning);
  const stop = await startServing(app, config);
  app.http.once('request', letHeapGrow);
  // A terminal and npm both pass a Ctrl-C on, so that a second signal is no order to hurry.
  let isEnding = false;
  const end = async (signal: string) => {
    if (isEnding) return;
    isEnding = true;
    app.log.info({ signal, drain_seconds: config.DRAIN_SECONDS }, 'Galley is stopping');
    await stop();
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

/** Waits for the database if it does not respond; a signal ends the process meanwhile, also where it has the id 1. */
async function createWhenConnected(config: Config): Promise<App> {
  const wait = waitWithPages(config);
  const leave = () => process.exit(0);
  process.on('SIGTERM', leave).on('SIGINT', leave);
  try {
    return await createApp(config, undefined, wait);
  } finally {
    process.off('SIGTERM', leave).off('SIGINT', leave);
    await wait.end();
  }
}

/** An installation without an owner is taken over by the person who can read its log (specification: dashboard). */
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

/** What is overdue is done before the first request; what had begun is ended when the port is taken. */
async function startServing(app: App, config: Config): Promise<() => Promise<void>> {
  try {
    await app.start();
    return await listen(app.http, config, app);
  } catch (error) {
    await app.close();
    throw error;
  }
}
