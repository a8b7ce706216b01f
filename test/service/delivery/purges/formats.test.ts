import { describe, expect, it } from 'vitest';
import type { PurgeBatch, PurgeFormatName } from '../../../../src/delivery/formats/schema.ts';
import { purgeFormats } from '../../../../src/delivery/formats/service.ts';
import { checkTarget } from '../../../../src/delivery/purges/settings.ts';
import { listenWith } from '../../../support/stand-in-server.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { startService } from '../../../support/service.ts';
import { allOf, newTarget, quickPurges } from '../../../support/purges/targets.ts';

const head = { id: 'whd_1', createdAt: '2026-11-23T10:00:00.000Z' };

function batch(newTags: number, repeated: number): PurgeBatch {
  const tags = Array.from({ length: newTags }, (_, at) => `new_${at}`);
  const again = Array.from({ length: repeated }, (_, at) => `old_${at}`);
  return { tags, again, version: 4711, since: 4702 };
}

function sent(format: PurgeFormatName, of: PurgeBatch) {
  return purgeFormats[format].requests(of).map(({ headers, body }) => ({ headers, body: body(head) }));
}

describe('the requests of a batch', () => {
  it('of `signed` say what is new, what is told again, and the stretch of changes', () => {
    expect(sent('signed', batch(1, 1))).toEqual([
      {
        headers: {},
        body: {
          id: 'whd_1',
          event: 'cache.purge',
          created_at: '2026-11-23T10:00:00.000Z',
          data: { tags: ['new_0'], again: ['old_0'], version: 4711, since: 4702 },
        },
      },
    ]);
  });

  it('of `varnish` have the same body, and all tags in a header', () => {
    const [request] = sent('varnish', batch(1, 1));

    expect(request?.headers).toEqual({ 'X-Galley-Purge': 'new_0 old_0' });
    expect(request?.body).toEqual(sent('signed', batch(1, 1))[0]?.body);
  });

  it('of the vendors are one list', () => {
    expect(sent('fastly', batch(1, 1))[0]?.body).toEqual({ surrogate_keys: ['new_0', 'old_0'] });
    expect(sent('cloudflare', batch(1, 1))[0]?.body).toEqual({ tags: ['new_0', 'old_0'] });
  });

  it.each([
    ['signed', 256],
    ['varnish', 100],
    ['fastly', 256],
    ['cloudflare', 30],
  ] as const)('of `%s` have at most %i tags each, and together all of them once', (format, most) => {
    const of = batch(180, 76);
    const listed = purgeFormats[format].requests(of).map(({ body }) => tagsOf(body(head)));

    expect(listed).toHaveLength(Math.ceil(256 / most));
    for (const tags of listed) expect(tags.length).toBeLessThanOrEqual(most);
    expect(listed.flat()).toEqual([...of.tags, ...of.again]);
  });
});

function tagsOf(body: object): string[] {
  const { data, surrogate_keys, tags } = body as {
    data?: { tags: string[]; again: string[] };
    surrogate_keys?: string[];
    tags?: string[];
  };
  return data === undefined ? (surrogate_keys ?? tags ?? []) : [...data.tags, ...data.again];
}

describe('what a target is made of', () => {
  const url = 'https://example.com/purge';
  const zone = '0123456789abcdef0123456789abcdef';

  it.each([
    [{ format: 'signd', url }, 'format'],
    [{ format: 'signed' }, 'url'],
    [{ format: 'signed', url: 'ftp://example.com' }, 'url'],
    [{ format: 'signed', url, service: 'x' }, 'service'],
    [{ format: 'signed', url, token: 'x' }, 'token'],
    [{ format: 'varnish', url }, 'token'],
    [{ format: 'varnish', url, token: 'two words' }, 'token'],
    [{ format: 'fastly', token: 'x' }, 'service'],
    [{ format: 'fastly', service: 'a/b', token: 'x' }, 'service'],
    [{ format: 'fastly', service: 'abc', token: 'x', url }, 'url'],
    [{ format: 'cloudflare', service: 'abc', token: 'x' }, 'service'],
    [{ format: 'signed', url, every_seconds: 0 }, 'every_seconds'],
    [{ format: 'signed', url, every_seconds: 61 }, 'every_seconds'],
    [{ format: 'signed', url, repeat_seconds: [10, 2] }, 'repeat_seconds'],
  ])('is refused by the name of what is wrong: %j', (input, param) => {
    const refusal = () => checkTarget(input);

    expect(refusal).toThrow(
      expect.objectContaining({ code: 'invalid_field_value', hints: expect.objectContaining({ param }) }),
    );
  });

  it('has an interval and repeats of its format unless it says otherwise', () => {
    const plain = checkTarget({ format: 'signed', url });
    const slow = checkTarget({ format: 'cloudflare', service: zone, token: 'x' });

    expect(plain).toMatchObject({ everySeconds: 1, repeatSeconds: [2, 10] });
    expect(slow).toMatchObject({
      everySeconds: 10,
      url: `https://api.cloudflare.com/client/v4/zones/${zone}/purge_cache`,
    });
  });
});

describe('a target of a vendor', async () => {
  const asked: { url: string; headers: Record<string, unknown>; body: string }[] = [];
  const vendor = await listenWith((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      asked.push({ url: request.url ?? '', headers: request.headers, body });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"success":true}');
    });
  });
  cleanup(() => vendor.stop());
  const service = await startService({
    ...quickPurges,
    PURGE_FASTLY_URL: vendor.origin,
    PURGE_CLOUDFLARE_URL: vendor.origin,
  });
  await service.app.start();

  it.each([
    [
      'fastly',
      'SU1Z0isxPaozGVKXdv0eY',
      '/service/SU1Z0isxPaozGVKXdv0eY/purge',
      { proof: { 'fastly-key': 'its-token' }, key: 'surrogate_keys' },
    ],
    [
      'cloudflare',
      '0123456789abcdef0123456789abcdef',
      '/client/v4/zones/0123456789abcdef0123456789abcdef/purge_cache',
      { proof: { authorization: 'Bearer its-token' }, key: 'tags' },
    ],
  ])(
    '%s is asked in its own form, with its token and without our signature',
    async (format, id, path, { proof, key }) => {
      const project = await service.newProject();
      const before = asked.length;

      await newTarget(service.app, project, null, { format, service: id, token: 'its-token' });

      await expect.poll(() => asked.length, { timeout: 15_000 }).toBeGreaterThan(before);
      const request = asked.at(-1);
      expect(request).toMatchObject({ url: path, headers: proof });
      expect(JSON.parse(request?.body ?? '')).toEqual({ [key]: [allOf(project)] });
      expect(request?.headers).not.toHaveProperty('x-service-signature');
    },
  );
});
