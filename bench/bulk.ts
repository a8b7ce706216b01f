import { medianOf, msOf, openInstallation, report } from './installation.ts';

// Compares bulk requests of 100 creations with 100 single ones, in turn: `npm run bench:bulk`

const size = 100;
const warmUp = 1;
const rounds = 7;

const installation = await openInstallation();
try {
  const { send } = installation;
  const fields = [
    { key: 'title', type: 'string', required: true, options: { unique: true } },
    { key: 'text', type: 'text' },
    { key: 'next', type: 'reference', options: { content_type: 'page' } },
  ];
  await send('PUT', '/v1/schema/content-types/page', { fields });
  const path = '/v1/content/page/entries';
  const { id: next } = await send<{ id: string }>('POST', path, {
    values: { title: 'First' },
    publish: true,
  });

  let created = 0;
  const newBody = () => {
    created += 1;
    return { values: { title: `Page ${created}`, text: 'x'.repeat(1_000), next }, publish: true };
  };
  const newBodies = () => Array.from({ length: size }, newBody);
  const singles = async (bodies: object[]) => {
    for (const body of bodies) await send('POST', path, body);
  };
  const bulk = async (mode: string, bodies: object[]) => {
    const operations = bodies.map((body) => ({ method: 'POST', path, body }));
    const { counts } = await send<{ counts: { failed: number } }>('POST', '/v1/bulk', { mode, operations });
    if (counts.failed > 0) throw new Error(`${counts.failed} operations failed`);
  };

  const times = { single: [] as number[], each: [] as number[], all: [] as number[] };
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const [forSingle, forEach, forAll] = [newBodies(), newBodies(), newBodies()];
    const single = await msOf(() => singles(forSingle));
    const each = await msOf(() => bulk('each', forEach));
    const all = await msOf(() => bulk('all', forAll));
    if (round < warmUp) continue;
    times.single.push(single);
    times.each.push(each);
    times.all.push(all);
  }
  const single = medianOf(times.single);
  report([
    { figure: `${size} single creations, ms`, value: single },
    { figure: 'bulk with each, ms', value: medianOf(times.each) },
    { figure: 'bulk with all, ms', value: medianOf(times.all) },
    { figure: 'each against single', value: medianOf(times.each) / single, most: 0.7 },
    { figure: 'all against single', value: medianOf(times.all) / single, most: 0.35 },
  ]);
} finally {
  await installation.stop();
}
