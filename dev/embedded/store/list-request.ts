import { readQuery } from './canonical-request.ts';
import { answer, type Exchange, ownBucket } from './exchange.ts';
import { describeObjects, type ObjectDescription } from './object-files.ts';
import { escapeXml } from './refusal.ts';

const keysMax = 1_000;

/** Responds with one page of a bucket's objects: ListObjectsV2 without delimiters. */
export async function listBucket(exchange: Exchange): Promise<void> {
  const bucket = ownBucket(exchange);
  const [, query = ''] = (exchange.request.url ?? '').split(/\?(.*)/s);
  const parameters = new Map(readQuery(query));
  const prefix = parameters.get('prefix') ?? '';
  const token = parameters.get('continuation-token') ?? '';
  const after =
    token === '' ? (parameters.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const limit = Math.min(keysMax, Number(parameters.get('max-keys') ?? keysMax));
  const all = await describeObjects(exchange.buckets.folderOf(bucket), prefix);
  const rest = all.filter(({ key }) => key > after);
  const page = rest.slice(0, limit);
  const isTruncated = rest.length > page.length;
  const encode = parameters.get('encoding-type') === 'url' ? encodeURIComponent : escapeXml;
  const nextToken = Buffer.from(page.at(-1)?.key ?? '').toString('base64url');
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${escapeXml(bucket.name)}</Name><Prefix>${encode(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${limit}</MaxKeys><IsTruncated>${String(isTruncated)}</IsTruncated>${isTruncated ? `<NextContinuationToken>${nextToken}</NextContinuationToken>` : ''}${page.map((object) => entryOf(object, encode)).join('')}</ListBucketResult>`;
  answer(exchange, 200, { 'Content-Type': 'application/xml' }, xml);
}

function entryOf({ key, etag, sizeBytes, modifiedAt }: ObjectDescription, encode: (text: string) => string) {
  return `<Contents><Key>${encode(key)}</Key><LastModified>${modifiedAt}</LastModified><ETag>${escapeXml(etag)}</ETag><Size>${sizeBytes}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
}
