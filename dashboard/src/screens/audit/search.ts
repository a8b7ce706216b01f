/** The URL parameters of the log, named as in the API. `row` is the number of the open row. */
export interface AuditSearch {
  actor?: string;
  action?: string;
  item?: string;
  via?: string;
  /** The session of the actions, set by a link in an open row. */
  session?: string;
  since?: string;
  until?: string;
  access?: string;
  row?: string;
  /** `refusals` shows rejected callers. */
  tab?: string;
}
