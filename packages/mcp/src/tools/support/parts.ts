import type { Json } from '../../api.ts';
import { resultBytesMax } from '../../protocol/fitting.ts';
import { builtInTypes, typeName } from '../../item-resource.ts';

interface Field {
  key: string;
  type: string;
  label?: string;
  options?: { required?: boolean; show_if?: unknown; content_type?: string; target?: string };
}

interface Definition {
  slug: string;
  name?: string;
  kind?: string;
  groups?: Json[];
  fields: Field[];
}

/** The parts of `GET /v1/introspection` that are returned. */
export interface Introspection {
  project: Json;
  release: Json;
  releases?: Json[];
  locales?: Json[];
  content_types: Definition[];
  blocks?: Definition[];
  modules: Readonly<Record<string, { fields: Readonly<Record<string, unknown>> }>>;
  rich_text: Json;
  conventions: Readonly<Record<string, unknown>>;
  relations: unknown;
  limits: Json;
}

/** The resource of a module that describes a built-in type. */
const builtInResources: Readonly<Record<string, [module: string, resource: string]>> = {
  blog_article: ['blog', 'article'],
  blog_category: ['blog', 'category'],
  author: ['authors', 'author'],
  kb_article: ['kb', 'article'],
  kb_collection: ['kb', 'collection'],
  kb_section: ['kb', 'section'],
};

/** The parts of a description by their names, each built on demand. */
export function partsOf(introspection: Introspection): Record<string, () => object> {
  const {
    content_types: types,
    blocks = [],
    modules,
    conventions,
    limits,
    relations,
    rich_text,
  } = introspection;
  const builtIn = builtInTypes.map((name) => [name, () => builtInPart(name, modules)] as const);
  return {
    types: () => ({ types: types.map(summarize) }),
    blocks: () => ({ blocks: blocks.map(summarize) }),
    ...Object.fromEntries(builtIn),
    rich_text: () => rich_text,
    conventions: () => withoutCodes(conventions),
    relations: () => ({ relations }),
    limits: () => limits,
    ...Object.fromEntries(blocks.map((block) => [`block:${block.slug}`, () => definitionPart(block)])),
    ...Object.fromEntries(types.map((type) => [typeName(type.slug), () => definitionPart(type)])),
  };
}

/** The project in short, and the names of the parts. */
export function overviewOf(introspection: Introspection, parts: readonly string[]): Json {
  const { project, release, releases, locales, content_types: types, blocks = [] } = introspection;
  const overview = {
    ...{ project, release, releases, locales },
    types: types.map(summarize),
    blocks: blocks.map(({ slug }) => slug),
    built_in_types: builtInTypes,
    more: `describe {"of": "${parts.at(-1) ?? 'types'}"} returns one part in full. Parts: types, blocks, ${builtInTypes.join(', ')}, rich_text, conventions, relations, limits, each type by its name and each block as block:<slug>.`,
  };
  if (Buffer.byteLength(JSON.stringify(overview)) <= resultBytesMax) return overview;
  return {
    ...overview,
    types: types.map(({ slug, kind }) => `${typeName(slug)} (${kind ?? ''})`),
    releases: undefined,
  };
}

/** The keys and types of a definition in one line. */
function summarize({ slug, name, kind, fields }: Definition): Json {
  const keys = fields.map(
    ({ key, type, options }) =>
      `${key}: ${type}${options?.required === true && options.show_if === undefined ? '*' : ''}`,
  );
  return { type: typeName(slug), name, kind, fields: keys.join(', ') };
}

function definitionPart({ slug, name, kind, groups, fields, ...rest }: Definition): object {
  const { display_field } = rest as { display_field?: string };
  return { type: typeName(slug), name, kind, display_field, groups, fields };
}

function builtInPart(name: string, modules: Introspection['modules']): object {
  const [module = '', resource = ''] = builtInResources[name] ?? [];
  return { type: name, module, fields: modules[module]?.fields[resource] ?? {} };
}

/** Omits the list of error codes, because each error explains its own code. */
function withoutCodes({ errors, ...rest }: Introspection['conventions']): object {
  return { ...rest, errors: { ...(errors as object), codes: undefined } };
}
