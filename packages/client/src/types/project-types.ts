/** The forms of one content type, as `galley types` and `GET /v1/types.d.ts` write them. */
export interface TypeForms {
  kind: 'collection' | 'singleton';
  /** Values in reads. */
  values: object;
  /** Values of a creation or replacement. */
  input: object;
  /** Values of a change; null clears a field. */
  changes: object;
  /** Filters and sort orders of lists, for collections. */
  where?: object;
  sort?: string;
}

/** The content types of a project by slug. The generated interface `ContentTypes` has this shape. */
export type ProjectTypes<T> = { readonly [S in keyof T]: TypeForms };

/** The types of a project without generated types. */
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

/** All filter operators. The service rejects those that the field type doesn't support. */
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

/** The slugs of all types of a kind. */
export type Slug<T, K extends TypeForms['kind']> = {
  [S in keyof T]: T[S] extends { kind: infer Own } ? (K extends Own ? S : never) : never;
}[keyof T] &
  string;

/** One form of one type. */
export type Form<T, S extends keyof T, Name extends keyof TypeForms> =
  T[S] extends Readonly<Record<Name, infer F>> ? F : never;

/** Filters by field, which must all match. A plain value means `eq`, null means empty. */
export type Where<T, S extends keyof T> = {
  readonly [Field in keyof Form<T, S, 'where'>]?: Form<T, S, 'where'>[Field] | null;
};
