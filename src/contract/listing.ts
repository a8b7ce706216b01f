import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';

/** A time in responses: RFC 3339, UTC, with milliseconds (specification: times). */
export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  'x-document': { format: 'date-time' },
});

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** The release that a response was read from. */
export const ReleaseRef = Type.Object(
  { id: Type.String(), name: Type.String(), default: Type.Boolean() },
  { $id: 'ReleaseRef', additionalProperties: false },
);

/**
 * Paging keys of every list (specification: envelope); at most one of `next_cursor` and `next_offset` is
 * set.
 */
export const pagingMeta = {
  limit: Type.Integer(),
  has_more: Type.Boolean(),
  next_cursor: Nullable(Type.String()),
  next_offset: Nullable(Type.Integer()),
};

/** Present with `count=true`. */
export const countMeta = {
  total: Type.Optional(Type.Integer()),
  total_is_capped: Type.Optional(Type.Boolean()),
};

/** Present in lists that were requested in a locale. */
export const localeMeta = {
  locale: Type.Optional(Type.String()),
  fallback: Type.Optional(Type.String()),
};

/** `meta` of lists of the built-in modules. */
export const ModuleMeta = Type.Object(
  {
    module: Type.String(),
    ...pagingMeta,
    ...countMeta,
    release_independent: Type.Literal(true),
    ...localeMeta,
  },
  { additionalProperties: false },
);

/** `meta` of all other lists except those of entries. */
export const ListMeta = Type.Object({ ...pagingMeta, ...countMeta }, { additionalProperties: false });

/** A warning of a write that succeeded. */
export const Warning = Type.Object(
  { code: Type.String(), message: Type.String(), param: Type.Optional(Type.String()) },
  { additionalProperties: true },
);

/** Keys that a write's response can add to the resource. */
export const WriteMeta = Type.Object(
  { warnings: Type.Optional(Type.Array(Warning)), dry_run: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);

/** Keys of an item of a module that was requested in a locale. */
export const termLocaleKeys = {
  locale: Type.Optional(Type.String()),
  locales: Type.Optional(Type.Array(Type.String())),
  fallbacks: Type.Optional(Type.Record(Type.String(), Type.String())),
  alternates: Type.Optional(
    Type.Array(
      Type.Object(
        { locale: Type.String(), url: Type.String(), slug: Type.String() },
        { additionalProperties: false },
      ),
    ),
  ),
};
export type TermLocaleKeys = Static<TObject<typeof termLocaleKeys>>;

export interface Paging {
  limit: number;
  has_more: boolean;
  next_cursor: string | null;
  next_offset: number | null;
}

/** The paging keys of a list that is returned whole. */
export function wholeList(count: number): Paging {
  return { limit: count, has_more: false, next_cursor: null, next_offset: null };
}
