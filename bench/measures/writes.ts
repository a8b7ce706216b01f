import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { commandsOf } from '../../test/support/commands.ts';
import { clientOf } from '../../test/support/database.ts';
import { median } from '../results.ts';
import { write } from '../seed/api.ts';
import { newSite } from '../seed/site.ts';
import type { Stage } from '../stage.ts';

interface Target {
  url: string;
  token: string;
}

const path = '/v1/content/page/entries';
/** Parallel writers. */
const together = 8;
/** Creates per writer in one turn. */
const turnLength = 5;

/**
 * Compares a create with a reference and `publish: true` with a handler that checks the key and stores one document,
 * for one writer and for eight. Both alternate and reverse their order after each round.
 */
export async function measureWrites(stage: Stage) {
  const { app, galley, naiveWriter, sizes } = stage;
  const { token } = await newSite(app, 0);
  const author = await seedTypes({ url: galley.url, token });
  const body = (i: number) => ({ values: { title: `Page ${i}`, author }, publish: true });
  const ratios: Record<string, number> = {};
  const medians: Record<string, number> = {};
  for (const [name, writers] of [['one', 1] as const, ['eight', together] as const]) {
    const turn = ({ url }: { url: string }) => msOfTurn({ url, token }, writers, body);
    await turn(galley);
    await turn(naiveWriter);
    const found: { service: number; floor: number }[] = [];
    for (let round = 0; round < sizes.writeRounds; round += 1) {
      const isFirst = round % 2 === 0;
      const before = isFirst ? await turn(galley) : 0;
      const floor = await turn(naiveWriter);
      found.push({ floor, service: isFirst ? before : await turn(galley) });
    }
    ratios[`create_vs_floor${writers === 1 ? '' : '_of_eight'}`] = median(
      found.map(({ service, floor }) => service / floor),
    );
    medians[`create ${name}: service, ms`] = median(found.map(({ service }) => service));
    medians[`create ${name}: floor, ms`] = median(found.map(({ floor }) => floor));
  }
  ratios['create_commands'] = await commandsOfCreate(stage, token, body(0));
  return { ratios, medians };
}

async function seedTypes(target: Target): Promise<unknown> {
  const types = '/v1/schema/content-types';
  await write(target, 'PUT', [`${types}/author`, { fields: [{ key: 'name', type: 'string' }] }]);
  const reference = { key: 'author', type: 'reference', options: { content_type: 'author' } };
  await write(target, 'PUT', [`${types}/page`, { fields: [{ key: 'title', type: 'string' }, reference] }]);
  const author = { values: { name: 'Ada' }, publish: true };
  return (await write(target, 'POST', ['/v1/content/author/entries', author]))['id'];
}

/** Milliseconds per create with this number of parallel writers. */
async function msOfTurn(target: Target, writers: number, body: (i: number) => object): Promise<number> {
  const begunAt = performance.now();
  const each = async (writer: number) => {
    for (let i = 0; i < turnLength; i += 1)
      await write(target, 'POST', [path, body(writer * turnLength + i)]);
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => each(writer)));
  return (performance.now() - begunAt) / turnLength;
}

/** Database commands per create, counted in this process, which is idle otherwise. */
async function commandsOfCreate({ app }: Stage, token: string, body: object): Promise<number> {
  app.http.listen(0, '127.0.0.1');
  await once(app.http, 'listening');
  const url = `http://127.0.0.1:${(app.http.address() as AddressInfo).port}`;
  const create = () => write({ url, token }, 'POST', [path, body]);
  await create(); // warm-up: reads the types and records the use of the key
  const counts: number[] = [];
  for (let i = 0; i < 5; i += 1) counts.push((await commandsOf(clientOf(app.system), create)).length);
  app.http.close();
  return median(counts);
}
