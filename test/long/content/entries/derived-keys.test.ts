import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { deriveAgain, repairDerivedKeys } from '../../../../src/content/types/settle/derived-keys.ts';
import type { TypeRecord } from '../../../../src/content/types/schema.ts';
import type { BlockRecord } from '../../../../src/content/types/blocks/schema.ts';
import type { EntryRecord } from '../../../../src/content/entries/store/schema.ts';
import { derive } from '../../../../src/content/entries/store/derive.ts';
import { fieldTypes } from '../../../../src/contract/fields/field-types.ts';
import { setUpDatabase } from '../../../../src/core/mongo/schema/set-up.ts';
import { openReleaseContext } from '../../../../src/server/create-context.ts';
import { publishDue } from '../../../../src/lifecycle/publishing/due/due.ts';
import { tester } from '../../../support/actor.ts';
import { declared, scheduledKinds } from '../../../support/assembly.ts';
import {
  createEntry,
  dayMs,
  defineType,
  expectDone,
  inMs,
  publishEntry,
  refusal,
} from '../../../support/content.ts';
import { type DashboardClient, signedIn } from '../../../support/dashboard.ts';
import { databaseOf } from '../../../support/database.ts';
import { newAsset, startMediaService } from '../../../support/media.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { storeEntries } from '../../../support/stored-entries.ts';

const { service } = await startMediaService({});
const { system } = service.app;
/** The same data two days later. */
const later = await startService({
  MONGODB_DB: service.app.config.MONGODB_DB,
  CLOCK_OFFSET_MS: String(2 * dayMs),
});
const rows = databaseOf(system).collection<EntryRecord & { project_id: string }>('entries');

const part = [
  { key: 'title', type: 'string' },
  { key: 'code', type: 'string', options: { unique: true } },
  { key: 'list', type: 'blocks', options: { blocks: ['note'] } },
];
const note = (tone: string) => ({ block: 'note', values: { tone } });

/** A project with a type whose entries reserve a unique value, a choice and a block. */
async function newParts() {
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  await defineNote(project, ['dark', 'light']);
  expectDone(await project.secret.put('/v1/schema/blocks/other', { fields: [] }));
  await defineType(project, 'part', part);
  const send = (method: string, path: string, body?: unknown) =>
    owner.send(method, `/projects/${project.id}${path}`, body);
  return { project, send };
}
type Parts = Awaited<ReturnType<typeof newParts>>;

async function defineNote({ secret }: TestProject, choices: string[]) {
  const fields = [{ key: 'tone', type: 'select', options: { choices } }];
  return secret.put('/v1/schema/blocks/note', { fields });
}

const filled = { title: 'A', code: 'one', list: [note('dark')] };
const cleared = { code: null, list: [] };

/** Every way in which an entry loses its values; each begins with a live entry that has them. */
const ways: Record<string, (parts: Parts, id: string) => Promise<{ status: number; body: any }>> = {
  'a PATCH with null': ({ project }, id) =>
    project.secret.patch(`/v1/content/part/${id}`, { values: { code: null, list: null } }),
  'a PATCH with an empty text and an empty list': ({ project }, id) =>
    project.secret.patch(`/v1/content/part/${id}`, { values: { code: '', list: [] } }),
  'the object form': async ({ project }, id) => {
    const { body } = await project.secret.get(`/v1/content/part/${id}`);
    const list = { [body.values.list[0].id]: null };
    return project.secret.patch(`/v1/content/part/${id}`, { values: { code: null, list } });
  },
  'a saved draft that is published': async ({ project, send }, id) => {
    await send('PATCH', `/content/part/entries/${id}`, { values: cleared });
    return project.secret.patch(`/v1/content/part/${id}`, { publish: true });
  },
  'a cleared draft of an unpublished entry': async ({ project, send }, id) => {
    await project.secret.patch(`/v1/content/part/${id}`, { publish: false });
    return send('PATCH', `/content/part/entries/${id}`, { values: cleared });
  },
  'a scheduled change that is canceled': async ({ project }, id) => {
    const path = `/v1/content/part/${id}`;
    await project.secret.patch(path, { values: cleared, publish: true });
    await project.secret.patch(path, { values: filled, publish_at: inMs(dayMs) });
    await project.secret.patch(`${path}?draft=true`, { values: cleared });
    return project.secret.patch(path, { values: {}, publish_at: null });
  },
  'an older version from the history': async ({ project, send }, id) => {
    const { body } = await send('GET', `/versions/${id}`);
    const [empty] = (body.data as { id: string }[]).slice(-1);
    await project.secret.patch(`/v1/content/part/${id}`, { publish: false });
    return send('POST', `/versions/${id}/${empty?.id}/restore`);
  },
  'the way through the trash': async ({ project, send }, id) => {
    await send('DELETE', `/v1/content/part/${id}`);
    await send('POST', '/trash/restore', { ids: [id] });
    return project.secret.patch(`/v1/content/part/${id}`, { values: cleared });
  },
  'a release that is promoted': async ({ project }, id) => {
    const { id: release } = expectDone(await project.secret.post('/v1/releases', { name: 'Next' }));
    await project.secret.patch(`/v1/content/part/${id}?release=${release}`, { values: cleared });
    return project.secret.post(`/v1/releases/${release}/promote`);
  },
};

