import { createHash } from 'node:crypto';
import aws4 from 'aws4';
import { type StorageSettings, storageTimeoutMs } from '../settings.ts';

/** Any page may upload and read, because the signature decides what is accepted, not the origin. */
const corsRule =
  '<CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><AllowedMethod>GET</AllowedMethod>' +
  '<AllowedMethod>HEAD</AllowedMethod><AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader>' +
  '<MaxAgeSeconds>3600</MaxAgeSeconds></CORSRule>';

/**
 * Allows browsers to upload to the bucket. Rules of the operator stay. @throws Error whose message starts with S3's
 * error code
 */
export async function allowBrowsers(settings: StorageSettings, bucket: string): Promise<'done' | 'kept'> {
  const before = await requestCors(settings, bucket, 'GET');
  if (before.status === 200 && before.text.includes('<AllowedMethod>PUT</AllowedMethod>')) return 'kept';
  const others = before.status === 200 ? (before.text.match(/<CORSRule>.*<\/CORSRule>/s)?.[0] ?? '') : '';
  const rules = `<CORSConfiguration>${others}${corsRule}</CORSConfiguration>`;
  const { status, text } = await requestCors(settings, bucket, 'PUT', rules);
  if (status === 200 || status === 204) return 'done';
  throw new Error(/<Code>([^<]+)<\/Code>/.exec(text)?.[1] ?? `HTTP ${status}`);
}

/**
 * Reads or replaces the CORS rules of a bucket, which the MinIO client can't. The signature is in the headers, because
 * some stores reject signed URLs for requests about buckets. Rejects after 4 s.
 */
export async function requestCors(
  settings: StorageSettings,
  bucket: string,
  method: 'GET' | 'PUT',
  body = '',
): Promise<{ status: number; text: string }> {
  const { origin, host } = new URL(settings.endpoint);
  const isWrite = method === 'PUT';
  const md5 = createHash('md5').update(body).digest('base64');
  const signed = aws4.sign(
    {
      ...{ service: 's3', region: settings.region, method, host, path: `/${bucket}?cors`, body },
      headers: isWrite ? { 'Content-Type': 'application/xml', 'Content-MD5': md5 } : {},
    },
    { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
  );
  const headers = new Headers();
  for (const [name, value] of Object.entries(signed.headers ?? {})) {
    // fetch writes these two itself, with the values that were signed.
    if (!['host', 'content-length'].includes(name.toLowerCase())) headers.set(name, String(value));
  }
  const response = await fetch(`${origin}${signed.path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(isWrite && { body }),
    signal: AbortSignal.timeout(storageTimeoutMs),
  });
  return { status: response.status, text: await response.text() };
}
