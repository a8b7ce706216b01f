/** The forms of one content type, as `galley types` and `GET /v1/types.d.ts` write them. */
export interface TypeForms {
  kind: 'collection' | 'singleton';
  /** As reads serve its values. */
  values: object;
  /** As a whole is written. */
  input: object;
  /** As changes are written; null clears a field. */
  changes: object;
  /** Filters and orders of lists; collections have them. */
  where?: object;
  sort?: string;
}

/** The content types of a project, by slug: the interface `ContentTypes` of the written file has this shape. */
export type ProjectTypes<T> = { readonly [S in keyof T]: TypeForms };

/** What is known of a project whose types were not given. */
export type AnyTypes = Readonly<Record<string, AnyForms>>;

interface AnyForms {
  kind: 'collection' | 'singleton';
  values: Record<string, unknown>;
  input: Record<string, unknown>;
  changes: Record<string, unknown>;
  where: Record<string, Value | Operators>;
  sort: string;
}

type Value = string | number | boolean | Date;

/** Operators that a filter can name; which of them a field takes is its type's business, and refused by name. */
interface Operators {
  eq?: Value;
  ne?: Value;
  gt?: Value;
  gte?: Value;
  lt?: Value;
  lte?: Value;
  in?: readonly Value[];
  contains?: string;
  starts_with?: string;
  near?: string;
  within?: string;
  is_null?: boolean;
}

/** The slugs of the types of a kind. */
export type Slug<T, K extends TypeForms['kind']> = {
  [S in keyof T]: T[S] extends { kind: infer Own } ? (K extends Own ? S : never) : never;
}[keyof T] &
  string;

/** One form of one type. */
export type Form<T, S extends keyof T, Name extends keyof TypeForms> =
  T[S] extends Readonly<Record<Name, infer F>> ? F : never;

/** Filters by field; all of them hold at once. A bare value means `eq`, null means empty. */
export type Where<T, S extends keyof T> = {
  readonly [Field in keyof Form<T, S, 'where'>]?: Form<T, S, 'where'>[Field] | null;
};