describe('what an entry no longer contains is free, after', () => {
  it.each(Object.entries(ways))('%s', async (_, clear) => {
    const parts = await newParts();
    const { project } = parts;
    const id = await publishEntry(project, 'part', { title: 'A' });
    await project.secret.patch(`/v1/content/part/${id}`, { values: filled, publish: true });
    expect(refusal(await newPart(project))).toEqual([409, 'field_value_taken', 'code']);

    const { status, body } = await clear(parts, id);
    expect(status, JSON.stringify(body)).toBe(200);

    expect((await newPart(project)).status).toBe(201);
    expect((await defineNote(project, ['light'])).status).toBe(200);
    await defineType(project, 'part', [
      ...part.slice(0, 2),
      { key: 'list', type: 'blocks', options: { blocks: ['other'] } },
    ]);
  });
});

it('is free when the change that clears it comes at its date', async () => {
  const { project } = await newParts();
  const id = await publishEntry(project, 'part', filled);
  const change = { values: cleared, publish_at: inMs(dayMs) };
  expectDone(await project.secret.patch(`/v1/content/part/${id}`, change));
  expect(refusal(await newPart(project))).toEqual([409, 'field_value_taken', 'code']);

  const { app } = later;
  await publishDue({
    ...{ system, clock: app.clock, log: app.log, kinds: scheduledKinds },
    ...{ openProject: app.contextsOf(tester).project, openRelease: openReleaseContext },
  });

  await expectDerived(id, await definitionsOf(project));
  expect((await newPart(project)).status).toBe(201);
});

it('is in the state of its last write again, after a write that follows one of its end alone', async () => {
  const { project } = await newParts();
  const id = await publishEntry(project, 'part', filled);
  const path = `/v1/content/part/${id}`;
  expectDone(await project.secret.patch(path, { values: {}, unpublish_at: inMs(dayMs) }));
  expect((await rows.findOne({ id }))?.state_of).toMatchObject({ revision: 1 });

  expectDone(await project.secret.patch(path, { values: { title: 'B' } }));

  expect(await rows.findOne({ id })).not.toHaveProperty('state_of');
});

function newPart({ secret }: TestProject) {
  return secret.post('/v1/content/part/entries', { values: { title: 'B', code: 'one' }, publish: true });
}

/** Options of the fields that need some. */
const options: Record<string, Record<string, unknown>> = {
  string: { unique: true },
  url: { unique: true },
  select: { choices: ['dark', 'light'] },
  link: { target: 'author' },
  link_list: { target: 'author' },
  reference: { content_type: 'any' },
  reference_list: { content_type: 'any' },
  blocks: { blocks: ['box'] },
};

