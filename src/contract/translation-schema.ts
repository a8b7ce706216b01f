import { Type } from '@sinclair/typebox';

/** The state of an item's texts in a locale (contract/translations.ts). */
export const TranslationStateName = Type.Union([
  Type.Literal('missing'),
  Type.Literal('outdated'),
  Type.Literal('current'),
]);
