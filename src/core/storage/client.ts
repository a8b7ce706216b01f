import http from 'node:http';
import https from 'node:https';
import type { Client } from 'minio';
import { toStoreError } from './store-errors.ts';
import { type StorageSettings, storageTimeoutMs } from './settings.ts';

/**
 * The MinIO client for one origin of the store. It addresses buckets by path, and sockets are those of Node's global
 * agent. The library takes 8 MB of heap and is loaded with the first use; a client costs less than a microsecond.
 */
export async function openClient(settings: StorageSettings, origin = settings.endpoint): Promise<Client> {
  const { Client } = await import('minio');
  const { protocol, hostname, port } = new URL(origin);
  const useSSL = protocol === 'https:';
  return new Client({
    endPoint: hostname.replace(/^\[|\]$/g, ''), // the client wants IPv6 addresses without brackets
    ...(port !== '' && { port: Number(port) }),
    useSSL,
    region: settings.region, // otherwise the client asks each bucket for its region
    accessKey: settings.accessKey,
    secretKey: settings.secretKey,
    transport: boundedTransport(useSSL ? https : http),
    // A request has 5 s in all, and a retry of the client would write to the console.
    retryOptions: { disableRetry: true },
  });
}

/** Calls the store. @throws StoreError if it responds with an error; anything else if it doesn't respond within 4 s */
export async function callStore<T>(
  settings: StorageSettings,
  call: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(settings);
  return call(client).catch((error: unknown) => {
    throw toStoreError(error);
  });
}

type Transport = Pick<typeof http, 'request'>;
type Callback = (response: http.IncomingMessage) => void;

/** Closes the socket of a request after 4 s, so that a store that hangs holds neither a request nor a connection. */
function boundedTransport(transport: Transport): Transport {
  function request(first: http.RequestOptions | string | URL, second?: http.RequestOptions | Callback) {
    if (typeof first === 'string' || first instanceof URL || typeof second === 'object') {
      throw new TypeError('the client passes one object of options');
    }
    const options = { ...first, signal: AbortSignal.timeout(storageTimeoutMs) };
    return transport.request(options, (response) => {
      second?.(response);
      // The client doesn't read responses such as 503, which would keep their sockets busy until the timeout.
      setImmediate(() => response.readableFlowing === null && response.resume());
    });
  }
  return { request };
}
