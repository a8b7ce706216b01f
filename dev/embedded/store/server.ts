import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerBucket } from './bucket-requests.ts';
import { type Buckets, openBuckets } from './buckets.ts';
import { corsHeaders } from './cors.ts';
import { answer, readTarget, type Target } from './exchange.ts';
import { answerObject } from './object-requests.ts';
import { refusal, refusalXml, StoreRefusal } from './refusal.ts';
import { callerOf } from './signature.ts';

export interface EmbeddedStoreOptions {
  /** The folder with buckets and objects. Only one process can use it at a time. */
  readonly folder: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region?: string;
  readonly now: () => Date;
  /** Maximum difference between a caller's clock and `now`. Default: 15 minutes. Tests that move a clock set more. */
  readonly skewMaxMs?: number;
}

export interface EmbeddedStore {
  /** Origin, `http://127.0.0.1:9000`. */
  readonly endpoint: string;
  /** Closes open connections and frees the port. */
  stop(): Promise<void>;
}

const skewMaxMs = 15 * 60_000;

/**
 * Starts a small S3-compatible store for development and tests, with S3's own signature checks, path-style URLs,
 * single-part objects, bucket policies and CORS. It streams bytes and never loads a whole file into memory.
 */
export async function startEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const settled = { region: 'us-east-1', skewMaxMs, ...options };
  const buckets = await openBuckets(options.folder);
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    void serve(settled, buckets, request, response);
  };
  const server = createServer(handle);
  // Otherwise Node requests the body before the signature is checked.
  server.on('checkContinue', handle);
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://${options.host}:${port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  options: Required<EmbeddedStoreOptions>,
  buckets: Buckets,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const requestId = randomUUID();
  response.setHeader('x-amz-request-id', requestId);
  try {
    const { method = 'GET', headers } = request;
    if (method === 'OPTIONS') return preflight(buckets, readTarget(path, query), request, response);
    const now = options.now();
    allowOrigin(buckets, path, request, response); // pages can read errors too
    const caller = callerOf({ method, path, query, headers }, { ...options, now });
    if (headers.expect !== undefined && caller.kind === 'owner') response.writeContinue();
    const target = readTarget(path, query);
    const exchange = { request, response, target, caller, buckets, region: options.region, now };
    await (target.key === '' ? answerBucket(exchange) : answerObject(exchange));
  } catch (error) {
    if (response.headersSent || request.socket.destroyed) {
      response.destroy();
      return;
    }
    // The client may still send the body that the store didn't request, so the connection can't be reused.
    if (request.headers.expect !== undefined) response.setHeader('Connection', 'close');
    const known = error instanceof StoreRefusal ? error : refusal('InternalError', String(error));
    answer(
      { request, response },
      known.status,
      { 'Content-Type': 'application/xml' },
      refusalXml(known, path, requestId),
    );
  }
}

function preflight(
  buckets: Buckets,
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { origin } = request.headers;
  const method = request.headers['access-control-request-method'];
  if (origin === undefined || method === undefined) {
    throw refusal('InvalidArgument', 'A preflight names its Origin and Access-Control-Request-Method.');
  }
  const asked = request.headers['access-control-request-headers'] ?? '';
  const headers = asked.split(',').flatMap((name) => name.trim() || []);
  const allowed = corsHeaders(buckets.find(target.bucket)?.cors ?? null, { origin, method, headers });
  if (allowed === null) throw refusal('AccessForbidden', 'The bucket’s CORS rules do not allow this.');
  answer({ request, response }, 200, allowed);
}

function allowOrigin(
  buckets: Buckets,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const bucket = buckets.find(path.split('/')[1] ?? '');
  const allowed = corsHeaders(bucket?.cors ?? null, { origin, method: request.method ?? 'GET', headers: [] });
  for (const [name, value] of Object.entries(allowed ?? {})) response.setHeader(name, value);
}
