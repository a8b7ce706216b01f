import type { ChildProcess } from 'node:child_process';

import type { MongoInstance } from 'mongodb-memory-server';

import { systemClock } from '../../../src/core/util/clock.ts';

/** A server that is started again when it ends by itself. */
export interface KeptServer {
  /** The process number of the server that runs now. */
  pid(): number;
  /** The server that runs now, or null when it is gone for good; it is not started again from now on. */
  release(): Promise<MongoInstance | null>;
}

/** One that ended this often, each time before it was a minute old, would end again. */
const shortLivesMax = 3;
const shortLifeMs = 60_000;
const wordsMax = 10;

/**
 * Starts a server and, when it ends without having been asked to, starts it again on the same port and data: what was
 * acknowledged is in its journal, and drivers find it again by themselves. Says what it did, with the server's last
 * words. One that keeps ending soon after its start is given up.
 *
 * @param launch - starts the server and answers when it takes writes.
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

/** Remembers the end of what a server prints, without what only informs. */
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
