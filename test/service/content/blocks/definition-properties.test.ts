import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../support/client.ts';
import { defineType, expectDone, publishEntry, type SentField } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { shapeIn } from '../../../support/introspection/response-shape.ts';
import { startOwnService, startService, type TestProject, workerDatabase } from '../../../support/service.ts';
import { Chance, seeds } from '../../../support/blocks/chance.ts';
import { defineRandom, randomDefinitions } from '../../../support/blocks/random-schema.ts';
import { RandomWrites } from '../../../support/blocks/random-writes.ts';

const service = await startService();
const other = await startOwnService({ MONGODB_DB: workerDatabase() });
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
const changesOfRun = 14;

/** What stands in the way of a change, and nothing else may. */
const refusals = ['choice_in_use', 'block_in_use', 'field_type_immutable', 'field_being_removed'];

/** Holds every read to what introspection says now. */
async function expectReadable(project: TestProject, what: string): Promise<void> {
  const introspection = expectDone(await project.publishable.get('/v1/introspection'));
  const check = shapeIn(ajv, introspection as Parameters<typeof shapeIn>[1], { slug: 'page' });
  const list = await project.publishable.get('/v1/content/page?limit=100');
  expect([list.status, check(list.body), check.errors], what).toEqual([200, true, null]);
}

/** Another form of a definition: fields gone, new, moved, with other blocks, choices and bounds. */
function changed(chance: Chance, fields: readonly SentField[], slugs: readonly string[]): SentField[] {
  const spare: SentField[] = [
    { key: 'n', type: 'number', options: { max: 1 } },
    { key: 'lead', type: 'string', options: { required: true } },
    { key: 'tone', type: 'select', options: { choices: ['dark', 'light', 'red'] } },
    { key: 'items', type: 'blocks', options: { blocks: [...slugs] } },
    { key: 'on', type: chance.one(['boolean', 'string']) },
  ];
  const kept = fields.filter(({ key }) => key === 'title' || chance.is(90));
  const added = chance.some(spare, 2).filter(({ key }) => kept.every((field) => field.key !== key));
  const altered = kept.map((field): SentField => {
    if (chance.is(50)) return field;
    if (field.type === 'select') return { ...field, options: { choices: [chance.one(['dark', 'light'])] } };
    if (field.type !== 'blocks') return { ...field, label: 'Other' };
    const blocks = chance.some(slugs);
    return {
      ...field,
      options: { blocks: blocks.length === 0 ? [...slugs] : blocks, max_items: 1 + chance.below(3) },
    };
  });
  return chance
    .some([...altered, ...added].filter(({ key }) => key !== 'title'))
    .concat({ key: 'title', type: 'string' });
}

describe.each(seeds(22, 24))('definitions that change at random under random content (seed %i)', (seed) => {
  it('never make a read fail or misfit its response_shape', async () => {
    const chance = new Chance(seed);
    const project = await service.newProject();
    const definitions = new Map(randomDefinitions(chance));
    const slugs = [...definitions.keys()];
    await defineRandom(project, definitions);
    const owner = await signedIn(service, project.id, 'owner');
    const writes = new RandomWrites(chance, definitions);
    const pages: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const id = await publishEntry(project, 'page', { sections: writes.newList() });
      const screen = `/projects/${project.id}/content/page/entries/${id}`;
      if (n > 1) await owner.send('PATCH', screen, { values: { sections: writes.newList() } });
      pages.push(id);
    }
    let accepted = 0;
    for (let n = 0; n < changesOfRun; n += 1) {
      const slug = chance.one(slugs);
      const fields = changed(chance, definitions.get(slug) ?? [], slugs);
      const what = `${slug}: ${JSON.stringify(fields)}`;

      const answer = await project.secret.put(`/v1/schema/blocks/${slug}`, { fields });

      if (answer.status === 200) {
        definitions.set(slug, fields);
        accepted += 1;
      } else expect(refusals, `${what} ${answer.text}`).toContain(answer.body.error.code);
      await expectReadable(project, what);
      const write = { values: { sections: writes.newList() } };
      expect([200, 400]).toContain(
        (await project.secret.patch(`/v1/content/page/${chance.one(pages)}`, write)).status,
      );
      for (const id of pages)
        expect((await owner.send('GET', `/projects/${project.id}/content/page/entries/${id}`)).status).toBe(
          200,
        );
    }
    expect(accepted).toBeGreaterThan(2);
  });
});

describe('two processes that change a definition and entries at once', () => {
  it('agree: no entry has a choice or a block that the definitions do not take', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      const project = await service.newProject();
      const there = new ApiClient(other.url, project.secret.token);
      const tone = (...choices: string[]) => ({
        fields: [{ key: 'tone', type: 'select', options: { choices } }],
      });
      const page = (...blocks: string[]) => ({
        fields: [{ key: 'sections', type: 'blocks', options: { blocks } }],
      });
      expectDone(await project.secret.put('/v1/schema/blocks/part', tone('dark', 'light')));
      expectDone(await project.secret.put('/v1/schema/blocks/divider', { fields: [] }));
      await defineType(project, 'page', page('part', 'divider').fields);
      const write = (block: object) =>
        there.post('/v1/content/page/entries', { values: { sections: [block] }, publish: true });
      const later = round % 2 === 0 ? [] : [write({ block: 'part', values: { tone: 'light' } })];

      const [choice, list, ...written] = await Promise.all([
        project.secret.put('/v1/schema/blocks/part', tone('light')),
        project.secret.put('/v1/schema/content-types/page', page('part')),
        ...later,
        write({ block: 'part', values: { tone: 'dark' } }),
        write({ block: 'divider' }),
      ]);

      for (const { status } of [choice, list]) expect([200, 409]).toContain(status);
      for (const { status } of written) expect([201, 400]).toContain(status);
      const { text } = await project.publishable.get('/v1/content/page');
      expect(text.includes('"dark"') && choice.status === 200).toBe(false);
      expect(text.includes('"divider"') && list.status === 200).toBe(false);
      await expectReadable(project, `round ${round}`);
      outcomes.add(`${choice.status} ${list.status}`);
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });
});
