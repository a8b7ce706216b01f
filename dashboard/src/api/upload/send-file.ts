import {
  pictureHeadBytes,
  pictureSize,
  type PictureSize,
} from '../../../../src/contract/fields/picture-size.ts';
import type { Asset, Upload } from '../../../../src/content/media/schema.ts';
import { placeholderOf } from './placeholder.ts';
import type { ProjectApi } from '../project.ts';

interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Told while the bytes go out, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** The bucket did not take the file; it can be sent again from the beginning. */
class SendError extends Error {
  override readonly name = 'SendError';
}

/** All three steps. @throws as sendFile, and SendError when the bucket has another file than was announced */
export async function uploadFile(api: ProjectApi, file: File, options: SendOptions = {}): Promise<Asset> {
  const id = await sendFile(api, file, options);
  const { signal } = options;
  const asset = await api.post<Asset>(`/v1/media/uploads/${id}/confirm`, {}, { signal });
  if (asset.status !== 'ready') throw new SendError('The upload is incomplete. Try again.');
  return asset;
}

/**
 * Sends a file straight to the project's bucket: asks for an address, sends the bytes (specification: media). A picture
 * brings its dimensions and a placeholder. The asset is pending until a person confirms it or puts it in another's
 * place.
 * @returns the asset's id
 * @throws ApiError, Unreachable, SendError, and AbortError when `signal` ends it
 */
export async function sendFile(api: ProjectApi, file: File, options: SendOptions = {}): Promise<string> {
  const { signal } = options;
  const placeholder = await placeholderOf(file);
  const body = {
    file_name: file.name === '' ? 'image.png' : file.name, // what is pasted may have no name
    content_type: file.type.replace(/;.*/, '') || 'application/octet-stream',
    size_bytes: file.size,
    ...(await dimensionsOf(file)),
    ...(placeholder === null ? {} : { placeholder }),
  };
  const asked = await api.post<Upload>('/v1/media/uploads', body, { signal });
  await put(asked, file, options);
  return asked.media.id;
}

/** By XMLHttpRequest: fetch tells nothing of what it has sent. */
function put(
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
      if (name.toLowerCase() !== 'content-length') request.setRequestHeader(name, value); // the browser's own
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    // 412: it is there already, from an attempt whose answer was lost; the confirm looks at it.
    request.onload = () =>
      request.status < 300 || request.status === 412
        ? resolve()
        : reject(new SendError(`The storage returned ${request.status}.`));
    request.onerror = () =>
      reject(new SendError('The storage cannot be reached. Check your connection, then try again.'));
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
    signal?.addEventListener('abort', stop);
    request.send(file);
  });
  return done.finally(() => signal?.removeEventListener('abort', stop));
}

/**
 * Width and height of a picture in pixels, out of the head of its file: that costs the same for one of 100 MB, and
 * knows formats that this browser does not draw. What the head does not tell (a drawing, a JPEG with much written
 * about it) the browser is asked for. Nothing for what is no picture, or has no size of its own.
 */
async function dimensionsOf(file: File): Promise<PictureSize | object> {
  if (!file.type.startsWith('image/')) return {};
  try {
    const head = await file.slice(0, pictureHeadBytes).arrayBuffer();
    return pictureSize(new Uint8Array(head)) ?? (await drawnSize(file)) ?? {};
  } catch {
    return {}; // a broken file, or an unknown format: the service takes it all the same
  }
}

/** The size of a picture as this browser draws it. @throws when it does not */
async function drawnSize(file: File): Promise<PictureSize | null> {
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
