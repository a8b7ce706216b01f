import type { Json } from '../../api.ts';
import { resultBytesMax } from '../../protocol/fitting.ts';
import { builtInTypes, typeNameOf } from '../../item-resource.ts';

interface Field {
  key: string;
  type: string;
  label?: string;
  options?: { required?: boolean; content_type?: string; target?: string };
}

interface Described {
  slug: string;
  name?: string;
  kind?: string;
  fields: Field[];
}

/** The parts of `GET /v1/introspection` that are returned. */
export interface Introspection {
  project: Json;
  release: Json;
  releases?: Json[];
  content_types: Described[];
  blocks?: Described[];
  modules: Readonly<Record<string, { fields: Readonly<Record<string, unknown>> }>>;
  rich_text: Json;
  conventions: Readonly<Record<string, unknown>>;
  relations: unknown;
  limits: Json;
}

/** Under which resource of which module introspection has a built-in type. */
const resourceOf: Readonly<Record<string, [module: string, resource: string]>> = {
  blog_article: ['blog', 'article'],
  blog_category: ['blog', 'category'],
  author: ['authors', 'author'],
  kb_article: ['kb', 'article'],
  kb_collection: ['kb', 'collection'],
  kb_section: ['kb', 'section'],
};

/** The parts of a description by their names; each is made when it is asked for. */
export function partsOf(described: Introspection): Record<string, () => object> {
  const { content_types: types, blocks = [], modules, conventions, limits, relations, rich_text } = described;
  const builtIn = builtInTypes.map((name) => [name, () => builtInPart(name, modules)] as const);
  return {
    types: () => ({ types: types.map(lineOf) }),
    blocks: () => ({ blocks: blocks.map(lineOf) }),
    ...Object.fromEntries(builtIn),
    rich_text: () => rich_text,
    conventions: () => withoutCodes(conventions),
    relations: () => ({ relations }),
    limits: () => limits,
    ...Object.fromEntries(blocks.map((block) => [`block:${block.slug}`, () => shapeOf(block)])),
    ...Object.fromEntries(types.map((type) => [typeNameOf(type.slug), () => shapeOf(type)])),
  };
}

/** The project in short, and how to go on. */
export function overviewOf(described: Introspection, parts: readonly string[]): Json {
  const { project, release, releases, content_types: types, blocks = [] } = described;
  const lines = types.map(lineOf);
  const told = {
    ...{ project, release, releases },
    types: lines,
    blocks: blocks.map(({ slug }) => slug),
    built_in_types: builtInTypes,
    more: `describe {"of": "${parts.at(-1) ?? 'types'}"} tells all of one part. Parts: types, blocks, ${builtInTypes.join(', ')}, rich_text, conventions, relations, limits, each type by its name and each block as block:<slug>.`,
  };
  if (Buffer.byteLength(JSON.stringify(told)) <= resultBytesMax) return told;
  return {
    ...told,
    types: types.map(({ slug, kind }) => `${typeNameOf(slug)} (${kind ?? ''})`),
    releases: undefined,
  };
}

/** One line: enough to choose by. */
function lineOf({ slug, name, kind, fields }: Described): Json {
  const keys = fields.map(
    ({ key, type, options }) => `${key}: ${type}${options?.required === true ? '*' : ''}`,
  );
  return { type: typeNameOf(slug), name, kind, fields: keys.join(', ') };
}

function shapeOf({ slug, name, kind, fields, ...rest }: Described): object {
  const { display_field } = rest as { display_field?: string };
  return { type: typeNameOf(slug), name, kind, display_field, fields };
}

function builtInPart(name: string, modules: Introspection['modules']): object {
  const [module = '', resource = ''] = resourceOf[name] ?? [];
  return { type: name, module, fields: modules[module]?.fields[resource] ?? {} };
}

/** The codes explain themselves where they occur. */
function withoutCodes({ errors, ...rest }: Introspection['conventions']): object {
  return { ...rest, errors: { ...(errors as object), codes: undefined } };
}
