import { BSON } from 'mongodb';

/** A row as one line of JSON; dates stay dates (MongoDB's relaxed Extended JSON). */
export function textOfRow(row: object): string {
  return BSON.EJSON.stringify(row, { relaxed: true });
}

/** The row of such a line. @throws Error when it is none */
export function rowOfText(text: string): unknown {
  return BSON.EJSON.parse(text, { relaxed: true });
}
