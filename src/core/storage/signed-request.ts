import { createHash } from 'node:crypto';
import aws4 from 'aws4';
import { type StorageSettings, storageTimeoutMs } from './settings.ts';

export interface SignedAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/**
 * Sends one request, signed in its headers: the few that a running service needs, and what the MinIO client has no call
 * for. That client is for `galley doctor` alone, since a service would hold 26 MB for it. The body is small text.
 * Rejects after 4 s.
 */
export async function sendSigned(
  settings: StorageSettings,
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE',
  path: string,
  body = '',
): Promise<SignedAnswer> {
  const { origin, host } = new URL(settings.endpoint);
  const signed = aws4.sign(
    {
      service: 's3',
      region: settings.region,
      method,
      host,
      path,
      headers:
        body === ''
          ? {}
          : {
              'Content-Type': 'application/xml',
              'Content-MD5': createHash('md5').update(body).digest('base64'),
            },
      body,
    },
    { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
  );
  const headers = new Headers();
  for (const [name, value] of Object.entries(signed.headers ?? {})) {
    // fetch writes these two itself, with the values that were signed.
    if (!['host', 'content-length'].includes(name.toLowerCase())) headers.set(name, String(value));
  }
  const answer = await fetch(`${origin}${signed.path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== '' && { body }),
    signal: AbortSignal.timeout(storageTimeoutMs),
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}
