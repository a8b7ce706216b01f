import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { apiError } from '../../contract/errors/api-error.ts';

const compress = promisify(gzip);

/** Kinds of files that a build makes; those that are text travel compressed. */
const kinds: Readonly<Record<string, { type: string; isText: boolean }>> = {
  js: { type: 'text/javascript; charset=utf-8', isText: true },
  css: { type: 'text/css; charset=utf-8', isText: true },
  svg: { type: 'image/svg+xml', isText: true },
  woff2: { type: 'font/woff2', isText: false },
  png: { type: 'image/png', isText: false },
};

interface Asset {
  type: string;
  bytes: Buffer;
  /** Null where compressing gains nothing. */
  compressed: Buffer | null;
}

/** The app's hashed files: one name never means other bytes, so browsers may keep them for good. */
export class Assets {
  readonly #folder: string;
  readonly #kept = new LRUCache<string, Asset>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: ({ bytes, compressed }) => bytes.length + (compressed?.length ?? 0) + 1,
  });

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws unknown_endpoint */
  async send(ctx: Context, name: string): Promise<void> {
    const asset = this.#kept.get(name) ?? (await this.#read(name));
    if (asset === null) throw apiError('unknown_endpoint', { method: ctx.method, path: ctx.path });
    this.#kept.set(name, asset);
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    ctx.set('Content-Type', asset.type);
    ctx.vary('Accept-Encoding');
    const isCompressed = asset.compressed !== null && ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (isCompressed) ctx.set('Content-Encoding', 'gzip');
    ctx.status = 200;
    ctx.body = isCompressed ? asset.compressed : asset.bytes;
  }

  async #read(name: string): Promise<Asset | null> {
    const kind = kinds[name.slice(name.lastIndexOf('.') + 1)];
    const bytes = kind === undefined ? null : await readFile(`${this.#folder}/${name}`).catch(() => null);
    if (kind === undefined || bytes === null) return null;
    return { type: kind.type, bytes, compressed: kind.isText ? await compress(bytes, { level: 9 }) : null };
  }
}
