import { type TSchema, Type } from '@sinclair/typebox';
import {
  CreateEntry,
  Entry,
  EntryListOrValues,
  EntryMatch,
  type Field,
  fieldKindOf,
  ListQuery,
  PatchEntry,
  PutEntry,
  ReadQuery,
  type TypeRecord,
  type TypesBySlug,
  WrittenEntry,
} from '../../content/index.ts';
import type { Operator } from '../../contract/fields/field-types.ts';
import type { Route } from '../../core/http/index.ts';
import { typeRoutes } from '../describe/endpoints.ts';
import { SchemaBook } from '../schema-book.ts';
import type { Surface } from '../../core/context/index.ts';
import { filterShape, shapesOf, sortsOf } from '../describe/type-shapes.ts';
import type { Parameter } from './form.ts';
import type { OperationSource } from './operations/operations.ts';
import { inDocuments } from './wording.ts';

/** The content endpoints of one type, at its own paths and with its own forms. */
export function typeOperations(surface: Surface, type: TypeRecord, types: TypesBySlug): OperationSource[] {
  const shapes = shapesOf(type, types);
  const typeForms = new Map<TSchema, TSchema>([
    [EntryListOrValues, type.kind === 'singleton' ? shapes.values : shapes.list],
    [Entry, shapes.entry],
    [EntryMatch, shapes.match],
    [WrittenEntry, shapes.written],
    [CreateEntry, shapes.create],
    [PutEntry, shapes.create],
    [PatchEntry, shapes.patch],
  ]);
  return typeRoutes(surface, type).map(({ route, path }) => {
    const { body } = route.input;
    const isList = route.output === EntryListOrValues && type.kind === 'collection';
    const filters = isList
      ? filtersOf(type.fields)
      : route.output === EntryMatch
        ? uniqueFiltersOf(type)
        : undefined;
    return {
      route: route.output === EntryListOrValues ? withOwnQuery(route, type) : route,
      path,
      tag: tagOfType(type),
      body: body === undefined ? undefined : (typeForms.get(body) ?? body),
      output: route.output === null ? null : (typeForms.get(route.output) ?? route.output),
      ...(filters === undefined ? {} : { filters }),
    };
  });
}

export function tagOfType({ slug }: Pick<TypeRecord, 'slug'>): string {
  return `content/${slug}`;
}

/** A singleton has no list parameters. A collection can be sorted by its own fields. */
function withOwnQuery(route: Route, type: TypeRecord): Route {
  if (type.kind === 'singleton')
    return { ...route, filters: false, input: { ...route.input, query: ReadQuery } };
  const sort = Type.Optional(Type.String({ enum: sortsOf(type) }));
  return { ...route, input: { ...route.input, query: Type.Object({ ...ListQuery.properties, sort }) } };
}

function filterMeaning({ label, type }: Field, operator: Operator): string {
  const isSelectValue = type === 'select' && operator !== 'is_null';
  return isSelectValue
    ? `${label}: ${operator}. A value that is not a choice matches no entry.`
    : `${label}: ${operator}`;
}

/** The filters of look-ups, of which a request sends one. */
function uniqueFiltersOf({ fields }: TypeRecord): Parameter[] {
  const uniqueFields = fields.filter(({ options }) => options.unique === true);
  return uniqueFields.flatMap((field) =>
    filtersOf([field]).filter(({ name }) => name === `where[${field.key}]`),
  );
}

/** `where[price]` for equality, `where[price][gte]` for each other operator of the field's type. */
function filtersOf(fields: readonly Field[]): Parameter[] {
  const book = new SchemaBook('', inDocuments);
  return fields.flatMap((field) =>
    fieldKindOf(field).operators.map((operator) => ({
      name: operator === 'eq' ? `where[${field.key}]` : `where[${field.key}][${operator}]`,
      in: 'query' as const,
      description: filterMeaning(field, operator),
      ...(operator === 'in' ? { style: 'form', explode: false } : {}),
      schema: book.add(filterShape(field, operator)),
    })),
  );
}
