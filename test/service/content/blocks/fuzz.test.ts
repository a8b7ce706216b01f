import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { errors } from '../../../../src/contract/errors/errors.ts';
import type { ApiAnswer } from '../../../support/client.ts';
import { expectDone, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { seeds } from '../../../support/blocks/chance.ts';
import { defineLandingPage, group, hero } from '../../../support/blocks/landing-page.ts';

const service = await startService();
const [runs, atOnce] = [40, 8];

let project: TestProject;
let ids: string[];
let send: ((sections: unknown) => Promise<Pick<ApiAnswer, 'status' | 'body'>>)[];

const inPath = (value: unknown, most: number) =>
  encodeURIComponent(
    JSON.stringify(value)
      .replace(/[^ -~]/g, '?')
      .slice(0, most),
  );

beforeAll(async () => {
  project = await service.newProject();
  await defineLandingPage(project);
  const sections = [hero('A'), group(group(hero('B')))];
  const page = await publishEntry(project, 'page', { title: 'Page', sections });
  const owner = await signedIn(service, project.id, 'owner');
  const fields = [
    { key: 'sections', type: 'blocks', options: { blocks: ['hero', 'group'], max_of: { hero: 3 } } },
  ];
  const type = { kind: 'singleton', fields };
  expectDone(await project.secret.put('/v1/schema/content-types/home', type));
  const { values } = expectDone(await project.publishable.get(`/v1/content/page/${page}`));
  ids = JSON.stringify(values).match(/blk_[0-9a-z]{26}/g) ?? [];
  const { secret } = project;
  send = [
    (value) => secret.post('/v1/content/page/entries', { values: { sections: value } }),
    (value) =>
      secret.post('/v1/content/page/entries?dry_run=true', { values: { sections: value }, publish: true }),
    (value) => secret.patch(`/v1/content/page/${page}`, { values: { sections: value } }),
    (value) => secret.patch(`/v1/content/page/${page}`, { values: { sections: value }, publish: true }),
    (value) => secret.put('/v1/content/home', { values: { sections: value } }),
    (value) => secret.patch('/v1/content/home', { values: { sections: value } }),
    (value) =>
      owner.send('PATCH', `/projects/${project.id}/content/page/entries/${page}`, {
        values: { sections: value },
      }),
    (value) =>
      secret.put('/v1/schema/blocks/other', {
        fields: [{ key: 'a', type: 'blocks', options: { blocks: value } }],
      }),
    (value) => secret.put('/v1/schema/blocks/other', { fields: value, display_field: 'a' }),
    (value) =>
      secret.put(`/v1/schema/blocks/${inPath(value, 60)}`, {
        fields: [],
      }),
    (value) => secret.get(`/v1/content/page?where[sections][contains]=${inPath(value, 200)}`),
    (value) => secret.get(`/v1/releases/${project.releaseId}/diff/${inPath(value, 60)}`),
  ];
});

const hostile = ['__proto__', 'constructor', 'toString', '$where', 'a.b', '', '\u0000', 'items', 'sections'];
const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    '',
    'hero',
    'group',
    '\ud800',
    `blk_${'0'.repeat(26)}`,
    'blk_x',
    [],
    {},
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** Lists and changes of blocks with something odd in each place, deeper than they may be. */
const { odd } = fc.letrec<{ odd: unknown; item: unknown; values: unknown }>((tie) => {
  const id = fc.nat(9).map((n) => ids[n] ?? `blk_${String(n).padStart(26, '0')}`);
  const mostly = (usual: fc.Arbitrary<unknown>, other: fc.Arbitrary<unknown> = scalar) =>
    fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: other });
  const keyed = (value: fc.Arbitrary<unknown>) =>
    fc.array(fc.tuple(fc.oneof(id, fc.constantFrom(...hostile)), value), { maxLength: 3 }).map((pairs) => {
      // JSON may have such a key of its own, which a literal cannot.
      return JSON.parse(
        `{${pairs.map(([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one) ?? 'null'}`).join()}}`,
      ) as unknown;
    });
  return {
    values: fc.oneof(
      { maxDepth: 6 },
      fc.record(
        {
          title: mostly(fc.string({ maxLength: 3 })),
          text: scalar,
          maker: scalar,
          items: mostly(tie('odd')),
          [hostile[0] ?? '']: scalar,
        },
        { requiredKeys: [] },
      ),
      keyed(scalar),
    ),
    item: fc.oneof(
      { maxDepth: 6 },
      fc.record(
        {
          id: mostly(id),
          block: mostly(fc.constantFrom('hero', 'group', 'divider', 'none')),
          type: scalar,
          values: mostly(tie('values')),
        },
        { requiredKeys: [] },
      ),
      id,
      scalar,
    ),
    odd: fc.oneof(
      { maxDepth: 6 },
      { weight: 4, arbitrary: fc.array(tie('item'), { maxLength: 4 }) },
      { weight: 2, arbitrary: keyed(mostly(tie('values'))) },
      { weight: 1, arbitrary: scalar },
    ),
  };
});

/** What is wrong with an answer, or null. */
function complaint({ status, body }: Pick<ApiAnswer, 'status' | 'body'>): string | null {
  if (status < 400) return null;
  if (status >= 500) return 'a failure of the service';
  const {
    code,
    message,
    errors: others = [],
  } = (body?.error ?? {}) as { code?: string; message?: string; errors?: unknown[] };
  if (typeof code !== 'string' || !(code in errors) || typeof message !== 'string')
    return 'no whole envelope';
  return others.length > 20 ? 'more than 20 faults' : null;
}

it.each(seeds(7))('answers odd blocks with what is wrong, and never fails (seed %i)', async (seed) => {
  const statuses = new Map<number, number>();
  const asked = fc.tuple(fc.nat(), odd);
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: atOnce, maxLength: atOnce }), async (batch) => {
      await Promise.all(
        batch.map(async ([way, value]) => {
          const answer = await send[way % send.length]?.(value);
          if (answer === undefined) throw new Error('no route');
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          const wrong = complaint(answer);
          if (wrong !== null)
            throw new Error(`${wrong}: ${answer.status} to ${way % send.length} ${JSON.stringify(value)}`);
        }),
      );
    }),
    { seed, numRuns: runs, endOnFailure: true },
  );

  expect(({} as Record<string, unknown>)['title']).toBeUndefined();
  expect(statuses.get(400)).toBeGreaterThan((runs * atOnce) / 4);
  expect([...statuses.keys()].some((status) => status < 300)).toBe(true);
  // What is live is a page still.
  expect((await project.publishable.get('/v1/content/page')).status).toBe(200);
  expect((await project.secret.get('/v1/schema/blocks')).status).toBe(200);
});
