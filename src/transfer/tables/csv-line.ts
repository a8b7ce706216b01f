import { stringify } from 'csv-stringify/sync';

/** A record of a CSV file, with its line end. A carriage return alone is a line end to some programs, so it is quoted too. */
export function csvLine(cells: readonly string[]): string {
  return stringify([cells], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}
