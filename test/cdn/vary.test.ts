import { describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import { signedIn } from '../support/dashboard.ts';
import { expectDone } from '../support/content.ts';
import { newSharedProject } from './support/mode.ts';
import { purging, startPurging } from './support/purger.ts';
import { hasVarnish, startVarnish } from './support/varnish.ts';
import { ApiClient } from '../support/client.ts';

const service = await startService(purging);
await service.app.start();
const cache = hasVarnish ? await startVarnish(service.url) : null;
const [one, two] = ['https://one.example', 'https://two.example'];
const path = '/v1/blog/articles';
const revokedMs = 1_500;

async function newSite() {
  const project = await newSharedProject(service);
  expectDone(await project.secret.post(path, { title: 'Kites', publish: true }));
  const newReader = async () => {
    const { token, keyId } = await project.newKey({ purpose: 'publishable', origins: [one, two] });
    return { keyId, reader: new ApiClient(cache?.url ?? '', token) };
  };
  return { project, newReader };
}

const idOf = ({ headers }: { headers: Headers }) => headers.get('X-Request-Id');

describe.skipIf(cache === null)('behind Varnish with the profile keyed', () => {
  it('each key and each origin has answers of its own, and each is filled once', async () => {
    const { newReader } = await newSite();
    const [first, second] = [await newReader(), await newReader()];
    const ways = [
      () => first.reader.get(path),
      () => second.reader.get(path),
      () => first.reader.get(path, { Origin: one }),
      () => first.reader.get(path, { Origin: two }),
      () => second.reader.get(path, { Origin: two }),
    ];
    const answers = [];
    for (const ask of ways) answers.push(await ask());

    const again = [];
    for (const ask of ways) again.push(await ask());

    expect(new Set(answers.map(idOf)).size).toBe(ways.length);
    expect(again.map(idOf)).toEqual(answers.map(idOf));
    expect(again.map(({ headers }) => headers.get('Access-Control-Allow-Origin'))).toEqual([
      null,
      null,
      one,
      two,
      two,
    ]);
  });

  it('a wrong key and a foreign origin reach the service, which refuses them', async () => {
    const { project, newReader } = await newSite();
    const { reader } = await newReader();
    await reader.get(path, { Origin: one });

    expect((await new ApiClient(cache?.url ?? '', 'pk_wrong').get(path)).status).toBe(401);
    expect((await reader.get(path, { Origin: 'https://foreign.example' })).status).toBe(403);
    expect(idOf(await new ApiClient(cache?.url ?? '', project.secret.token).get(path))).not.toBe(
      idOf(await new ApiClient(cache?.url ?? '', project.secret.token).get(path)),
    );
  });

  it('a visitor asks anew with the tag of what it has, and the cache answers', async () => {
    const { newReader } = await newSite();
    const { reader } = await newReader();
    const first = await reader.get(path);

    const same = await reader.get(path, { 'If-None-Match': first.headers.get('ETag') ?? '' });

    expect(same.status).toBe(304);
    expect(idOf(same)).toBe(idOf(first));
    for (const name of ['Surrogate-Key', 'Cache-Tag', 'xkey']) expect(first.headers.get(name)).toBeNull();
  });

  it('a revoked key, and an origin that a key lists no more, are refused within 1.5 s', async () => {
    const { project, newReader } = await newSite();
    await startPurging(service, [project], cache as NonNullable<typeof cache>);
    const [revoked, narrowed] = [await newReader(), await newReader()];
    const owner = await signedIn(service, project.id, 'owner', `keys-${project.id}@example.test`);
    const ask = () => Promise.all([revoked.reader.get(path), narrowed.reader.get(path, { Origin: two })]);
    expect((await ask()).map(({ status }) => status)).toEqual([200, 200]);

    const keys = `/projects/${project.id}/keys`;
    await owner.send('DELETE', `${keys}/${revoked.keyId}`);
    await owner.send('PATCH', `${keys}/${narrowed.keyId}`, { origins: [one] });

    await expect
      .poll(async () => (await ask()).map(({ status }) => status), { timeout: revokedMs, interval: 50 })
      .toEqual([401, 403]);
  });

  it('lets nobody purge without the token, and none but by POST', async () => {
    const { newReader } = await newSite();
    const { reader } = await newReader();
    const first = await reader.get(path);
    const tags = first.headers.get('ETag') === null ? '' : `all:${'x'.repeat(8)}`;
    const purge = (headers: Record<string, string>) =>
      fetch(cache?.url ?? '', { method: 'POST', headers: { 'X-Galley-Purge': tags, ...headers } });

    expect((await purge({})).status).toBe(403);
    expect((await purge({ Authorization: 'Bearer ' })).status).toBe(403);
    expect((await purge({ Authorization: `Bearer ${cache?.token}` })).status).toBe(200);
    expect(idOf(await reader.get(path))).toBe(idOf(first));
  });
});
