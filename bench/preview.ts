import { type Installation, medianOf, msOf, openInstallation, report } from './installation.ts';

// Compares lists in previews with the same list of /v1 without response caching: 20 of 10,000 entries, newest first, as
// drafts and at a later time. Half of the later reads have 100 scheduled changes to apply. `npm run bench:preview`

const entries = 10_000;
const changedCount = 100;
const warmUp = 10;
const rounds = 60;
const dayMs = 24 * 60 * 60 * 1000;

async function schedule({ send }: Installation): Promise<void> {
  const { data } = await send<{ data: { id: string }[] }>('GET', `/v1/content/page?limit=${changedCount}`);
  const publish_at = new Date(Date.now() + dayMs).toISOString();
  for (const { id } of data)
    await send('PATCH', `/v1/content/page/${id}`, { values: { title: 'Later' }, publish_at });
}

async function measure(installation: Installation): Promise<void> {
  const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  const list = '/v1/content/page?limit=20';
  const paths = [list, `/preview${list}`, `/preview${list}&at=${at(0.5)}`, `/preview${list}&at=${at(2)}`];
  const times = paths.map(() => [] as number[]);
  for (let round = -warmUp; round < rounds; round++) {
    for (const [i, path] of paths.entries()) {
      const ms = await msOf(() => installation.send('GET', path));
      if (round >= 0) times[i]?.push(ms);
    }
  }
  const medians = times.map(medianOf);
  const [plain = NaN, drafts = NaN, before = NaN, after = NaN] = medians;
  report([
    { figure: 'as /v1, ms', value: plain },
    { figure: 'drafts, ms', value: drafts, most: 100 },
    { figure: 'at a time without changes against /v1', value: before / plain, most: 3 },
    { figure: `at a time with ${changedCount} changes against /v1`, value: after / plain, most: 3 },
  ]);
}

const installation = await openInstallation({ READ_CACHE_BYTES: '1024' });
try {
  await installation.fill(entries);
  await schedule(installation);
  await measure(installation);
} finally {
  await installation.stop();
}
