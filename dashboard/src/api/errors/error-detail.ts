/** One error of a response (specification: errors). In an `ApiError` the message is the dashboard's text. */
export interface ErrorDetail {
  code: string;
  message: string;
  /** The field or parameter with the error: `title`, `body.content[2]`, `fields[1].key`. */
  param?: string;
  /** The block that contains the field. */
  block_id?: string;
  did_you_mean?: string;
  /** The lowest role with the permission, or the area or type that the membership does not include: `type:story`. */
  role?: string;
  required?: string;
  /** The name and the value of an exceeded limit. */
  limit?: string;
  value?: number;
  expected?: string;
  got?: string;
  current_revision?: number;
  /** The values that someone else changed too. */
  conflicts?: readonly {
    id: string;
    field: string;
    block_id?: string;
    base: unknown;
    mine: unknown;
    theirs: unknown;
  }[];
  referenced_by?: unknown[];
  /** The methods of the second factor, and the ticket of the sign-in that requires it. */
  methods?: readonly string[];
  ticket?: string;
}
