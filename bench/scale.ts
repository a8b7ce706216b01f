import { measureEntries } from './scale/entries.ts';
import { measureProjects } from './scale/projects.ts';
import { measureStreams } from './scale/streams.ts';
import { measureTypes } from './scale/types.ts';
import { measureWebhooks } from './scale/webhooks.ts';

// How much slower the service gets as one thing grows: `npm run bench:scale` measures all; `-- types streams` some of
// them; `-- entries 1000000` up to this number of entries. Each is measured in an installation of its own.

const parts: Record<string, (most: number) => Promise<void>> = {
  entries: measureEntries,
  types: measureTypes,
  projects: measureProjects,
  webhooks: measureWebhooks,
  streams: measureStreams,
};

const words = process.argv.slice(2);
const most = Number(words.find((word) => /^\d+$/.test(word)) ?? 100_000);
const names = words.filter((word) => !/^\d+$/.test(word));
for (const name of names.length === 0 ? Object.keys(parts) : names) {
  const measure = parts[name];
  if (measure === undefined) throw new Error(`No part "${name}". Use: ${Object.keys(parts).join(', ')}.`);
  console.log(`== ${name}`);
  await measure(most);
}
