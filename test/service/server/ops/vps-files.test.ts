import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { freePort } from '../../../../dev/embedded/mongod/instance.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { newAsset, storeVariables } from '../../../support/media.ts';
import { inRepository } from '../../../support/program.ts';
import { caddy, isInstalled, siteName, startProxy } from '../../../support/proxies.ts';
import { startOwnService } from '../../../support/service.ts';
import { openTestStore } from '../../../support/test-store.ts';

vi.setConfig({ testTimeout: 60_000 });

it.skipIf(!isInstalled('caddy') || !isInstalled('openssl'))(
  'deploy/vps/Caddyfile passes uploads and reads of files to the storage, with nosniff',
  async () => {
    const store = await openTestStore();
    cleanup(() => store.stop());
    const filesOrigin = `http://127.0.0.1:${await freePort(0)}`;
    const service = await startOwnService({
      ...storeVariables(store.settings),
      S3_PUBLIC_ENDPOINT: filesOrigin,
      S3_PUBLIC_URL: `${filesOrigin}/${store.settings.bucket}`,
    });
    const example = readFileSync(inRepository('deploy/vps/Caddyfile'), 'utf8')
      .replace('{$SITE_HOST}', siteName)
      .replace('{$FILES_HOST}', filesOrigin);
    await startProxy(caddy, example, {
      'galley:3000': new URL(service.url).host,
      'minio:9000': new URL(store.settings.endpoint).host,
    });
    const { secret } = await service.newProject();

    const id = await newAsset(secret); // whose upload_url names the host of files

    const { body } = await secret.get(`/v1/media/${id}`);
    expect(new URL(String(body.url)).origin).toBe(filesOrigin);
    const file = await fetch(String(body.url));
    expect([file.status, file.headers.get('X-Content-Type-Options')]).toEqual([200, 'nosniff']);
    expect(await file.text()).toBe('xxxxx');
  },
);
