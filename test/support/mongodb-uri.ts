import { inject } from 'vitest';

/** Returns the URI of this worker's MongoDB. */
export function mongodbUri(): string {
  const uris = inject('mongodbUris');
  const worker = Number(process.env['VITEST_POOL_ID'] ?? '1');
  const uri = uris[(worker - 1) % uris.length];
  if (uri === undefined) throw new Error('The global setup started no MongoDB.');
  return uri;
}
