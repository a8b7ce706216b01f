import { cloudflare } from './cloudflare.ts';
import { fastly } from './fastly.ts';
import type { PurgeFormat, PurgeFormatName } from './schema.ts';
import { signed } from './signed.ts';
import { varnish } from './varnish.ts';

export const purgeFormats: Readonly<Record<PurgeFormatName, PurgeFormat>> = {
  signed,
  varnish,
  fastly,
  cloudflare,
};
