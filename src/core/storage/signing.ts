import aws4 from 'aws4';
import { openClient } from './client.ts';
import { isInertContent } from './inert-content.ts';
import { bucketOf, type ObjectRef, type StorageSettings } from './settings.ts';

/** Seconds in which a signed upload can start (specification: uploads). */
const uploadSeconds = 15 * 60;
const downloadSeconds = 60 * 60;

export interface UploadToSign extends ObjectRef {
  /** MIME type without parameters. */
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly now: Date;
  /** Seconds in which the upload can start; 15 minutes by default. */
  readonly expiresSeconds?: number;
  /** The sender of the file: a client by default, or the service, which can use another URL of the store. */
  readonly sender?: 'client' | 'service';
  /** Whether the upload is rejected if the object exists, where the store supports that. */
  readonly once?: boolean;
}

/** What a client needs to send the file. The headers are part of the signature, so they are sent verbatim. */
export interface SignedUpload {
  readonly url: string;
  readonly method: 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly expires_at: Date;
}

export interface DownloadToSign extends ObjectRef {
  readonly now: Date;
  /** Seconds from the start of the window until the URL expires; an hour by default. */
  readonly expiresSeconds?: number;
  /** The reader of the file: a client by default, or the service, which can use another URL of the store. */
  readonly reader?: 'client' | 'service';
}

export interface SignedDownload {
  readonly url: string;
  readonly expires_at: Date;
  /** From this moment on, the object has another URL. Responses with this URL can be cached until then. */
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
 * Signs a download. The URL depends only on the object and on the window that contains `now`, half of the lifetime. So
 * all processes return the same URL, responses with it can be cached, and it is valid for at least half of its lifetime
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

/** The path of an object in a path-style URL; the slashes of the key stay. */
export function pathOf(bucket: string, key: string): string {
  return `/${bucket}/${encodeKey(key)}`;
}

/** The key, encoded for a URL. */
export function encodeKey(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}

function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}