/** A type with a field of every kind, and a block that has them too, itself in its list. */
async function defineAny(project: TestProject) {
  const fields = fieldTypes.map((type) => ({
    key: type,
    type,
    ...(options[type] === undefined ? {} : { options: options[type] }),
  }));
  const inBlocks = fields.map((field) =>
    field.type === 'string' || field.type === 'url' ? { key: field.key, type: field.type } : field,
  );
  await defineType(project, 'any', {});
  expectDone(await project.secret.put('/v1/schema/blocks/box', { fields: [] }));
  expectDone(await project.secret.put('/v1/schema/blocks/box', { fields: inBlocks }));
  await defineType(project, 'any', fields);
}

describe('random writes of fields of every kind', () => {
  let project: TestProject;
  let owner: DashboardClient;
  let targets: { image: string; author: string; entry: string };
  beforeAll(async () => {
    project = await service.newProject();
    owner = await signedIn(service, project.id, 'owner');
    await defineAny(project);
    targets = {
      image: await newAsset(project.secret),
      author: expectDone(await project.secret.post('/v1/authors', { name: 'Ada' })).id,
      entry: await publishEntry(project, 'any', {}),
    };
  });

  const valueOf = (type: string): fc.Arbitrary<unknown> => {
    const { image, author, entry } = targets;
    const some: Record<string, fc.Arbitrary<unknown>> = {
      string: fc.constantFrom('a', 'b', ''),
      text: fc.constantFrom('words', ''),
      richtext: fc.constantFrom({ markdown: `![x](${image})` }, { markdown: 'plain' }, { markdown: '' }),
      number: fc.constantFrom(0, 1.5),
      boolean: fc.boolean(),
      date: fc.constantFrom('2026-01-02'),
      select: fc.constantFrom('dark', 'light'),
      url: fc.constantFrom('https://a.example/', 'https://b.example/'),
      image: fc.constant(image),
      gallery: fc.constantFrom([], [image]),
      link: fc.constant(author),
      link_list: fc.constantFrom([], [author]),
      reference: fc.constant(entry),
      reference_list: fc.constantFrom([], [entry]),
      string_list: fc.constantFrom([], ['a', 'b']),
      json: fc.constantFrom({ a: 1 }, []),
      geo_point: fc.constant({ lat: 52.5, lng: 13.4 }),
      file: fc.constant(image),
      file_list: fc.constantFrom([], [image]),
    };
    return fc.oneof(
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 3, arbitrary: some[type] ?? fc.constant([]) },
    );
  };
  const valuesOf = (depth: number): fc.Arbitrary<Record<string, unknown>> => {
    const leaves = fieldTypes.filter((type) => type !== 'blocks').map((type) => [type, valueOf(type)]);
    const box = () => valuesOf(depth - 1).map((values) => ({ block: 'box', values }));
    const blocks =
      depth === 0 ? fc.constant([]) : fc.oneof(fc.constant(null), fc.array(box(), { maxLength: 2 }));
    return fc.record({ ...Object.fromEntries(leaves), blocks }, { requiredKeys: [] });
  };
  const moves = ['live', 'publish', 'unpublish', 'draft', 'autosave', 'schedule', 'cancel'] as const;

  const write = (id: string, move: (typeof moves)[number], values: object) => {
    const path = `/v1/content/any/${id}`;
    const { secret } = project;
    if (move === 'autosave')
      return owner.send('PATCH', `/projects/${project.id}/content/any/entries/${id}`, { values });
    if (move === 'draft') return secret.patch(`${path}?draft=true`, { values });
    const also = {
      ...{ live: {}, publish: { publish: true }, unpublish: { publish: false } },
      ...{ schedule: { publish_at: inMs(dayMs) }, cancel: { publish_at: null } },
    }[move];
    return secret.patch(path, { values, ...also });
  };

  it('leave the derived keys that their snapshots have', { timeout: 120_000 }, async () => {
    const { types, blocks } = await definitionsOf(project);
    const property = fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...moves), valuesOf(2)), { minLength: 3, maxLength: 8 }),
      async (writes) => {
        const id = await publishEntry(project, 'any', {});
        let done = 0;
        for (const [move, values] of writes) {
          const { status } = await write(id, move, values);
          if (status < 300) done += 1;
          else expect([400, 409]).toContain(status); // "schedule" without a live state, say
          await expectDerived(id, { types, blocks });
        }
        await project.secret.delete(`/v1/content/any/${id}`);
        written += done;
      },
    );
    let written = 0;
    await fc.assert(property, { numRuns: 25 });
    expect(written).toBeGreaterThan(50);
  });
});

