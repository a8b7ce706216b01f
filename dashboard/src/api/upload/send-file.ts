import { imageHeadBytes, imageSize, type ImageSize } from '../../../../src/contract/fields/image-size.ts';
import type { Asset, Upload } from '../../../../src/content/media/schema.ts';
import { placeholderOf } from './placeholder.ts';
import type { ProjectApi } from '../project.ts';

interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Called with the uploaded share of the file, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** The bucket rejected the file. It can be sent again from the beginning. */
class SendError extends Error {
  override readonly name = 'SendError';
}

/** Sends a file and confirms the upload. @throws as sendFile, and SendError if the stored file is incomplete */
export async function uploadFile(api: ProjectApi, file: File, options: SendOptions = {}): Promise<Asset> {
  const id = await sendFile(api, file, options);
  const { signal } = options;
  const asset = await api.post<Asset>(`/v1/media/uploads/${id}/confirm`, {}, { signal });
  if (asset.status !== 'ready') throw new SendError('The upload is incomplete. Try again.');
  return asset;
}

/**
 * Requests an upload URL and sends the file to the bucket (specification: media), with dimensions and a placeholder for
 * images. The asset stays pending until it is confirmed or replaces another asset.
 * @returns the asset's id
 * @throws ApiError, Unreachable, SendError, and AbortError when `signal` ends it
 */
export async function sendFile(api: ProjectApi, file: File, options: SendOptions = {}): Promise<string> {
  const { signal } = options;
  const placeholder = await placeholderOf(file);
  const body = {
    file_name: file.name === '' ? 'image.png' : file.name, // pasted images may have no name
    content_type: file.type.replace(/;.*/, '') || 'application/octet-stream',
    size_bytes: file.size,
    ...(await dimensionsOf(file)),
    ...(placeholder === null ? {} : { placeholder }),
  };
  const upload = await api.post<Upload>('/v1/media/uploads', body, { signal });
  await putFile(upload, file, options);
  return upload.media.id;
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function putFile(
  { upload_url, headers }: Upload,
  file: File,
  { signal, onProgress }: SendOptions,
): Promise<void> {
  const request = new XMLHttpRequest();
  const stop = () => request.abort();
  const done = new Promise<void>((resolve, reject) => {
    signal?.throwIfAborted();
    request.open('PUT', upload_url);
    for (const [name, value] of Object.entries(headers))
      if (name.toLowerCase() !== 'content-length') request.setRequestHeader(name, value); // set by the browser
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    // 412: an earlier attempt already stored the file. The confirm request checks it.
    request.onload = () =>
      request.status < 300 || request.status === 412
        ? resolve()
        : reject(new SendError(`The storage returned ${request.status}.`));
    request.onerror = () =>
      reject(new SendError('Can’t reach the file storage. Check your connection, then try again.'));
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
    signal?.addEventListener('abort', stop);
    request.send(file);
  });
  return done.finally(() => signal?.removeEventListener('abort', stop));
}

/**
 * Reads the size of an image in pixels from the head of the file, which is fast for large files and works for formats
 * that the browser can't draw. If the head has no size (SVG, a JPEG with long metadata), the browser decodes the image.
 */
async function dimensionsOf(file: File): Promise<ImageSize | object> {
  if (!file.type.startsWith('image/')) return {};
  try {
    const head = await file.slice(0, imageHeadBytes).arrayBuffer();
    return imageSize(new Uint8Array(head)) ?? (await drawnSize(file)) ?? {};
  } catch {
    return {}; // a broken file or an unknown format, which can be uploaded without a size
  }
}

/** The size of an image as the browser draws it. @throws when the browser can't draw it */
async function drawnSize(file: File): Promise<ImageSize | null> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    return width > 0 && height > 0 ? { width, height } : null;
  } finally {
    URL.revokeObjectURL(url);
  }
}
