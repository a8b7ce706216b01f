import { createHmac } from 'node:crypto';
import type { FocalPoint, ImageService } from '../../../contract/fields/images.ts';

/** One size of one picture, as a service is asked for it. */
export interface Cut {
  /** Where the service finds the file. */
  source: string;
  /** What comes out, in pixels; the rest is cut off around the focal point. */
  width: number;
  height: number;
  focal: FocalPoint;
  /** Of the file, in pixels. */
  own: { width: number; height: number };
  /** When the address of the file ends; null for never. */
  endsAt: Date | null;
}

/** Whether an address of the service can end, and cannot be altered: what files of private projects need. */
export function endsAddresses(service: ImageService): boolean {
  return service.kind === 'imgproxy' && service.signing !== null;
}

/** The address at which the service gives this size. */
export function cutUrl(service: ImageService, cut: Cut): string {
  switch (service.kind) {
    case 'imgproxy':
      return service.url + imgproxyPath(cut, service.signing);
    case 'thumbor':
      return service.url + thumborPath(cut, service.key);
    case 'cloudflare':
      return `${service.url}/cdn-cgi/image/${cloudflareOptions(cut)}/${cut.source}`;
    case 'ipx':
      return `${service.url}/${ipxModifiers(cut)}/${encodeURIComponent(cut.source)}`;
    case 'template':
      return fromTemplate(service.template, cut);
  }
}

/** As imgproxy names it: a fill around a point, with an end where the file's address has one. */
function imgproxyPath(
  { source, width, height, focal, endsAt }: Cut,
  signing: Extract<ImageService, { kind: 'imgproxy' }>['signing'],
): string {
  const end = endsAt === null ? '' : `/exp:${Math.floor(endsAt.getTime() / 1000)}`;
  const options = `rs:fill:${width}:${height}/g:fp:${part(focal.x)}:${part(focal.y)}${end}`;
  const path = `/${options}/${Buffer.from(source).toString('base64url')}`;
  return signing === null ? `/unsafe${path}` : `/${imgproxySignature(signing, path)}${path}`;
}

/** HMAC-SHA256 of salt and path. */
export function imgproxySignature({ key, salt }: { key: Buffer; salt: Buffer }, path: string): string {
  return createHmac('sha256', key).update(salt).update(path).digest('base64url');
}

/** As thumbor names it: a size, and the pixel that it is to keep. */
function thumborPath({ source, width, height, focal, own }: Cut, key: string | null): string {
  const left = Math.min(Math.floor(focal.x * own.width), own.width - 1);
  const top = Math.min(Math.floor(focal.y * own.height), own.height - 1);
  const kept = `filters:focal(${left}x${top}:${left + 1}x${top + 1})`;
  const path = `${width}x${height}/${kept}/${encodeURIComponent(source)}`;
  return key === null ? `/unsafe/${path}` : `/${thumborSignature(key, path)}/${path}`;
}

/** HMAC-SHA1 of what follows it; thumbor wants the padding. */
export function thumborSignature(key: string, path: string): string {
  const digest = createHmac('sha1', key).update(path).digest('base64');
  return digest.replaceAll('+', '-').replaceAll('/', '_');
}

function cloudflareOptions({ width, height, focal }: Cut): string {
  return `width=${width},height=${height},fit=cover,gravity=${part(focal.x)}x${part(focal.y)},format=auto`;
}

/**
 * ipx knows nine places: the nearest is taken. `enlarge` makes nothing larger here; without it ipx would hold a picture
 * that is to be turned to its size before that.
 */
function ipxModifiers({ width, height, focal }: Cut): string {
  const side = (value: number, near: string, far: string) =>
    value < 1 / 3 ? near : value > 2 / 3 ? far : '';
  const place = [side(focal.x, 'left', 'right'), side(focal.y, 'top', 'bottom')].filter(Boolean).join('%20');
  return `s_${width}x${height},fit_cover,position_${place || 'center'},enlarge,f_auto`;
}

function fromTemplate(template: string, { source, width, height, focal }: Cut): string {
  const values: Record<string, string> = {
    url: source,
    encoded_url: encodeURIComponent(source),
    width: String(width),
    height: String(height),
    x: part(focal.x),
    y: part(focal.y),
  };
  return template.replace(/\{([a-z_]+)\}/g, (place, name: string) => values[name] ?? place);
}

/** A part of one, in at most four digits and never as a power of ten. */
function part(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}
