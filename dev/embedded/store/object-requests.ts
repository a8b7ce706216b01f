import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { allowsEverybody } from './bucket-policy.ts';
import type { Bucket } from './buckets.ts';
import { readRange } from './byte-range.ts';
import { answer, type Exchange, readLength, requireOwner } from './exchange.ts';
import { type ObjectDescription, openObject, removeObject, writeObject } from './object-files.ts';
import { refusal } from './refusal.ts';

const keyBytesMax = 1024;
const sizeBytesMax = 5 * 1024 ** 3;

/** Headers that are stored with an object and returned with it, in addition to `x-amz-meta-*`. */
const keptHeaders = [
  'content-type',
  'content-disposition',
  'content-encoding',
  'content-language',
  'cache-control',
];

/** Responds to an object request. */
export async function answerObject(exchange: Exchange): Promise<void> {
  if (Buffer.byteLength(exchange.target.key) > keyBytesMax) {
    throw refusal('KeyTooLongError', `A key is at most ${keyBytesMax} bytes.`);
  }
  const { method = '' } = exchange.request;
  switch (method) {
    case 'PUT':
      return putObject(exchange);
    case 'GET':
    case 'HEAD':
      return getObject(exchange);
    case 'DELETE':
      return deleteObject(exchange);
    default:
      throw refusal('MethodNotAllowed', 'Objects take GET, HEAD, PUT and DELETE.');
  }
}

async function putObject(exchange: Exchange): Promise<void> {
  const { request, target, caller, buckets, now } = exchange;
  requireOwner(caller);
  const bucket = buckets.get(target.bucket);
  const { headers } = request;
  const unknown = ['x-amz-tagging', 'x-amz-acl'].find((name) => name in headers);
  if (unknown !== undefined) throw refusal('NotImplemented', `This store does not know ${unknown}.`);
  const source = headers['x-amz-copy-source'];
  if (source !== undefined) return copyObject(exchange, bucket, String(source));
  const sizeBytes = readLength(headers);
  if (sizeBytes > sizeBytesMax)
    throw refusal('EntityTooLarge', `An object is at most ${sizeBytesMax} bytes.`);
  const { etag } = await writeObject(buckets.folderOf(bucket), request as AsyncIterable<Buffer>, {
    key: target.key,
    sizeBytes,
    headers: readKept(headers),
    bodySha256: caller.bodySha256,
    contentMd5: headers['content-md5']?.toString() ?? null,
    onlyNew: readOnlyNew(headers),
    now,
  });
  answer(exchange, 200, { ETag: etag });
}

/** Copies an object with its headers. @param source - `/bucket/key`, percent-encoded */
async function copyObject(exchange: Exchange, bucket: Bucket, source: string): Promise<void> {
  const { target, buckets, now } = exchange;
  const [, name = '', key = ''] = /^\/?([^/]+)\/(.+)$/.exec(source) ?? [];
  const original = await openObject(buckets.folderOf(buckets.get(name)), decodeURIComponent(key));
  const { sizeBytes, headers } = original.description;
  try {
    const range = { start: 0, end: sizeBytes - 1, autoClose: false };
    const bytes = sizeBytes === 0 ? Readable.from([]) : original.file.createReadStream(range);
    const { etag } = await writeObject(buckets.folderOf(bucket), bytes as AsyncIterable<Buffer>, {
      key: target.key,
      sizeBytes,
      headers,
      bodySha256: null,
      contentMd5: null,
      onlyNew: false,
      now,
    });
    const modified = `<LastModified>${now.toISOString()}</LastModified>`;
    const text = `<CopyObjectResult><ETag>${etag}</ETag>${modified}</CopyObjectResult>`;
    answer(exchange, 200, { 'Content-Type': 'application/xml' }, text);
  } finally {
    await original.file.close();
  }
}

async function getObject(exchange: Exchange): Promise<void> {
  const { request, response, target, buckets } = exchange;
  const bucket = readableBucket(exchange);
  const { file, description } = await openObject(buckets.folderOf(bucket), target.key).catch(
    (error: unknown) => {
      // A caller without permission to list must not learn which objects exist.
      throw exchange.caller.kind === 'owner' ? error : refusal('AccessDenied', 'This takes a signature.');
    },
  );
  try {
    if (request.headers['if-none-match'] === description.etag) {
      response.writeHead(304, { ETag: description.etag }).end();
      return;
    }
    const range = readRange(request.headers.range, description.sizeBytes);
    const { first, last } = range ?? { first: 0, last: description.sizeBytes - 1 };
    response.writeHead(range === null ? 200 : 206, {
      ...objectHeaders(description),
      'Content-Length': last - first + 1,
      ...(range !== null && { 'Content-Range': `bytes ${first}-${last}/${description.sizeBytes}` }),
    });
    if (request.method === 'HEAD' || last < first) response.end();
    else await pipeline(file.createReadStream({ start: first, end: last, autoClose: false }), response);
  } finally {
    await file.close();
  }
}

async function deleteObject(exchange: Exchange): Promise<void> {
  const { target, caller, buckets } = exchange;
  requireOwner(caller);
  await removeObject(buckets.folderOf(buckets.get(target.bucket)), target.key);
  answer(exchange, 204, {});
}

/** The public can read what the bucket policy allows, and can't see whether other objects exist. */
function readableBucket({ caller, buckets, target }: Exchange): Bucket {
  if (caller.kind === 'owner') return buckets.get(target.bucket);
  const bucket = buckets.find(target.bucket);
  if (bucket !== undefined && allowsEverybody(bucket.policy, 's3:GetObject', bucket.name, target.key))
    return bucket;
  throw refusal('AccessDenied', 'This takes a signature.');
}

/** `If-None-Match: *` prevents overwrites. S3 accepts no other value in a PUT. */
function readOnlyNew({ 'if-none-match': value }: IncomingHttpHeaders): boolean {
  if (value === undefined || value === '*') return value === '*';
  throw refusal('NotImplemented', 'A PUT takes If-None-Match with * alone.');
}

function readKept(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => keptHeaders.includes(name) || name.startsWith('x-amz-meta-'),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

function objectHeaders({ headers, etag, modifiedAt }: ObjectDescription): Record<string, string> {
  return {
    'content-type': 'binary/octet-stream',
    ...headers,
    ETag: etag,
    'Last-Modified': new Date(modifiedAt).toUTCString(),
    'Accept-Ranges': 'bytes',
  };
}
