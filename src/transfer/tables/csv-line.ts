import { stringify } from 'csv-stringify/sync';

/** A record of a CSV file, with its line end. Some programs end lines at a lone carriage return, so cells with one are quoted too. */
export function csvLine(cells: readonly string[]): string {
  return stringify([cells], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}
