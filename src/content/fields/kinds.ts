import type { FieldKind } from './kind.ts';
import { blocksKind } from './kinds/blocks.ts';
import { geoPointKind } from './kinds/geo-point.ts';
import { jsonKind } from './kinds/json.ts';
import { linkKinds } from './kinds/links.ts';
import { booleanKind, dateKind, numberKind, selectKind } from './kinds/scalars.ts';
import { richtextKind } from './kinds/richtext.ts';
import { stringListKind } from './kinds/string-list.ts';
import { stringKind, textKindOfManyLines, urlKind } from './kinds/strings.ts';
import type { Field } from './schema.ts';

/** All field types. */
export const fieldKinds: readonly FieldKind[] = [
  stringKind,
  textKindOfManyLines,
  richtextKind,
  numberKind,
  booleanKind,
  dateKind,
  selectKind,
  urlKind,
  ...linkKinds,
  blocksKind,
  stringListKind,
  jsonKind,
  geoPointKind,
];
const byType = new Map(fieldKinds.map((kind) => [kind.type, kind]));

export function fieldKindOf(field: Pick<Field, 'type'>): FieldKind {
  const kind = byType.get(field.type);
  if (kind === undefined) throw new Error(`no kind for ${field.type}`);
  return kind;
}
