import { type Document, type FindOptions, MaxKey, MinKey } from 'mongodb';

/** Before and after every value of an index. */
const [lowest, highest] = [new MinKey(), new MaxKey()];

/** Between which keys of the index that `hint` names a read goes; each has all its fields but those of the scope. */
export interface KeyBounds {
  min: Document;
  max: Document;
}

/** One key of an index in which `fields` stand in the order of `sort`, and `rest` after them. */
export interface IndexPosition {
  /** Fields before those of the order, with their values. */
  prefix: Document;
  /** How the fields of the order stand in the index. */
  stored: Readonly<Record<string, 1 | -1>>;
  values: readonly unknown[];
  rest: readonly string[];
}

/** Each of the fields at its lowest or its highest. */
function all(paths: readonly string[], isLowest: boolean): Document {
  return Object.fromEntries(paths.map((path) => [path, isLowest ? lowest : highest]));
}

/** Everything that follows one key, in the direction of the index or against it. */
export function keysAfter(position: IndexPosition, isForward: boolean): KeyBounds {
  const { prefix, stored, values, rest } = position;
  const paths = Object.keys(stored);
  const edge = (isFirst: boolean) => ({
    ...prefix,
    ...Object.fromEntries(paths.map((path) => [path, (stored[path] === 1) === isFirst ? lowest : highest])),
    ...all(rest, isFirst),
  });
  const own = { ...prefix, ...Object.fromEntries(paths.map((path, i) => [path, values[i] ?? null])) };
  return isForward
    ? { min: { ...own, ...all(rest, false) }, max: edge(false) }
    : { min: edge(true), max: { ...own, ...all(rest, true) } };
}

/** Every value, and those of fields that are empty; a condition that an index alone answers, unlike `$exists`. */
export const anyKey = { $gte: lowest };

/** The same options, with the keys of the scope in their bounds. */
export function boundedWithin(options: FindOptions, keys: Readonly<Record<string, string>>): FindOptions {
  if (options.min === undefined || options.max === undefined) return options;
  return { ...options, min: { ...keys, ...options.min }, max: { ...keys, ...options.max } };
}
