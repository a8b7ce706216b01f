import { Type } from '@sinclair/typebox';
import { randomBytes } from 'node:crypto';
import type { Config } from '../../src/core/settings/config.ts';
import { type EmbeddedStore, startEmbeddedStore } from '../embedded/store/server.ts';
import { systemClock } from '../../src/core/util/clock.ts';
import { compile } from '../../src/core/http/query/compile.ts';
import { readJson } from '../../src/core/util/json/json-file.ts';
import { type DataFolder, writePrivateJson } from './data-folder.ts';

const StoreSettings = Type.Object({
  port: Type.Integer(),
  access_key: Type.String(),
  secret_key: Type.String(),
});
const isStoreSettings = compile(StoreSettings, 'json');

/** The settings of the object storage. */
export type StoreVariables = Pick<Config, 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY'>;

/**
 * Starts the local object store on its previous port, so that file URLs stay valid, or on another port if that one is
 * taken.
 */
export async function startStore(
  folder: DataFolder,
): Promise<{ variables: StoreVariables; stop(): Promise<void> }> {
  const kept = (await readJson(folder.storeSettings, isStoreSettings)) ?? {
    port: 0,
    access_key: 'galley-dev',
    secret_key: randomBytes(20).toString('hex'),
  };
  const { access_key: accessKey, secret_key: secretKey } = kept;
  const onPort = (port: number): Promise<EmbeddedStore> => {
    const now = () => systemClock().now();
    return startEmbeddedStore({ folder: folder.store, host: '127.0.0.1', port, accessKey, secretKey, now });
  };
  const store = await onPort(kept.port).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return onPort(0);
  });
  await writePrivateJson(folder.storeSettings, { ...kept, port: Number(new URL(store.endpoint).port) });
  const variables = {
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: 'galley',
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  };
  return { variables, stop: () => store.stop() };
}
