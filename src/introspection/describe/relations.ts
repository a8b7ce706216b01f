import type { Field, TypeRecord } from '../../content/index.ts';
import type { Resource, Surface } from '../../core/context/index.ts';
import type { DescribedDefinitions } from './load-types.ts';

/** A field that contains ids. `from` and `to` are slugs of content types, or built-in kinds. */
export interface Relation {
  from: string;
  field: string;
  to: string;
  many: boolean;
}

/** Returns the fields of the project that contain ids (specification: introspection), without ids in rich text. */
export function relationsOf({ modules }: Surface, definitions: DescribedDefinitions): Relation[] {
  const resources = Object.values(modules).flatMap((resourcesOfModule) => Object.values(resourcesOfModule));
  const blocks = definitions.blocks.map(({ slug, fields }) => ({ slug: `block/${slug}`, fields }));
  return [...[...definitions.types, ...blocks].flatMap(ofType), ...resources.flatMap(ofResource)];
}

function ofType(type: Pick<TypeRecord, 'slug' | 'fields'>): Relation[] {
  return type.fields.flatMap((field) => {
    if (field.type === 'blocks')
      return (field.options.blocks ?? []).map((block) => ({
        ...{ from: type.slug, field: field.key },
        ...{ to: `block/${block}`, many: true },
      }));
    const to = targetOf(field);
    if (to === null) return [];
    const many = field.type === 'gallery' || field.type.endsWith('_list');
    return [{ from: type.slug, field: field.key, to, many }];
  });
}

function targetOf({ type, options }: Field): string | null {
  if (type === 'image' || type === 'gallery') return 'media';
  return options.target ?? options.content_type ?? null;
}

function ofResource({ kind, links, written }: Resource): Relation[] {
  return Object.entries(links).map(([field, to]) => {
    const types: unknown = written?.properties[field]?.['type'];
    return { from: kind, field, to, many: Array.isArray(types) && types.includes('array') };
  });
}
