import { createHash } from 'node:crypto';
import { lstat, mkdtemp, open, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, isAbsolute, join, sep } from 'node:path';
import { imageHeadBytes, imageSize } from '../../contract/fields/image-size.ts';
import { ApiError } from '../../contract/errors/api-error.ts';
import { AskUpload, changeAsset, typeOfFile, uploadFile } from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import { bodyChecker } from '../../core/http/index.ts';
import type { BundleLine } from '../bundle/schema.ts';
import type { BundleIndex } from './bundle-index.ts';
import { type Downloader, DownloadFailed } from './download.ts';
import { findMediaStates, findSourceRows, putSourceRows, sourceRowId } from './repository.ts';
import type { ItemFailure, ItemResult, ItemWarning, SourceRow } from './schema.ts';
import { failureOf } from './store/store-batch.ts';

/** What a load did with a media file. */
export interface MediaOutcome {
  line: BundleLine;
  result: ItemResult;
  id: string;
  failure?: ItemFailure;
  warnings: readonly ItemWarning[];
}

export interface MediaOptions {
  folder: string;
  source: string;
  index: BundleIndex;
  downloader: Downloader;
  overwrites: boolean;
  dryRun: boolean;
  newContext: () => Promise<ReleaseContext>;
}

/** Maximum time to send one file to the storage, in milliseconds. */
const uploadTimeMs = 30 * 60_000;
const checkUpload = bodyChecker(AskUpload);

/** Why a file is not loaded. */
class MediaNotLoaded extends Error {}

/**
 * Loads the file of a line. A file that was loaded before is not read again, unless `file` or `url` of its line changed;
 * then it becomes a new asset, because the URLs of files never change.
 */
export async function storeMediaFile(line: BundleLine, options: MediaOptions): Promise<MediaOutcome> {
  const { source, index, newContext } = options;
  const { db } = await newContext();
  const rowId = sourceRowId(db.projectId, keyOf(source, line.sourceId));
  const row = (await findSourceRows(db, [rowId])).get(rowId) ?? null;
  const state =
    row === null ? null : ((await findMediaStates(db, [row.galley_id])).get(row.galley_id) ?? null);
  const id = row?.galley_id ?? index.idOf('media', line.sourceId) ?? '';
  return { line, id, warnings: [], ...(await storeOne(line, { id, row, state, options })) };
}

type Result = Pick<MediaOutcome, 'result'> & Partial<Pick<MediaOutcome, 'failure' | 'id'>>;

interface FileState {
  row: SourceRow | null;
  state: { revision: number; status: string } | null;
  id: string;
  options: MediaOptions;
}

/** Leaves the file, updates its details, or uploads it as a new asset. */
async function storeOne(line: BundleLine, { row, state, id, options }: FileState): Promise<Result> {
  const { overwrites, dryRun, newContext } = options;
  const hash = hashOf(line);
  // An upload that failed or was interrupted has an asset without a file.
  const isUnfinished = state?.status === 'failed' || state?.status === 'pending';
  const isGone = state === null || state.status === 'deleted';
  if (row !== null && row.hash === hash && !isUnfinished) return { result: 'unchanged' };
  const isNewFile = row === null || isUnfinished || locationPart(row.hash) !== locationPart(hash);
  if (row !== null && !isUnfinished && !overwrites) {
    if (isGone)
      return failed(
        'deleted_since_load',
        'The line changed, and the file was deleted in Galley since it was loaded.',
      );
    if (state.revision !== row.revision)
      return failed(
        'edited_since_load',
        'The line changed, and the file was edited in Galley since it was loaded.',
      );
  }
  try {
    if (!isNewFile && !isGone) {
      const context = await newContext();
      const { body, details } = await changeAsset({ ...context, dryRun }, id, detailsOf(line));
      const revision = details.revision ?? body.revision;
      if (!dryRun)
        await putSourceRows(context.db, [rowFor(context, options.source, { line, id, hash, revision })]);
      return { result: 'updated' };
    }
    const isReplaced = row !== null;
    const newAssetId = isReplaced ? options.index.newMediaId(line.sourceId) : id;
    await upload(line, { id: newAssetId, hash, options });
    return { result: isReplaced ? 'updated' : 'created', id: newAssetId };
  } catch (error) {
    if (error instanceof MediaNotLoaded || error instanceof DownloadFailed)
      return failed('media_not_loaded', `${describe(line)} was not loaded: ${error.message}.`);
    if (error instanceof ApiError && error.status < 500)
      return { result: 'failed', failure: failureOf(error) };
    throw error;
  }
}

function failed(code: string, message: string): Result {
  return { result: 'failed', failure: { code, message } };
}

