import { randomUUID } from 'node:crypto';
import { callStore } from '../client.ts';
import { StoreError, unavailable } from '../store-errors.ts';
import { type StorageSettings, storageTimeoutMs } from '../settings.ts';
import { pathOf } from '../signing.ts';

/** How long the result of a test is cached, in milliseconds. Each test uploads, reads and removes an object. */
const closedForMs = 10_000;
const openForMs = 1_000;

/** Tests without a signature whether everyone can read the private bucket. */
export class Privacy {
  readonly #settings: StorageSettings;
  #lastTest: { isOpen: Promise<boolean>; goodUntil: number } | null = null;

  constructor(settings: StorageSettings) {
    this.#settings = settings;
  }

  /** Whether everyone can read an existing object. @throws temporarily_unavailable if the store doesn't respond */
  async isObjectOpen(key: string): Promise<boolean> {
    const url = `${new URL(this.#settings.endpoint).origin}${pathOf(this.#settings.privateBucket, key)}`;
    try {
      return (await send(url, { method: 'HEAD', redirect: 'manual' })).status === 200;
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Whether everyone could read a new object. Concurrent calls share one test. @throws temporarily_unavailable if the store doesn't respond */
  isBucketOpen(): Promise<boolean> {
    if (this.#lastTest !== null && performance.now() < this.#lastTest.goodUntil) return this.#lastTest.isOpen;
    const isOpen = this.#test();
    const test = { isOpen, goodUntil: Infinity };
    this.#lastTest = test;
    const cacheFor = (ms: number) => (test.goodUntil = performance.now() + ms);
    isOpen.then(
      (open) => cacheFor(open ? openForMs : closedForMs),
      () => cacheFor(0),
    );
    return isOpen;
  }

  /** A store that rejects the byte also rejects the file, and then the person who uploads it sees the reason. */
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

/** Sends a request and discards the body of the response. */
async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(storageTimeoutMs) });
  await response.body?.cancel();
  return response;
}
