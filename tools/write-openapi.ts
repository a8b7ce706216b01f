// Writes the OpenAPI documents that `npm run check:openapi` lints, for the API in general and for a project with the
// content types of the demo. Needs no database. The general one is committed as docs/openapi.json, so that API changes
// appear in reviews.
import { withBlocks } from '../src/content/types/types-by-slug.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readDefinition } from '../src/content/fields/definition.ts';
import { openApiDocument } from '../src/introspection/openapi/document.ts';
import { assemble } from '../src/server/assembly.ts';
import { features } from '../src/server/features.ts';
import type { TypeRecord } from '../src/content/types/schema.ts';

const seeds = 'seeds/custom';
const folder = 'node_modules/.cache/openapi';
const baseUrl = 'http://localhost:3000';

interface Definition {
  name: string;
  description: string;
  kind: TypeRecord['kind'];
  fields: unknown[];
}

const stored = {
  display_field: null,
  removed: [],
  is_settled: true,
  revision: 1,
  created_at: new Date(0),
  updated_at: new Date(0),
};

function readSeeds(kind: 'types' | 'blocks') {
  return readdirSync(`${seeds}/${kind}`).map((file) => {
    const definition = JSON.parse(readFileSync(`${seeds}/${kind}/${file}`, 'utf8')) as Definition;
    const slug = file.replace(/\.json$/, '');
    const fields = definition.fields.map((field, i) => readDefinition(field, `fields[${i}]`));
    return { ...definition, ...stored, _id: slug, slug, fields };
  });
}

const types = readSeeds('types').map((type): TypeRecord => ({
  ...type,
  subtitle_field: null,
  sort_slots: [],
}));

mkdirSync(folder, { recursive: true });
const { surface } = assemble(features);
const documents = {
  general: await openApiDocument(surface, { baseUrl, project: null, types: withBlocks([], []) }),
  project: await openApiDocument(surface, {
    baseUrl,
    project: 'Demo',
    types: withBlocks(types, readSeeds('blocks')),
  }),
};
for (const [name, document] of Object.entries(documents))
  writeFileSync(`${folder}/${name}.json`, JSON.stringify(document, null, 2));

const kept = 'docs/openapi.json';
const text = `${JSON.stringify(documents.general, null, 2)}\n`;
if (!existsSync(kept) || readFileSync(kept, 'utf8') !== text) {
  writeFileSync(kept, text);
  process.stderr.write(
    `${kept} was not what the service serves. It was written again: review its diff and commit it.\n`,
  );
  process.exitCode = 1;
}