const describe = ({ body }: BundleLine) => textOf(body['file']) ?? textOf(body['url']) ?? 'The file';

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Finds or downloads the file of a line, and uploads it. Its row of the source map is stored with it. */
async function upload(
  line: BundleLine,
  { id, hash, options }: { id: string; hash: string; options: MediaOptions },
): Promise<void> {
  const { folder, source, downloader, dryRun, newContext } = options;
  const { file, url, created_at: _created, updated_at: _updated, ...details } = line.body;
  if (typeof file !== 'string' && typeof url !== 'string')
    throw new MediaNotLoaded('the line has neither "file" nor "url"');
  const fileName = textOf(details['file_name']) ?? nameOf(textOf(file) ?? textOf(url) ?? '');
  if (dryRun) {
    const sizeBytes = typeof file === 'string' ? (await findFile(folder, file)).sizeBytes : 1;
    checkUpload({
      content_type: typeOfFile(fileName),
      ...details,
      file_name: fileName,
      size_bytes: sizeBytes,
    });
    return;
  }
  const temporary = await mkdtemp(join(tmpdir(), 'galley-load-'));
  try {
    const context = await newContext();
    const path = join(temporary, 'file');
    const download = typeof file === 'string' ? null : await downloader.download(String(url), path);
    const content =
      download === null ? await findFile(folder, String(file)) : { path, sizeBytes: (await stat(path)).size };
    if (content.sizeBytes > context.bounds.uploadBytesMax)
      throw new MediaNotLoaded(
        `the file has more than ${context.bounds.uploadBytesMax} bytes (MAX_UPLOAD_BYTES)`,
      );
    const contentType = textOf(details['content_type']) ?? typeFrom(download?.contentType, fileName);
    const input = {
      ...(await dimensionsOf(content.path)),
      ...details,
      file_name: fileName,
      content_type: contentType,
    };
    checkUpload({ ...input, size_bytes: content.sizeBytes });
    await uploadFile(
      {
        ...context,
        creation: { id },
        commit: async (tx, ending) => {
          // The confirmation is the second write; it makes the asset visible.
          if (ending === 'stored')
            await putSourceRows(tx, [rowFor(context, source, { line, id, hash, revision: 2 })]);
        },
      },
      input,
      { ...content, timeMs: uploadTimeMs },
    );
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** A file inside the folder of the bundle. @throws MediaNotLoaded */
async function findFile(folder: string, file: string): Promise<{ path: string; sizeBytes: number }> {
  const path = join(folder, file);
  if (isAbsolute(file) || file.split(/[\\/]/).includes('..'))
    throw new MediaNotLoaded('the path leads out of the folder of the bundle');
  const info = await lstat(path).catch(() => null);
  if (info === null) throw new MediaNotLoaded('there is no such file in the bundle');
  const root = await realpath(folder);
  const real = await realpath(path);
  if (info.isSymbolicLink() || real !== join(root, file))
    throw new MediaNotLoaded('the path leads through a link');
  if (!real.startsWith(root + sep) || !info.isFile())
    throw new MediaNotLoaded('it is not a file of the bundle');
  return { path, sizeBytes: info.size };
}

/** The dimensions of an image, if its first bytes contain them; else empty. */
async function dimensionsOf(path: string): Promise<{ width?: number; height?: number }> {
  const handle = await open(path);
  try {
    const head = new Uint8Array(imageHeadBytes);
    const { bytesRead } = await handle.read(head, 0, imageHeadBytes, 0);
    return imageSize(head.subarray(0, bytesRead)) ?? {};
  } finally {
    await handle.close();
  }
}

/** The MIME type that a server sent, or the one of the file name if the sent one is generic. */
function typeFrom(sent: string | undefined, fileName: string): string {
  const isGeneric =
    sent === undefined ||
    sent === '' ||
    sent === 'application/octet-stream' ||
    sent === 'binary/octet-stream';
  return isGeneric ? typeOfFile(fileName) : sent;
}

function nameOf(location: string): string {
  const path = /^https?:/i.test(location) && URL.canParse(location) ? new URL(location).pathname : location;
  const name = basename(path);
  try {
    return decodeURIComponent(name).replace(/[\\/]/g, '-') || 'file';
  } catch {
    return name || 'file';
  }
}

function detailsOf({ body }: BundleLine): Record<string, unknown> {
  const {
    file: _file,
    url: _url,
    content_type: _type,
    created_at: _created,
    updated_at: _updated,
    ...details
  } = body;
  return details;
}

const keyOf = (source: string, sourceId: string) =>
  ({ source, file: 'media', source_id: sourceId, of_release: null }) as const;

function rowFor(
  { db }: ReleaseContext,
  source: string,
  { line, id, hash, revision }: { line: BundleLine; id: string; hash: string; revision: number },
): SourceRow {
  const key = keyOf(source, line.sourceId);
  return { _id: sourceRowId(db.projectId, key), ...key, galley_id: id, hash, revision };
}

/** The hash of the location of the file, and after a dot that of its details. */
function hashOf(line: BundleLine): string {
  const { file, url, content_type: type } = line.body;
  const digest = (value: unknown) =>
    createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
  return `${digest(typeof file === 'string' ? [file, type] : [url, type])}.${digest(detailsOf(line))}`;
}

const locationPart = (hash: string) => hash.split('.')[0];
