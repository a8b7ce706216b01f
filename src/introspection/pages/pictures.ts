import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { escapeHtml } from './html.ts';

/** Two levels up from src/docs/ and dist/docs/ alike. */
const folder = new URL('../../../docs/screenshots/', import.meta.url);

/** Where a PNG says how large it is. */
const widthAt = 16;
const heightAt = 20;

/**
 * `screenshots/home-light.png` as HTML, with `home-dark.png` for those who like it dark. Its size stands beside it, so
 * that the text below does not move when it arrives. Null for anything but a picture that lies in docs/screenshots/.
 *
 * @param root - the path that the service stands at.
 */
export function pictureHtml(source: string, alt: string, root: string): string | null {
  const [, name] = /^(?:\.\.\/)*screenshots\/([a-z0-9-]+)-light\.png$/.exec(source) ?? [];
  const size = name === undefined ? null : sizeOf(`${name}-light.png`);
  if (size === null) return null;
  const address = (theme: string) => `${root}/docs/screenshots/${name}-${theme}.png`;
  return (
    `<picture><source media="(prefers-color-scheme: dark)" srcset="${address('dark')}">` +
    `<img src="${address('light')}" alt="${escapeHtml(alt)}" width="${size.width}" height="${size.height}" loading="lazy"></picture>`
  );
}

/**
 * The bytes of `/docs/screenshots/...`; null where there is no such picture. They are read again each time, since
 * requests for them are rare.
 */
export async function readPicture(path: string): Promise<Buffer | null> {
  const [, name] = /^\/docs\/screenshots\/([a-z0-9-]+\.png)$/.exec(path) ?? [];
  return name === undefined ? null : readFile(new URL(name, folder)).catch(() => null);
}

function sizeOf(name: string): { width: number; height: number } | null {
  try {
    const bytes = readFileSync(new URL(name, folder));
    return { width: bytes.readUInt32BE(widthAt), height: bytes.readUInt32BE(heightAt) };
  } catch {
    return null;
  }
}
