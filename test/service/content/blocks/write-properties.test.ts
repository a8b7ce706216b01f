import { describe, expect, it } from 'vitest';
import { expectDone, publishEntry } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startService } from '../../../support/service.ts';
import { Chance, seeds } from '../../../support/blocks/chance.ts';
import {
  afterWrite,
  type Aim,
  canComeAgain,
  leftBy,
  type Sent,
  type Snapshots,
} from '../../../support/blocks/plain-model.ts';
import { allBlocks, defineRandom, randomDefinitions } from '../../../support/blocks/random-schema.ts';
import { RandomWrites } from '../../../support/blocks/random-writes.ts';

const service = await startService();
const writesOfRun = 8;

interface Read extends Snapshots {
  whole: unknown;
}

/** A page (PATCH) and a singleton (PUT) with definitions of chance, and how tests ask for what is stored. */
async function newScene(seed: number) {
  const chance = new Chance(seed);
  const project = await service.newProject();
  const definitions = randomDefinitions(chance);
  await defineRandom(project, definitions);
  const owner = await signedIn(service, project.id, 'owner');
  const writes = new RandomWrites(chance, definitions);
  const first = { sections: writes.newList() };
  const page = await publishEntry(project, 'page', first);
  expectDone(await project.secret.put('/v1/content/home', { values: first, publish: true }));
  const places = {
    page: { api: `/v1/content/page/${page}`, screen: `/projects/${project.id}/content/page/entries/${page}` },
    home: { api: '/v1/content/home', screen: `/projects/${project.id}/content/home/singleton` },
  };
  const read = async (place: keyof typeof places): Promise<Read> => {
    const { body } = await owner.send('GET', places[place].screen);
    return {
      draft: body.draft.sections ?? [],
      live: body.live === null ? null : (body.live.sections ?? []),
      whole: body,
    };
  };
  const told = async () => ({
    events: await project.events(),
    changes: (await project.secret.get('/v1/changes')).body.modules,
    page: await read('page'),
    home: await read('home'),
  });
  const write = async (place: keyof typeof places, aim: Aim, sections: unknown, isWhole: boolean) => {
    if (aim === 'draft') return owner.send('PATCH', places[place].screen, { values: { sections } });
    const body = { values: { sections }, ...(aim === 'publish' ? { publish: true } : {}) };
    return project.secret.send(isWhole ? 'PUT' : 'PATCH', places[place].api, { body });
  };
  return { chance, project, definitions, writes, places, read, told, write };
}

const refusals = ['block_not_allowed', 'blocks_too_deep', 'invalid_field_value'];

describe.each(seeds(1, 2))('definitions and writes of chance (seed %i)', (seed) => {
  it('leave draft and live as a plain model says, and the same write again changes nothing', async () => {
    const { chance, writes, read, told, write, definitions } = await newScene(seed);
    let accepted = 0;
    for (let n = 0; n < writesOfRun; n += 1) {
      const place = chance.one(['page', 'page', 'home'] as const);
      const isWhole = place === 'home' && chance.is(60);
      const aim = chance.one(
        isWhole ? (['both', 'publish'] as const) : (['both', 'both', 'draft', 'publish'] as const),
      );
      const before = await read(place);
      const lists = aim === 'both' ? [before.draft, before.live ?? []] : [before.draft];
      const sent: Sent =
        isWhole || chance.is(65) ? { list: writes.list(lists, isWhole) } : { parts: writes.parts(lists) };
      const body = 'list' in sent ? sent.list : sent.parts;
      const what = `${place} ${aim} ${isWhole ? 'PUT' : 'PATCH'} ${JSON.stringify(body)} on ${JSON.stringify(lists)}`;

      const answer = await write(place, aim, body, isWhole);

      const after = await read(place);
      if (answer.status >= 400) {
        expect(refusals, what).toContain(answer.body.error.code);
        expect(after, what).toEqual(before);
        continue;
      }
      accepted += 1;
      const { left, ...snapshots } = afterWrite({ sent, aim, isWhole, definitions }, before, after);
      expect({ draft: after.draft, live: after.live }, what).toEqual(snapshots);
      expect(leftBy(answer.body.meta?.warnings ?? []), what).toEqual(left);
      for (const list of [after.draft, after.live ?? []]) {
        const ids = allBlocks(list, definitions).map(({ id }) => id);
        expect(new Set(ids).size, what).toBe(ids.length);
      }
      if (!canComeAgain({ sent, aim, definitions }, after)) continue;
      const first = await told();
      const again = await write(place, aim, body, isWhole);
      expect([again.status, await told()], what).toEqual([200, first]);
    }
    expect(accepted).toBeGreaterThan(writesOfRun / 2);
  });

  it('give back what was read: into the same entry, and into another one', async () => {
    const { project, places, read, told, definitions } = await newScene(seed);
    const before = await told();
    const { values } = expectDone(await project.publishable.get(places.page.api));
    const { draft } = await read('page');

    expectDone(await project.secret.patch(places.page.api, { values }));
    expectDone(await project.secret.patch(places.page.api, { values: { sections: draft } }));
    expect(await told()).toEqual(before);
    const copy = await publishEntry(project, 'page', values);

    expect(expectDone(await project.publishable.get(`/v1/content/page/${copy}`)).values).toEqual(values);
    expect(allBlocks(draft, definitions).length).toBeGreaterThan(0);
  });
});
