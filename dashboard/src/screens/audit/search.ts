/** The filters of the log, as the API names them; `row` is the number of the row that is open. */
export interface AuditSearch {
  actor?: string;
  action?: string;
  item?: string;
  via?: string;
  /** The session in which it was done; an open row leads there. */
  session?: string;
  since?: string;
  until?: string;
  access?: string;
  row?: string;
  /** `refusals`: who was refused, in place of what was done. */
  tab?: string;
}
