import type { Variables } from '../../src/core/settings/config.ts';
import type { StorageSettings } from '../../src/core/storage/settings.ts';
import type { ApiAnswer, ApiClient } from './client.ts';
import { startOwnService, type TestService, workerDatabase } from './service.ts';
import { openTestStore, type TestStore } from './test-store.ts';
import { cleanup } from './cleanup.ts';

/** The variables that lead a service to a store. */
export function storeVariables(settings: StorageSettings): Variables {
  return {
    S3_ENDPOINT: settings.endpoint,
    S3_REGION: settings.region,
    S3_BUCKET: settings.bucket,
    S3_PRIVATE_BUCKET: settings.privateBucket,
    S3_ACCESS_KEY: settings.accessKey,
    S3_SECRET_KEY: settings.secretKey,
    S3_PUBLIC_URL: settings.publicUrl,
  };
}

/**
 * A service over real HTTP with a store over the real S3 wire, both stopped at the end of the test file. Without
 * settings it works on the worker's database, else on one of its own.
 */
export async function startMediaService(
  overrides: Variables = { MONGODB_DB: workerDatabase() },
): Promise<{ service: TestService; store: TestStore }> {
  const store = await openTestStore();
  cleanup(() => store.stop());
  return { service: await startOwnService({ ...storeVariables(store.settings), ...overrides }), store };
}

/** What step 1 answers, as far as step 2 needs it. */
export interface UploadTicket {
  upload_url: string;
  headers: Record<string, string>;
}

/** Step 2 as any client does it: fetch writes the length itself, from the body. */
export async function sendFile(
  { upload_url, headers }: UploadTicket,
  body: string | Uint8Array,
): Promise<{ status: number; code: string | undefined }> {
  const { 'Content-Length': _, ...sent } = headers;
  const answer = await fetch(upload_url, { method: 'PUT', headers: sent, body });
  return { status: answer.status, code: /<Code>(.+)<\/Code>/.exec(await answer.text())?.[1] };
}

export const png = { file_name: 'a.png', content_type: 'image/png', size_bytes: 5 };

/** Steps 1 and 2; answers the id of the asset, which is pending. */
export async function newUpload(secret: ApiClient, more: object = {}): Promise<string> {
  const asked = await secret.post('/v1/media/uploads', { ...png, ...more });
  await sendFile(asked.body, 'x'.repeat(asked.body.media.size_bytes));
  return asked.body.media.id;
}

/** All three steps; answers the id of the asset, which is ready. */
export async function newAsset(secret: ApiClient, more: object = {}): Promise<string> {
  const id = await newUpload(secret, more);
  const confirmed = await secret.post(`/v1/media/uploads/${id}/confirm`);
  if (confirmed.body.status !== 'ready') throw new Error(`asset ${id}: ${confirmed.text}`);
  return id;
}

/** The ids in a list, in its order. */
export function idsIn({ body }: ApiAnswer): string[] {
  return (body.data as { id: string }[]).map(({ id }) => id);
}
