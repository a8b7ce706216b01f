import { createHmac } from 'node:crypto';
import type { FocalPoint, ImageService } from '../../../contract/fields/images.ts';

/** One size of an image, to be requested from an image service. */
export interface Crop {
  /** URL of the file. */
  source: string;
  /** Size of the result in pixels; the image is cropped around the focal point. */
  width: number;
  height: number;
  focal: FocalPoint;
  /** Size of the file in pixels. */
  original: { width: number; height: number };
  /** When the URL of the file expires; null for never. */
  expiresAt: Date | null;
}

/** Whether URLs of the service can expire and are signed, as files of private projects require. */
export function supportsExpiringUrls(service: ImageService): boolean {
  return service.kind === 'imgproxy' && service.signing !== null;
}

/** Returns the URL of this size at the image service. */
export function cropUrl(service: ImageService, crop: Crop): string {
  switch (service.kind) {
    case 'imgproxy':
      return service.url + imgproxyPath(crop, service.signing);
    case 'thumbor':
      return service.url + thumborPath(crop, service.key);
    case 'cloudflare':
      return `${service.url}/cdn-cgi/image/${cloudflareOptions(crop)}/${crop.source}`;
    case 'ipx':
      return `${service.url}/${ipxModifiers(crop)}/${encodeURIComponent(crop.source)}`;
    case 'template':
      return fromTemplate(service.template, crop);
  }
}

/** The imgproxy path: fill around the focal point, with the expiry of the file's URL if it has one. */
function imgproxyPath(
  { source, width, height, focal, expiresAt }: Crop,
  signing: Extract<ImageService, { kind: 'imgproxy' }>['signing'],
): string {
  const expiry = expiresAt === null ? '' : `/exp:${Math.floor(expiresAt.getTime() / 1000)}`;
  const options = `rs:fill:${width}:${height}/g:fp:${fractionText(focal.x)}:${fractionText(focal.y)}${expiry}`;
  const path = `/${options}/${Buffer.from(source).toString('base64url')}`;
  return signing === null ? `/unsafe${path}` : `/${imgproxySignature(signing, path)}${path}`;
}

/** Signs a path: HMAC-SHA256 of salt and path. */
export function imgproxySignature({ key, salt }: { key: Buffer; salt: Buffer }, path: string): string {
  return createHmac('sha256', key).update(salt).update(path).digest('base64url');
}

/** The thumbor path: the size, and the pixel to crop around. */
function thumborPath({ source, width, height, focal, original }: Crop, key: string | null): string {
  const left = Math.min(Math.floor(focal.x * original.width), original.width - 1);
  const top = Math.min(Math.floor(focal.y * original.height), original.height - 1);
  const filter = `filters:focal(${left}x${top}:${left + 1}x${top + 1})`;
  const path = `${width}x${height}/${filter}/${encodeURIComponent(source)}`;
  return key === null ? `/unsafe/${path}` : `/${thumborSignature(key, path)}/${path}`;
}

/** Signs the rest of the path with HMAC-SHA1. thumbor requires base64 with padding. */
export function thumborSignature(key: string, path: string): string {
  const digest = createHmac('sha1', key).update(path).digest('base64');
  return digest.replaceAll('+', '-').replaceAll('/', '_');
}

function cloudflareOptions({ width, height, focal }: Crop): string {
  return `width=${width},height=${height},fit=cover,gravity=${fractionText(focal.x)}x${fractionText(focal.y)},format=auto`;
}

/**
 * ipx supports nine crop positions; this uses the nearest. `enlarge` never enlarges, but without it ipx limits an image
 * with EXIF rotation to its size before the rotation.
 */
function ipxModifiers({ width, height, focal }: Crop): string {
  const side = (value: number, near: string, far: string) =>
    value < 1 / 3 ? near : value > 2 / 3 ? far : '';
  const position = [side(focal.x, 'left', 'right'), side(focal.y, 'top', 'bottom')]
    .filter(Boolean)
    .join('%20');
  return `s_${width}x${height},fit_cover,position_${position || 'center'},enlarge,f_auto`;
}

function fromTemplate(template: string, { source, width, height, focal }: Crop): string {
  const values: Record<string, string> = {
    url: source,
    encoded_url: encodeURIComponent(source),
    width: String(width),
    height: String(height),
    x: fractionText(focal.x),
    y: fractionText(focal.y),
  };
  return template.replace(/\{([a-z_]+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** Formats a fraction with at most four decimals, never in exponential notation. */
function fractionText(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}
