import { type TSchema, Type } from '@sinclair/typebox';
import {
  Entry,
  EntryListOrValues,
  EntryMatch,
  type Field,
  fieldKindOf,
  ReadQuery,
  type TypeRecord,
  type TypesBySlug,
  WrittenEntry,
} from '../../content/index.ts';
import type { Route } from '../../core/http/index.ts';
import { typeRoutes } from '../describe/endpoints.ts';
import { typeForms } from '../describe/type-forms.ts';
import type { Surface } from '../../core/context/index.ts';
import { filterShape } from '../describe/type-shapes.ts';
import type { OperationSource } from './operations/operations.ts';
import { typeBodies } from './type-bodies.ts';

/**
 * The content endpoints of one type, at its own paths and with its own forms. Endpoints without forms of the type are
 * described once for all types, below `/v1/content/{type}`.
 */
export function typeOperations(surface: Surface, type: TypeRecord, types: TypesBySlug): OperationSource[] {
  const { values, list, entry, match, written } = typeForms(type, types);
  const responses = new Map<TSchema | null, TSchema>([
    [EntryListOrValues, type.kind === 'singleton' ? values : list],
    [Entry, entry],
    [EntryMatch, match],
    [WrittenEntry, written],
  ]);
  const bodies = typeBodies(type, types);
  return typeRoutes(surface, type).flatMap(({ route, path }) => {
    const output = responses.get(route.output);
    const { body } = route.input;
    if (output === undefined) return [];
    return [
      {
        route: route.output === EntryListOrValues && type.kind === 'singleton' ? asRead(route) : route,
        path,
        tag: tagOfType(type),
        body: body === undefined ? undefined : (bodies.get(body) ?? body),
        output,
        filters: filtersOf(type, route),
      },
    ];
  });
}

export function tagOfType({ slug }: Pick<TypeRecord, 'slug'>): string {
  return `content/${slug}`;
}

/** A singleton has no list parameters. */
function asRead(route: Route): Route {
  return { ...route, filters: false, input: { ...route.input, query: ReadQuery } };
}

/** The fields by whose values a list or a look-up can be filtered, with the forms of the values. */
function filtersOf({ fields, kind }: TypeRecord, { output }: Route): Record<string, TSchema> {
  const isList = output === EntryListOrValues && kind === 'collection';
  return Object.fromEntries(
    fields
      .filter((field) => isList || (output === EntryMatch && field.options.unique === true))
      .filter((field) => fieldKindOf(field).operators.includes('eq'))
      .map((field) => [field.key, filterOf(field)]),
  );
}

/** A filter by a choice that doesn't exist matches no entry, so that a removed choice breaks no site. */
function filterOf(field: Field): TSchema {
  const { type } = filterShape(field, 'eq');
  if (field.type === 'date') return { ...filterShape(field, 'eq'), $id: 'DateFilter' };
  return type === 'number' ? Type.Number() : type === 'boolean' ? Type.Boolean() : Type.String();
}
