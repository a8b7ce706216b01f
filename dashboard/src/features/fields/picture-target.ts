import type { Asset } from '../../../../src/content/media/schema.ts';
import type { Target } from './context.ts';

/** The target of a link to an asset. */
export function pictureTarget(asset: Asset): Target {
  const { id, url, alt, width, height, content_type } = asset;
  const image = { id, url, alt, width, height, content_type };
  return { kind: 'media', title: alt, slug: null, live: url !== null, content_type: null, image };
}