interface Definitions {
  types: Map<string, TypeRecord>;
  blocks: Map<string, BlockRecord>;
}

async function definitionsOf(project: TestProject): Promise<Definitions> {
  const db = databaseOf(system);
  const own = { project_id: project.id };
  const types = await db.collection<TypeRecord>('content_types').find(own).toArray();
  const blocks = await db.collection<BlockRecord>('blocks').find(own).toArray();
  return {
    types: new Map(types.map((type) => [type.slug, type])),
    blocks: new Map(blocks.map((block) => [block.slug, block])),
  };
}

async function expectDerived(id: string, { types, blocks }: Definitions): Promise<void> {
  for (const row of await rows.find({ id }).toArray()) {
    const type = types.get(row.type);
    if (type === undefined) throw new Error(`no type ${row.type}`);
    const { facets, sorts, refs, live_refs, uniques, block_uses, equals_live } = row;
    const stored = { facets, sorts, refs, live_refs, uniques, block_uses, equals_live };
    const absent = { uniques: undefined, block_uses: undefined, equals_live: undefined };
    const fresh = { ...absent, ...derive({ ...type, blocks }, row) };
    expect(stored).toEqual(fresh);
  }
}

describe('rows that an older version left with keys of cleared values', () => {
  const stale = { uniques: ['code=one'], block_uses: ['note', 'part/list=note', 'note.tone=dark'] };

  it('are repaired at the next start', async () => {
    const { project } = await newParts();
    const { id } = await createEntry(project, 'part', { title: 'A' });
    await rows.updateOne({ project_id: project.id, id }, { $set: stale });
    expect(refusal(await newPart(project))).toEqual([409, 'field_value_taken', 'code']);
    const versions = databaseOf(system).collection('schema_versions');
    await versions.updateOne({}, { $set: { migrated: repairDerivedKeys.number - 1 } });

    await setUpDatabase(system, declared, () => undefined);

    expect((await newPart(project)).status).toBe(201);
    expect((await defineNote(project, ['light'])).status).toBe(200);
  });

  it('are repaired in batches, by two processes at once, beside writes', async () => {
    const { project } = await newParts();
    const codes = Array.from({ length: 300 }, (_, n) => `c${String(n).padStart(3, '0')}`);
    const ids = await storeEntries(
      service,
      project,
      'part',
      codes.map((code) => ({ title: 'A', code })),
    );
    const written = ids.slice(0, 20);
    await rows.updateMany({ project_id: project.id }, [
      { $set: { uniques: { $concatArrays: ['$uniques', [{ $concat: ['code=stale', '$id'] }]] } } },
    ]);

    await Promise.all([
      deriveAgain(system),
      deriveAgain(system),
      ...written.map(async (id, n) =>
        expectDone(await project.secret.patch(`/v1/content/part/${id}`, { values: { code: `new${n}` } })),
      ),
    ]);

    const definitions = await definitionsOf(project);
    for (const id of ids) await expectDerived(id, definitions);
    const stored = await rows.find({ project_id: project.id }).sort({ created_at: 1 }).toArray();
    const expected = codes.map((code, n) => (n < written.length ? `new${n}` : code));
    expect(stored.map(({ draft }) => draft['code'])).toEqual(expected);
  });

  it('reserve nothing anew', async () => {
    const { project } = await newParts();
    const { id } = await createEntry(project, 'part', { title: 'A' });
    const other = await createEntry(project, 'part', { title: 'B', code: 'one' });
    await rows.updateOne({ project_id: project.id, id: other.id }, { $unset: { uniques: 1 } });
    await rows.updateOne({ project_id: project.id, id }, { $set: { 'draft.code': 'one', ...stale } });

    await deriveAgain(system, project.id);

    const uniques = (await rows.find({ project_id: project.id }).sort({ id: 1 }).toArray()).map(
      (row) => row.uniques,
    );
    expect(uniques).toEqual([['code=one'], undefined]);
  });
});
