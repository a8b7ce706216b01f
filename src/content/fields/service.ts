import type { TSchema } from '@sinclair/typebox';
import { commonOptions, localeOptions } from './definition.ts';
import { fieldKinds } from './kinds.ts';

/** The options of all field types, by name. */
export function fieldOptions(): Record<string, TSchema> {
  return Object.assign(
    {},
    commonOptions,
    localeOptions,
    ...fieldKinds.map(({ options }) => options),
  ) as Record<string, TSchema>;
}
