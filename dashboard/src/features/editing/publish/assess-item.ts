import type { useDefinitions } from '../../blocks/outline/definitions.ts';
import type { useFieldHost } from '../../fields/context.ts';
import { fieldDifferences } from '../difference/field-difference.ts';
import type { EditedField, EditedItem } from '../item.ts';
import { isOff, readinessOf } from './readiness.ts';

/** Optional fields that the sheet lists if they are empty. */
const recommendedKeys = ['title', 'featured_image_id', 'cover', 'excerpt', 'body', 'categories', 'authors'];

interface AssessInput {
  fields: readonly EditedField[];
  targets: ReturnType<typeof useFieldHost>['targets'];
  definitions: ReturnType<typeof useDefinitions>;
}

/** Finds the missing values and hidden link targets of an item, and its differences from the live version. */
export function assessItem(
  item: EditedItem,
  { fields, targets: knownTargets, definitions: loadedDefinitions }: AssessInput,
) {
  const definitions = loadedDefinitions ?? undefined;
  const targets = { ...knownTargets, ...item.targets };
  const nameOf = (id: string) => targets[id]?.title ?? id;
  const shownFields = fields.filter(({ key }) => !isOff(item.draft[key]) || !isOff(item.live?.[key]));
  return {
    readiness: readinessOf({ fields, draft: item.draft, targets, recommendedKeys }),
    differences: fieldDifferences(shownFields, item.live ?? {}, item.draft, { nameOf, definitions }),
  };
}
