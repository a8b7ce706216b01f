import { upload } from '../../../client/src/upload.ts';
import type { Asset } from '../../../src/media/schema.ts';
import type { ProjectApi } from '../api/project.ts';

interface UploadOptions {
  alt?: string;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Sends a file to the project's bucket in the three steps of the API; a picture brings its size. */
export async function uploadFile(
  api: ProjectApi,
  file: File,
  { alt, onProgress, signal }: UploadOptions = {},
): Promise<Asset> {
  const size = await sizeOf(file);
  const client = {
    send: async (_method: string, path: string, { body }: { body?: unknown } = {}) =>
      Response.json(await api.post(path, body)),
  };
  const asset = await upload(client, file, {
    fileName: file.name === '' ? 'image.png' : file.name,
    ...size,
    ...(alt === undefined ? {} : { alt }),
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress: ({ bytes, of }) => onProgress(bytes / of) }),
  });
  return api.get<Asset>(`/v1/media/${asset.id}`);
}

async function sizeOf(file: File): Promise<{ width: number; height: number } | object> {
  if (!file.type.startsWith('image/')) return {};
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return {}; // an SVG without a size, or no picture at all
  }
}

/** The pictures among what was dropped or pasted. */
export function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}
