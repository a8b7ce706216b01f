import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { etagOf, matchesTag } from '../response/etag.ts';

const compress = promisify(gzip);

/** File types of a built site. Text is compressed. */
const kinds: Readonly<Record<string, { type: string; isText: boolean }>> = {
  html: { type: 'text/html; charset=utf-8', isText: true },
  js: { type: 'text/javascript; charset=utf-8', isText: true },
  css: { type: 'text/css; charset=utf-8', isText: true },
  svg: { type: 'image/svg+xml', isText: true },
  woff2: { type: 'font/woff2', isText: false },
  png: { type: 'image/png', isText: false },
};

/** Names without a folder that begins with a dot, so that none leads out of the site. */
const nameForm = /^[\w@-][\w@.-]*(?:\/[\w@-][\w@.-]*)*$/;

export interface StaticFile {
  type: string;
  bytes: Buffer;
  /** Null if the file is not text. */
  compressed: Buffer | null;
  etag: string;
}

interface CachedFile {
  changedAt: number;
  file: StaticFile;
}

/** The files of a built site, cached until they change on disk. */
export class StaticFiles {
  readonly #folder: string;
  readonly #rewrite: ((text: string) => string) | undefined;
  readonly #cached = new LRUCache<string, CachedFile>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: ({ file }) => file.bytes.length + (file.compressed?.length ?? 0) + 1,
  });

  /** @param rewrite - changes the text of files before they are served. */
  constructor(folder: string, rewrite?: (text: string) => string) {
    this.#folder = folder;
    this.#rewrite = rewrite;
  }

  /** A file by its path below the folder, or null. */
  async find(name: string): Promise<StaticFile | null> {
    const kind = kinds[name.slice(name.lastIndexOf('.') + 1)];
    if (kind === undefined || !nameForm.test(name)) return null;
    const path = `${this.#folder}/${name}`;
    const changedAt = (await stat(path).catch(() => null))?.mtimeMs;
    if (changedAt === undefined) return null;
    const entry = this.#cached.get(name);
    if (entry?.changedAt === changedAt) return entry.file;
    const fileBytes = await readFile(path).catch(() => null);
    if (fileBytes === null) return null;
    const bytes = kind.isText && this.#rewrite ? Buffer.from(this.#rewrite(fileBytes.toString())) : fileBytes;
    const compressed = kind.isText ? await compress(bytes, { level: 9 }) : null;
    const file = { type: kind.type, bytes, compressed, etag: etagOf(bytes, undefined) };
    this.#cached.set(name, { changedAt, file });
    return file;
  }
}

/** Sends a file compressed if the client accepts that, or 304 if the client has it. */
export function sendStaticFile(ctx: Context, file: StaticFile, cacheControl: string): void {
  ctx.set({ 'Cache-Control': cacheControl, 'Content-Type': file.type, ETag: file.etag });
  ctx.vary('Accept-Encoding');
  ctx.status = 200;
  if (matchesTag(ctx.get('If-None-Match'), file.etag)) {
    ctx.status = 304;
    return;
  }
  const isCompressed = file.compressed !== null && ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isCompressed) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isCompressed ? file.compressed : file.bytes;
}
