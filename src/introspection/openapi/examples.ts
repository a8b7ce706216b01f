import { exampleId, type IdKind, idPattern, idPrefixes, kindOfId } from '../../contract/ids.ts';
import type { JsonSchema } from '../schema-book.ts';

type Definitions = Readonly<Record<string, JsonSchema>>;

const moment = '2026-11-20T09:30:00.000Z';

/** Example texts by key, so that examples look like content. */
const texts: Readonly<Record<string, string>> = {
  title: 'Flying in light winds',
  name: 'Ada Fenwick',
  label: 'Portfolio',
  excerpt: 'How to keep a kite up when the leaves hardly move.',
  description: 'How to keep a kite up when the leaves hardly move.',
  bio: 'Builds and repairs kites.',
  job_title: 'Kite maker',
  slug: 'flying-in-light-winds',
  alt: 'A red kite over a beach',
  file_name: 'red-kite.jpg',
  content_type: 'image/jpeg',
  placeholder: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  url: 'https://media.example.org/red-kite.jpg',
  canonical_url: 'https://kites.example.org/light-winds',
  upload_url: 'https://storage.example.org/red-kite.jpg?X-Amz-Signature=...',
  html: '<p>Wait for the gust.</p>',
  plain: 'Wait for the gust.',
  text: 'Wait for the gust.',
  tags: 'beginners',
  module: 'blog',
  status: 'published',
  display_field: 'title',
  subtitle_field: 'slug',
};

/** Kinds of IDs, by the name of the schema or key that contains the ID. */
const ofIds: Readonly<Record<string, IdKind>> = {
  Image: 'media',
  avatar: 'media',
  image: 'media',
  Link: 'author',
  authors: 'author',
  categories: 'blog_category',
  collection: 'kb_collection',
  section: 'kb_section',
  sections: 'kb_section',
  ReleaseRef: 'release',
  from: 'release',
  cloned_from: 'release',
  project: 'project',
  key: 'key',
  media: 'media',
  avatar_id: 'media',
  image_id: 'media',
  og_image_id: 'media',
  featured_image_id: 'media',
};

/** Example values for schemas without rules, by key. */
const open: Readonly<Record<string, object | string>> = {
  published_at: moment,
};

const openObjects: Readonly<Record<string, object>> = {
  values: { title: 'Flying in light winds' },
  options: { required: true },
};

/**
 * Creates an example that fits a schema. Equal schemas have equal examples.
 *
 * @param includesOptional whether the example contains optional keys, as in bodies.
 */
export function exampleOf(schema: JsonSchema, definitions: Definitions, includesOptional: boolean): unknown {
  return example(schema, { definitions, includesOptional, key: '', owner: '' });
}

interface ExampleContext {
  definitions: Definitions;
  includesOptional: boolean;
  /** The key of the value, and the schema or key that contains it. */
  key: string;
  owner: string;
}

function example(schema: JsonSchema, context: ExampleContext): unknown {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = reference.slice(reference.lastIndexOf('/') + 1);
    return example(context.definitions[name] ?? {}, { ...context, owner: name });
  }
  if ('const' in schema) return schema['const'];
  const [givenExample] = (schema['examples'] as unknown[] | undefined) ?? [];
  if (givenExample !== undefined) return givenExample;
  const [choice] = (schema['enum'] as unknown[] | undefined) ?? [];
  if (choice !== undefined) return choice;
  const options = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (options !== undefined)
    return example(options.find((option) => option['type'] !== 'null') ?? {}, context);
  const types = [schema['type']].flat().filter((type) => type !== 'null');
  switch (types[0]) {
    case 'object':
      return exampleObject(schema, context);
    case 'array':
      return exampleList((schema['items'] as JsonSchema | undefined) ?? {}, context);
    case 'string':
      return exampleText(schema, context);
    case 'integer':
    case 'number':
      return exampleNumber(schema, context.key);
    case 'boolean':
      return true;
    default:
      return open[context.key] ?? {};
  }
}

function exampleList(items: JsonSchema, context: ExampleContext): unknown[] {
  return [example(items, { ...context, owner: context.key })];
}

function exampleObject(schema: JsonSchema, context: ExampleContext): unknown {
  const properties = (schema['properties'] as Definitions | undefined) ?? {};
  const required = (schema['required'] as string[] | undefined) ?? [];
  if (schema['properties'] === undefined) return openObjects[context.key] ?? {};
  const owner = context.owner || context.key;
  const isChange = 'minProperties' in schema;
  const entries = Object.entries(properties)
    .filter(([key]) => context.includesOptional || required.includes(key))
    .map(
      ([key, value]) => [key, example(value, { ...context, key, owner: key === 'id' ? owner : '' })] as const,
    )
    .filter(
      ([key, value]) =>
        !context.includesOptional || required.includes(key) || canBeSent(key, value, isChange),
    );
  return Object.fromEntries(entries);
}

const neverInExamples: ReadonlySet<string> = new Set([
  'publish_at',
  'unpublish_at',
  'locales',
  'publish_shared',
  'translated_from',
]);

/**
 * Whether a request with the value can succeed in every project. IDs of examples don't exist, a slug can be final, only
 * live items accept a scheduled change or an end date, and a project can have one locale.
 */
function canBeSent(key: string, value: unknown, isChange: boolean): boolean {
  if ((isChange && key === 'slug') || neverInExamples.has(key)) return false;
  return ![value].flat().some((item) => typeof item === 'string' && kindOfId(item) !== null);
}

/** The kinds of IDs. Each has its own pattern. */
const idKinds = Object.keys(idPrefixes) as IdKind[];

function kindByName(key: string, owner: string): IdKind | null | undefined {
  return key === 'id' || key === '' ? kindOf(owner) : ofIds[key];
}

function exampleText(schema: JsonSchema, { key, owner }: ExampleContext): string {
  const pattern = schema['pattern'];
  if (typeof pattern === 'string' && pattern.startsWith('^\\d{4}-')) return moment;
  const kind = idKinds.find((idKind) => pattern === idPattern(idKind)) ?? kindByName(key, owner);
  if (kind !== null && kind !== undefined) return exampleId(kind);
  if (/_at$|_for$|^time$|_change$/.test(key)) return moment;
  const title = typeof schema['title'] === 'string' ? schema['title'] : titleOfKey(key || owner || 'text');
  const text = texts[key] ?? texts[owner] ?? title;
  const minLength = Number(schema['minLength'] ?? 0);
  return text.padEnd(minLength, '.').slice(0, Number(schema['maxLength'] ?? text.length + minLength));
}

/** `WrittenBlogArticle` contains the ID of a blog article. */
function kindOf(owner: string): IdKind | null {
  const knownKind = ofIds[owner];
  if (knownKind !== undefined) return knownKind;
  const baseName = owner.replace(/^(Written|Listed|Create|Change)(?=[A-Z])/, '');
  const snake = baseName.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  const kinds = Object.keys(idPrefixes) as IdKind[];
  if (owner === 'Referrer') return 'entry';
  return kinds.find((kind) => snake === kind || snake === `${kind}_asset`) ?? null;
}

function exampleNumber(schema: JsonSchema, key: string): number {
  const usual = { limit: 20, width: 1600, height: 900, size_bytes: 284_113, word_count: 412 }[key] ?? 1;
  const minimum = Number(schema['minimum'] ?? usual);
  return Math.min(Math.max(usual, minimum), Number(schema['maximum'] ?? Infinity));
}

function titleOfKey(key: string): string {
  const text = key.replace(/[_.-]+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
