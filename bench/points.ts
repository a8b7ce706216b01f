import { type Installation, medianOf, msOf, openInstallation, report } from './installation.ts';
import { shuffled } from './seed/bulk.ts';
import { storeEntries } from './seed/entries.ts';

// Compares filters on map points with a number range with equally many matches: 90 of 100,000 entries, spread over a
// continent. Each request uses another area, so nothing is cached. `npm run bench:points`

const entries = 100_000;
const matches = 90; // below the page size of 100, because the number of entries in a rectangle varies slightly
const warmUp = 20;
const rounds = 200;

/** A rectangle as large as Europe, in degrees. */
const continent = { south: 36, west: -10, height: 24, width: 40 };
const meterPerDegree = 111_195;
/** Columns and rows of the grid of entries. */
const perSide = Math.sqrt(entries);

function pointOf(i: number): { lat: number; lng: number } {
  const place = shuffled(i, entries);
  const [row, column] = [Math.floor(place / perSide), place % perSide];
  return {
    lat: continent.south + (row / perSide) * continent.height,
    lng: continent.west + (column / perSide) * continent.width,
  };
}

function fill(installation: Installation): Promise<void> {
  return storeEntries(installation, {
    slug: 'shop',
    fields: [
      { key: 'name', type: 'string' },
      { key: 'size', type: 'number' },
      { key: 'place', type: 'geo_point' },
    ],
    count: entries,
    publish: true,
    valuesOf: (i) => ({ name: `Shop ${i}`, size: shuffled(i, entries), place: pointOf(i) }),
  });
}

/** Queries that each match about 100 entries, in a different area for each number. */
const queries = {
  range(i: number) {
    const from = shuffled(i, entries - matches);
    return `where[size][gte]=${from}&where[size][lt]=${from + matches}`;
  },
  within(i: number) {
    const { south, west, north, east } = boxOf(i);
    return `where[place][within]=${south},${west},${north},${east}`;
  },
  near(i: number) {
    const { south, west, north, east } = boxOf(i);
    const lat = (south + north) / 2;
    // A circle with the area of the rectangle.
    const width = (east - west) * Math.cos((lat * Math.PI) / 180);
    const meters = Math.sqrt(((north - south) * width) / Math.PI) * meterPerDegree;
    return `where[place][near]=${lat},${(west + east) / 2},${Math.round(meters)}`;
  },
};

function boxOf(i: number) {
  const share = Math.sqrt(matches / entries);
  const [height, width] = [continent.height * share, continent.width * share];
  const south = continent.south + (shuffled(i, 97) / 97) * (continent.height - height);
  const west = continent.west + (shuffled(i, 89) / 89) * (continent.width - width);
  return { south, west, north: south + height, east: west + width };
}

const installation = await openInstallation();
try {
  await fill(installation);
  const times = { range: [] as number[], within: [] as number[], near: [] as number[] };
  const totals = { range: [] as number[], within: [] as number[], near: [] as number[] };
  const names = Object.keys(queries) as (keyof typeof queries)[];
  for (let i = 0; i < warmUp + rounds; i += 1)
    for (const name of names) {
      let total = 0;
      const ms = await msOf(async () => {
        const path = `/v1/content/shop?limit=${matches}&${queries[name](i)}`;
        total = (await installation.send<{ data: unknown[] }>('GET', path)).data.length;
      });
      if (i < warmUp) continue;
      times[name].push(ms);
      totals[name].push(total);
    }
  report([
    { figure: 'matches of a number range', value: medianOf(totals.range) },
    { figure: 'matches of a rectangle', value: medianOf(totals.within) },
    { figure: 'matches of a circle', value: medianOf(totals.near) },
    { figure: 'number range, ms', value: medianOf(times.range) },
    {
      figure: 'rectangle against number range',
      value: medianOf(times.within) / medianOf(times.range),
      most: 3,
    },
    { figure: 'circle against number range', value: medianOf(times.near) / medianOf(times.range), most: 3 },
  ]);
} finally {
  await installation.stop();
}
