import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType, expectDone, publishEntry } from '../../support/content.ts';
import { costOf } from '../../support/cost.ts';
import { startService } from '../../support/service.ts';

const tiny = await startService({ MAX_DEFINITION_BYTES: '2000' });

const typePath = '/v1/schema/content-types';
const mib = 1024 * 1024;

/** As many select fields as a type may have, each of about 330 bytes. */
const selects = Array.from({ length: 100 }, (_, i) => ({
  key: `field_${i}`,
  type: 'select',
  label: `Field ${i} ${'long '.repeat(16)}`,
  options: { choices: Array.from({ length: 4 }, (_, n) => ({ value: `v${n}`, label: `Choice ${n}` })) },
}));
const wordsOf = (chars: number) => [{ key: 'title', type: 'string', label: 'x'.repeat(chars) }];

describe('the content types of a release', () => {
  it('may change and shrink at the limit, and only growth is refused', async () => {
    const project = await tiny.newProject();
    const { secret } = project;
    await defineType(project, 'a', wordsOf(150));
    await defineType(project, 'b', wordsOf(150));
    for (let i = 0; i < 12; i += 1) await secret.put(`${typePath}/more_${i}`, { fields: wordsOf(150) });
    const grown = await secret.put(`${typePath}/b`, {
      fields: [
        ...wordsOf(150),
        { key: 'n', type: 'number' },
        { key: 'm', type: 'number' },
        { key: 'o', type: 'number' },
      ],
    });
    const tried = await secret.put(`${typePath}/c?dry_run=true`, { fields: wordsOf(150) });

    for (const { status, body } of [grown, tried]) {
      expect([status, body.error?.code, body.error?.limit]).toEqual([
        400,
        'limit_reached',
        'definition_bytes_per_release_max',
      ]);
    }
    expect((await secret.put(`${typePath}/a`, { fields: wordsOf(150), name: 'B' })).status).toBe(200);
    expect((await secret.put(`${typePath}/b`, { fields: wordsOf(10) })).status).toBe(200);
  });

  it('are held to the limit together when many are defined at once', async () => {
    const { secret } = await tiny.newProject();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => secret.put(`${typePath}/type_${i}`, { fields: wordsOf(150) })),
    );

    const { data } = (await secret.get(typePath)).body as { data: { fields: unknown }[] };
    const bytes = Buffer.byteLength(JSON.stringify(data));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(data.length);
    expect(data.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(2_000 + data.length * 80);
    for (const { status, body } of answers) if (status !== 201) expect(body.error.code).toBe('limit_reached');
  });
});

const descriptions = ['/v1/introspection', '/v1/openapi.json', '/v1/types.d.ts'];
// Answers are not checked against their schemas, which would take more than making them does.
const wide = await startService({
  NODE_ENV: 'development',
  BASE_URL: 'http://127.0.0.1',
  RESPONSE_BYTES_MAX: String(32 * mib),
  DESCRIPTION_CACHE_BYTES: String(64 * mib),
});

/** How many descriptions the service has made. */
async function madeSoFar(): Promise<number> {
  const text = await (await fetch(`${wide.url}/metrics`)).text();
  return Number(/^galley_descriptions_total\{outcome="made"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

/** Reads until it is answered: on a busy machine the first one may be told to come again. */
async function read(path: string, token: string): Promise<Buffer> {
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await fetch(wide.url + path, { headers: { Authorization: `Bearer ${token}` } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status === 200) return bytes;
    if (answer.status !== 503) throw new Error(`${answer.status} ${bytes.toString()}`);
  }
  throw new Error(`${path} was never answered`);
}

describe('a project with as many definitions as a release may have', async () => {
  const project = await wide.newProject();
  const { secret, publishable } = project;

  let refused: unknown = null;
  let bytes = 0;
  beforeAll(async () => {
    for (let i = 0; i < 150 && refused === null; i += 1) {
      const answer = await secret.put(`${typePath}/type_${i}`, { fields: selects });
      if (answer.status === 400) refused = answer.body.error;
      else bytes += Buffer.byteLength(JSON.stringify(expectDone(answer).fields));
    }
  }, 120_000);

  it('is refused more by the name of the limit, and reads as before', async () => {
    expect(refused).toMatchObject({
      code: 'limit_reached',
      limit: 'definition_bytes_per_release_max',
      value: 4 * mib,
    });
    expect(bytes).toBeGreaterThan(3.8 * mib);
    expect(bytes).toBeLessThan(4 * mib);
    expect((await secret.get(`${typePath}/type_0`)).body.fields).toHaveLength(100);
  });

  it.each(descriptions)(
    'has %s made once for ten requests, letting others go on, and anew only when a type changes',
    async (path) => {
      const before = await madeSoFar();
      const first = await costOf(() => read(path, publishable.token ?? ''));
      const together = await Promise.all(
        Array.from({ length: 5 }, (_, i) => read(path, (i % 2 ? secret : publishable).token ?? '')),
      );
      await publishEntry(project, 'type_0', { field_1: 'v1' });
      await createEntry(project, 'type_0', { field_1: 'v2' });
      const later = await read(path, publishable.token ?? '');
      for (let i = 0; i < 3; i += 1) await read(path, (i % 2 ? secret : publishable).token ?? '');

      expect(await madeSoFar()).toBe(before + 1);
      expect(together[0]?.equals(first.result)).toBe(true);
      expect(later.equals(first.result)).toBe(true);
      expect(first.heldMs).toBeLessThan(300);

      expectDone(await secret.put(`${typePath}/type_0`, { fields: selects, name: `Named ${path}` }));

      expect((await read(path, publishable.token ?? '')).includes(`Named ${path}`)).toBe(true);
      expect(await madeSoFar()).toBe(before + 2);
    },
    60_000,
  );
});
