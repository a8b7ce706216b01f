import http from 'node:http';
import https from 'node:https';
import type { Client } from 'minio';
import { type StorageSettings, storageTimeoutMs } from './settings.ts';

/**
 * The MinIO client, for setting up buckets. No call outlives `timeoutMs`: the socket is closed, so that a store that hangs
 * holds neither a request nor a connection. The library is loaded with the first use: it takes 26 MB of memory.
 */
export async function openClient(settings: StorageSettings, timeoutMs = storageTimeoutMs): Promise<Client> {
  const { Client } = await import('minio');
  const { protocol, hostname, port } = new URL(settings.endpoint);
  const useSSL = protocol === 'https:';
  return new Client({
    endPoint: hostname,
    ...(port !== '' && { port: Number(port) }),
    useSSL,
    region: settings.region,
    accessKey: settings.accessKey,
    secretKey: settings.secretKey,
    transport: boundedTransport(useSSL ? https : http, timeoutMs),
    // The caller retries, if anybody: a request has 5 s, and the client would write to the console.
    retryOptions: { disableRetry: true },
  });
}

type Transport = Pick<typeof http, 'request'>;
type Callback = (response: http.IncomingMessage) => void;

function boundedTransport(transport: Transport, timeoutMs: number): Transport {
  function request(first: http.RequestOptions | string | URL, second?: http.RequestOptions | Callback) {
    if (typeof first === 'string' || first instanceof URL || typeof second === 'object') {
      throw new TypeError('the client passes one object of options');
    }
    return transport.request({ ...first, signal: AbortSignal.timeout(timeoutMs) }, second);
  }
  return { request };
}
