import type { ChildProcess } from 'node:child_process';

import type { MongoInstance } from 'mongodb-memory-server';

import { systemClock } from '../../../src/core/util/clock.ts';

/** A server that is restarted when it ends unexpectedly. */
export interface KeptServer {
  /** The process ID of the current server. */
  pid(): number;
  /** Stops restarting the server. Returns the current server, or null if it has ended for good. */
  release(): Promise<MongoInstance | null>;
}

/** A server that has ended this often, each time within a minute of its start, is not restarted. */
const shortLivesMax = 3;
const shortLifeMs = 60_000;
const wordsMax = 10;

/**
 * Starts a server and restarts it on the same port and data when it ends unexpectedly. Acknowledged writes are in its
 * journal, and drivers reconnect. Logs each restart with the last output of the server.
 * @param launch - starts the server and resolves when it accepts writes
 */
export async function keepRunning(
  launch: () => Promise<MongoInstance>,
  say: (line: string) => void,
): Promise<KeptServer> {
  const clock = systemClock();
  let instance: MongoInstance | null = null;
  let isReleased = false;
  let shortLives = 0;
  let restart: Promise<void> = Promise.resolve();

  const start = async () => {
    instance = await launch();
    const server = instance.mongodProcess;
    if (server === undefined) return;
    const startedAt = clock.now().getTime();
    const words = lastWords(server);
    const ended = () => {
      if (!isReleased) restart = again(clock.now().getTime() - startedAt, words());
    };
    if (hasEnded(server)) ended();
    else server.once('exit', ended);
  };
  const again = async (livedMs: number, words: string) => {
    instance = null;
    shortLives = livedMs < shortLifeMs ? shortLives + 1 : 0;
    const isHopeless = shortLives >= shortLivesMax;
    say(
      `MongoDB ended unexpectedly, ${isHopeless ? 'too often' : 'and is started again on its data'}. Its last words:`,
    );
    say(words);
    if (isHopeless) return;
    await start().catch((error: unknown) => say(`MongoDB could not be started again: ${String(error)}`));
  };

  await start();
  return {
    pid: () => instance?.mongodProcess?.pid ?? 0,
    async release() {
      isReleased = true;
      await restart;
      return instance;
    },
  };
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Collects the last lines of a server's output, without informational ones. */
function lastWords({ stdout, stderr }: ChildProcess): () => string {
  let lines: string[] = [];
  const listen = (printed: unknown) => {
    const telling = String(printed)
      .split('\n')
      .filter((line) => line !== '' && !line.includes('"s":"I"'));
    lines = [...lines, ...telling].slice(-wordsMax);
  };
  stdout?.on('data', listen);
  stderr?.on('data', listen);
  return () => lines.join('\n');
}
