import { type Document, type FindOptions, MaxKey, MinKey } from 'mongodb';

/** Sort before and after every value of an index. */
const [lowest, highest] = [new MinKey(), new MaxKey()];

/** The first and last key that a read visits in the index of `hint`, without the fields of the scope. */
export interface KeyBounds {
  min: Document;
  max: Document;
}

/** One key of an index. */
export interface IndexPosition {
  /** Fields before the sort fields, with their values. */
  prefix: Document;
  /** Directions of the sort fields in the index. */
  stored: Readonly<Record<string, 1 | -1>>;
  /** Values of the sort fields. */
  values: readonly unknown[];
  /** Fields after the sort fields. */
  rest: readonly string[];
}

function all(paths: readonly string[], isLowest: boolean): Document {
  return Object.fromEntries(paths.map((path) => [path, isLowest ? lowest : highest]));
}

/** Returns the bounds of all keys after one key, in the direction of the index or against it. */
export function keysAfter(position: IndexPosition, isForward: boolean): KeyBounds {
  const { prefix, stored, values, rest } = position;
  const paths = Object.keys(stored);
  const edge = (isFirst: boolean) => ({
    ...prefix,
    ...Object.fromEntries(paths.map((path) => [path, (stored[path] === 1) === isFirst ? lowest : highest])),
    ...all(rest, isFirst),
  });
  const key = { ...prefix, ...Object.fromEntries(paths.map((path, i) => [path, values[i] ?? null])) };
  return isForward
    ? { min: { ...key, ...all(rest, false) }, max: edge(false) }
    : { min: edge(true), max: { ...key, ...all(rest, true) } };
}

/** Matches every value, also of missing fields. Unlike `$exists`, an index alone can evaluate it. */
export const anyKey = { $gte: lowest };

/** Adds the keys of the scope to the bounds in `options`. */
export function boundedWithin(options: FindOptions, keys: Readonly<Record<string, string>>): FindOptions {
  if (options.min === undefined || options.max === undefined) return options;
  return { ...options, min: { ...keys, ...options.min }, max: { ...keys, ...options.max } };
}
