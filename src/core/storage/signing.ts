import aws4 from 'aws4';
import { openClient } from './client.ts';
import { isInertContent } from './inert-content.ts';
import { bucketOf, type ObjectRef, type StorageSettings } from './settings.ts';

/** How long a signed upload may be begun (specification: uploads). */
const uploadSeconds = 15 * 60;
const downloadSeconds = 60 * 60;

export interface UploadToSign extends ObjectRef {
  /** MIME type without parameters. */
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly now: Date;
  /** How long the upload may be begun; a quarter of an hour unless told. */
  readonly expiresSeconds?: number;
  /** The sender of the file: a client, unless it is the service itself, which may have another address of the store. */
  readonly sender?: 'client' | 'service';
  /** Signed to replace nothing, where the store supports it: what was sent stays, even when others have the address. */
  readonly once?: boolean;
}

/** What a client needs to send the file: these headers, verbatim, are part of the signature. */
export interface SignedUpload {
  readonly url: string;
  readonly method: 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly expires_at: Date;
}

export interface DownloadToSign extends ObjectRef {
  readonly now: Date;
  /** Life of the address, counted from the start of its window; an hour unless told. */
  readonly expiresSeconds?: number;
  /** The reader of the file, as with uploads. */
  readonly reader?: 'client' | 'service';
}

export interface SignedDownload {
  readonly url: string;
  readonly expires_at: Date;
  /** From this moment on another address is given; answers that carry this one are good until then. */
  readonly renewed_at: Date;
}

/**
 * Signs an upload so that the store accepts exactly one type and one length at one key, which the MinIO client can't:
 * its signatures never include these headers. Files that are not known to be inert are signed as attachments.
 */
export function presignUpload(settings: StorageSettings, upload: UploadToSign): SignedUpload {
  const { contentType, sizeBytes, now, expiresSeconds = uploadSeconds } = upload;
  const headers = {
    'Content-Type': contentType,
    'Content-Length': String(sizeBytes),
    ...(upload.once === true && settings.uploadOnce !== false && { 'If-None-Match': '*' }),
    ...(!isInertContent(contentType) && { 'Content-Disposition': 'attachment' }),
  };
  const { origin, host } = new URL(upload.sender === 'service' ? settings.endpoint : settings.publicEndpoint);
  const query = new URLSearchParams({
    'X-Amz-Date': timeOfStore(settings, now)
      .toISOString()
      .replace(/[:-]|\.\d{3}/g, ''),
    'X-Amz-Expires': String(expiresSeconds),
  });
  const signed = aws4.sign(
    {
      ...{ service: 's3', region: settings.region, method: 'PUT', host, headers: { ...headers } },
      path: `${pathOf(bucketOf(settings, upload.private), upload.key)}?${query.toString()}`,
      signQuery: true,
    },
    { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
  );
  const expires_at = secondsAfter(now, expiresSeconds);
  return { url: `${origin}${signed.path}`, method: 'PUT', headers, expires_at };
}

/**
 * Signs a download. The address is a function of the object and of the half-life that `now` lies in, so that every
 * process gives the same one and answers that carry it stay cacheable; it is good for at least half of its life
 * (specification: uploads).
 */
export async function presignDownload(
  settings: StorageSettings,
  download: DownloadToSign,
): Promise<SignedDownload> {
  const { now, expiresSeconds = downloadSeconds } = download;
  const windowMs = (expiresSeconds * 1000) / 2;
  const signedAt = new Date(Math.floor(now.getTime() / windowMs) * windowMs);
  const origin = download.reader === 'service' ? settings.endpoint : settings.publicEndpoint;
  const client = await openClient(settings, origin);
  const url = await client.presignedGetObject(
    bucketOf(settings, download.private),
    download.key,
    expiresSeconds,
    {},
    timeOfStore(settings, signedAt),
  );
  return {
    url,
    expires_at: secondsAfter(signedAt, expiresSeconds),
    renewed_at: new Date(signedAt.getTime() + windowMs),
  };
}

function timeOfStore({ clockOffsetMs = 0 }: StorageSettings, time: Date): Date {
  return new Date(time.getTime() - clockOffsetMs);
}

/** Path-style address of an object; the key's slashes stay. */
export function pathOf(bucket: string, key: string): string {
  return `/${bucket}/${encodeKey(key)}`;
}

/** The key as it stands in an address. */
export function encodeKey(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}

function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}
