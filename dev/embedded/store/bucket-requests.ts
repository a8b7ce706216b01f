import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { readPolicy } from './bucket-policy.ts';
import { readCors } from './cors.ts';
import { answer, type Exchange, ownBucket, readLength, requireOwner } from './exchange.ts';
import { listBucket } from './list-request.ts';
import { escapeXml, refusal } from './refusal.ts';

type Handler = (exchange: Exchange) => Promise<void> | void;

const settingBytesMax = 64 * 1024;

/** The supported bucket requests, by subresource and method. */
const handlers: Readonly<Record<string, Handler>> = {
  'HEAD ': (exchange) => {
    ownBucket(exchange);
    answer(exchange, 200, {});
  },
  'PUT ': createBucket,
  'GET location': tellLocation,
  'GET list': listBucket,
  'GET policy': (exchange) => {
    const { policy } = ownBucket(exchange);
    if (policy === null) throw refusal('NoSuchBucketPolicy', 'The bucket has no policy.');
    answer(exchange, 200, { 'Content-Type': 'application/json' }, policy);
  },
  'PUT policy': async (exchange) => {
    const text = await readSetting(exchange);
    readPolicy(text);
    await exchange.buckets.save({ ...ownBucket(exchange), policy: text });
    answer(exchange, 204, {});
  },
  'DELETE policy': async (exchange) => {
    await exchange.buckets.save({ ...ownBucket(exchange), policy: null });
    answer(exchange, 204, {});
  },
  'GET cors': (exchange) => {
    const { cors } = ownBucket(exchange);
    if (cors === null) throw refusal('NoSuchCORSConfiguration', 'The bucket has no CORS configuration.');
    answer(exchange, 200, { 'Content-Type': 'application/xml' }, cors);
  },
  'PUT cors': async (exchange) => {
    const text = await readSetting(exchange);
    readCors(text);
    await exchange.buckets.save({ ...ownBucket(exchange), cors: text });
    answer(exchange, 200, {});
  },
  'DELETE cors': async (exchange) => {
    await exchange.buckets.save({ ...ownBucket(exchange), cors: null });
    answer(exchange, 204, {});
  },
};

/** Responds to a bucket request. Throws `NotImplemented` for unsupported requests, such as versions. */
export async function answerBucket(exchange: Exchange): Promise<void> {
  const { request, target } = exchange;
  const handler = handlers[`${request.method} ${target.subresource}`];
  if (handler === undefined || target.bucket === '') {
    throw refusal('NotImplemented', `This store does not know ${request.method} on buckets in this form.`);
  }
  await handler(exchange);
}

async function createBucket(exchange: Exchange): Promise<void> {
  const { caller, buckets, target } = exchange;
  requireOwner(caller);
  await readSetting(exchange); // the body contains the region, which the signature has checked already
  await buckets.create(target.bucket);
  answer(exchange, 200, { Location: `/${target.bucket}` });
}

function tellLocation(exchange: Exchange): void {
  ownBucket(exchange);
  // S3 returns an empty region name for us-east-1.
  const region = exchange.region === 'us-east-1' ? '' : escapeXml(exchange.region);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<LocationConstraint>${region}</LocationConstraint>`;
  answer(exchange, 200, { 'Content-Type': 'application/xml' }, xml);
}

/** Reads the body of a settings request and checks it against the signed hash. */
async function readSetting({ request, caller }: Exchange): Promise<string> {
  requireOwner(caller);
  if (readLength(request.headers) > settingBytesMax) {
    throw refusal('EntityTooLarge', `A setting is at most ${settingBytesMax} bytes.`);
  }
  const body = await buffer(request);
  const digest = createHash('sha256').update(body).digest('hex');
  if (caller.bodySha256 !== null && caller.bodySha256 !== digest) {
    throw refusal('XAmzContentSHA256Mismatch', 'The body is not the one that was signed.');
  }
  return body.toString();
}
