import { randomUUID } from 'node:crypto';
import { callStore } from '../client.ts';
import { StoreError, unavailable } from '../failures.ts';
import { type StorageSettings, storageTimeoutMs } from '../settings.ts';
import { pathOf } from '../signing.ts';

/** How long the result of a bucket test is cached, in milliseconds: a test sends, reads and removes an object. */
const closedForMs = 10_000;
const openForMs = 1_000;

/** Tests without a signature whether everyone can read the private bucket. */
export class Privacy {
  readonly #settings: StorageSettings;
  #found: { isOpen: Promise<boolean>; goodUntil: number } | null = null;

  constructor(settings: StorageSettings) {
    this.#settings = settings;
  }

  /** Whether everyone can read an existing object. @throws temporarily_unavailable if the store doesn't respond */
  async isObjectOpen(key: string): Promise<boolean> {
    const address = `${new URL(this.#settings.endpoint).origin}${pathOf(this.#settings.privateBucket, key)}`;
    try {
      return (await send(address, { method: 'HEAD', redirect: 'manual' })).status === 200;
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Whether everyone could read a new object. Concurrent calls share one test. @throws temporarily_unavailable if the store doesn't respond */
  isBucketOpen(): Promise<boolean> {
    if (this.#found !== null && performance.now() < this.#found.goodUntil) return this.#found.isOpen;
    const isOpen = this.#test();
    const found = { isOpen, goodUntil: Infinity };
    this.#found = found;
    const keep = (ms: number) => (found.goodUntil = performance.now() + ms);
    isOpen.then(
      (open) => keep(open ? openForMs : closedForMs),
      () => keep(0),
    );
    return isOpen;
  }

  /** A store that takes no byte takes no file either, and the person who sends one reads the reason. */
  async #test(): Promise<boolean> {
    const bucket = this.#settings.privateBucket;
    const key = `galley-check/${randomUUID()}`;
    try {
      await callStore(this.#settings, (client) => client.putObject(bucket, key, '1'));
      return await this.isObjectOpen(key);
    } catch (error) {
      if (error instanceof StoreError) return false;
      throw unavailable(error);
    } finally {
      await callStore(this.#settings, (client) => client.removeObject(bucket, key)).catch(() => undefined);
    }
  }
}

/** Sends a request whose answer's body is of no interest. */
async function send(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(storageTimeoutMs) });
  await answer.body?.cancel();
  return answer;
}
