import type { Asset } from './types/description.ts';
import type { FocalPoint } from './types/forms.ts';
import type { Client } from './main.ts';

export interface UploadOptions {
  /** File name. Default: the name of the `File`. */
  fileName?: string;
  /** MIME type without parameters. Default: the type of the `Blob`. */
  contentType?: string;
  width?: number;
  height?: number;
  alt?: string;
  /** The point that crops keep, as fractions from the upper left corner. */
  focalPoint?: FocalPoint;
  /** A thumbhash in base64. */
  placeholder?: string;
  signal?: AbortSignal;
  /** Called while the file is being sent. */
  onProgress?: (sent: { bytes: number; of: number }) => void;
}

/** The upload failed: start it again. `status` is that of the bucket's response; null if the bucket accepted the file. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly status: number | null;
  readonly mediaId: string;

  constructor(message: string, mediaId: string, status: number | null) {
    super(message);
    this.mediaId = mediaId;
    this.status = status;
  }
}

interface Target {
  upload_url: string;
  headers: Record<string, string>;
  media: Asset;
}

/**
 * Uploads a file: requests an upload URL, sends the file to the bucket, and confirms it.
 *
 * @returns the asset, which you can use in content
 * @throws GalleyError for an error of the service, UploadError if the bucket rejects the file or doesn't have it
 */
export async function upload(
  client: Pick<Client, 'send'>,
  file: Blob | Uint8Array<ArrayBuffer>,
  options: UploadOptions = {},
): Promise<Asset> {
  const { width, height, alt, focalPoint: focal_point, placeholder, signal } = options;
  const type = options.contentType ?? (file instanceof Blob ? file.type.replace(/;.*/, '') : '');
  const blob = file instanceof Blob ? file : new Blob([file]);
  const call = signal === undefined ? {} : { signal };
  const body = {
    file_name: options.fileName ?? nameOf(file),
    content_type: type === '' ? 'application/octet-stream' : type,
    size_bytes: blob.size,
    width,
    height,
    alt,
    focal_point,
    placeholder,
  };
  const response = await client.send('POST', '/v1/media/uploads', { ...call, body });
  const target = (await response.json()) as Target;
  await send(target, blob, options);
  const path = `/v1/media/uploads/${encodeURIComponent(target.media.id)}/confirm`;
  const asset = (await (await client.send('POST', path, { ...call, body: {} })).json()) as Asset;
  if (asset.status !== 'ready') {
    throw new UploadError(`The bucket doesn't have the uploaded file (${asset.id}).`, asset.id, null);
  }
  return asset;
}

function nameOf(file: Blob | Uint8Array): string {
  return 'name' in file && typeof file.name === 'string' ? file.name : 'file';
}

/** Uses XMLHttpRequest in browsers, because only it reports progress. Elsewhere, counts the bytes that fetch reads. */
async function send(target: Target, blob: Blob, options: UploadOptions): Promise<void> {
  const { XMLHttpRequest: Request } = globalThis as { XMLHttpRequest?: new () => Sender };
  const status =
    Request === undefined
      ? await sendWithFetch(target, blob, options)
      : await sendWithProgress(new Request(), target, { blob, options });
  // 412: the file exists from an attempt whose response was lost. The confirmation checks it.
  if ((status >= 200 && status < 300) || status === 412) return;
  throw new UploadError(`The bucket responded with ${status}.`, target.media.id, status);
}

async function sendWithFetch(
  target: Target,
  blob: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<number> {
  let bytes = 0;
  const stream = blob.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        bytes += chunk.byteLength;
        onProgress?.({ bytes, of: blob.size });
        out.enqueue(chunk);
      },
    }),
  );
  const init = { method: 'PUT', headers: target.headers, body: stream, duplex: 'half' as const };
  const response = await fetch(target.upload_url, signal === undefined ? init : { ...init, signal });
  await response.body?.cancel();
  return response.status;
}

/** The used part of XMLHttpRequest, because this package is compiled without the types of browsers. */
interface Sender {
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  status: number;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: Blob): void;
  abort(): void;
}

function sendWithProgress(
  request: Sender,
  target: Target,
  { blob, options }: { blob: Blob; options: UploadOptions },
): Promise<number> {
  const { onProgress, signal } = options;
  const stop = () => request.abort();
  const status = new Promise<number>((resolve, reject) => {
    signal?.throwIfAborted();
    request.open('PUT', target.upload_url);
    for (const [name, value] of Object.entries(target.headers)) {
      if (name.toLowerCase() !== 'content-length') request.setRequestHeader(name, value); // browsers set it themselves
    }
    request.upload.onprogress = ({ loaded: bytes, total: of }) => onProgress?.({ bytes, of });
    request.onload = () => resolve(request.status);
    request.onerror = () => reject(new UploadError('The bucket cannot be reached.', target.media.id, null));
    request.onabort = () => reject((signal?.reason as Error | undefined) ?? new Error('aborted'));
    signal?.addEventListener('abort', stop);
    request.send(blob);
  });
  return status.finally(() => signal?.removeEventListener('abort', stop));
}
