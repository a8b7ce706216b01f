/** One issue of a response (specification: errors). In an `ApiProblem` the message is the dashboard's own text. */
export interface ProblemDetail {
  code: string;
  message: string;
  /** The field or parameter at fault: `title`, `body.content[2]`, `fields[1].key`. */
  param?: string;
  /** The block inside which the fault is. */
  block_id?: string;
  did_you_mean?: string;
  /** The least role that may, or the area or type that a membership leaves out: `type:story`. */
  role?: string;
  required?: string;
  /** An exceeded limit, and its size. */
  limit?: string;
  value?: number;
  expected?: string;
  got?: string;
  current_revision?: number;
  referenced_by?: unknown[];
  /** What proves who a person is, and the ticket of a sign-in that waits for it. */
  methods?: readonly string[];
  ticket?: string;
}
