import { BSON } from 'mongodb';

/** Returns a row as one line of MongoDB's relaxed Extended JSON, which preserves dates. */
export function textOfRow(row: object): string {
  return BSON.EJSON.stringify(row, { relaxed: true });
}

/** Parses a line that `textOfRow` wrote. @throws Error if it is malformed */
export function rowOfText(text: string): unknown {
  return BSON.EJSON.parse(text, { relaxed: true });
}

/** The size of a row in BSON. */
export function rowBytes(row: object): number {
  return BSON.calculateObjectSize(row);
}
