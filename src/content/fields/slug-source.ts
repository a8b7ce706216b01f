import { slugOf } from '../../contract/text/slugs.ts';
import type { Field } from './schema.ts';

/** The slug from the source of a field, or null if the field is filled or its source is empty. */
export function slugFrom(
  { key, options }: Field,
  values: Readonly<Record<string, unknown>>,
  id: string,
): string | null {
  if (options.source === undefined || (values[key] ?? '') !== '') return null;
  const source = values[options.source];
  return typeof source === 'string' && source !== '' ? slugOf(source, `entry-${id.slice(-8)}`) : null;
}
