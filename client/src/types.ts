/** The forms of one content type: as reads serve its values, as a whole is written, as changes are written. */
interface Forms {
  values: object;
  create: object;
  patch: object;
}

/**
 * The content types of a project, by slug. `galley types` and `GET /v1/types.d.ts` write an interface `Types` of this
 * shape; `createClient<Types>()` then knows every field.
 */
export interface ProjectTypes {
  collections: Readonly<Record<string, Forms>>;
  singletons: Readonly<Record<string, Forms>>;
}

/** What is known of a project whose types were not given. */
export interface AnyTypes {
  collections: Readonly<Record<string, AnyForms>>;
  singletons: Readonly<Record<string, AnyForms>>;
}

interface AnyForms {
  values: Record<string, unknown>;
  create: Record<string, unknown>;
  patch: Record<string, unknown>;
}

/** Operators that a filter can name; which of them a field takes is its type's business, and refused by name. */
interface Operators<T> {
  eq?: T;
  ne?: T;
  gt?: T;
  gte?: T;
  lt?: T;
  lte?: T;
  in?: readonly T[];
  contains?: string;
  starts_with?: string;
  is_null?: boolean;
}

/** What a field's value is compared with: a reference, link or picture by its id. */
type Compared<V> = unknown extends V
  ? string | number | boolean | Date
  : V extends string
    ? V | Date
    : V extends number | boolean
      ? V
      : string;

/** Filters by field; all of them hold at once. A bare value means `eq`, null means empty. */
export type Where<V> = {
  readonly [K in keyof V]?: Compared<NonNullable<V[K]>> | Operators<Compared<NonNullable<V[K]>>> | null;
};

type SortKey<V> = (keyof V & string) | 'created_at' | 'published_at' | 'updated_at';
/** A field or a time, with `-` in front for descending. */
export type Sort<V> = SortKey<V> | `-${SortKey<V>}`;
