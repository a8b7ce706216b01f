import { storageKey } from '../../../contract/fields/storage-key.ts';
import { countedEntriesMax, type FieldUse } from '../../entries/store/queries/field-use-repository.ts';
import type { Field, RemovedField } from '../../fields/schema.ts';
import { renamedKeys } from './changes.ts';
import type { AffectedFields, FieldUses } from './removed-fields.ts';

export type ModelWarning = FieldUses & { message: string; param: string } & (
    { code: 'field_removed'; kept_until: string } | { code: 'field_target_changed' }
  );

export interface RenameWarning {
  code: 'field_renamed';
  message: string;
  param: string;
  field: string;
  from: string;
}

/** The numbers of entries with a value in each stored field, without fields that no entry fills. */
export function usesOf(
  fields: readonly Field[],
  uses: readonly FieldUse[],
  isUnfinished: boolean,
): FieldUses[] {
  return fields.flatMap(({ key }, i): FieldUses[] => {
    const { entries = 0, live = 0 } = uses[i] ?? {};
    if (entries === 0) return [];
    const isCapped = isUnfinished || entries > countedEntriesMax;
    return [
      {
        field: key,
        entries: Math.min(entries, countedEntriesMax),
        live: Math.min(live, countedEntriesMax),
        ...(isCapped ? { entries_is_capped: true } : {}),
      },
    ];
  });
}

interface Definition {
  fields: readonly Field[];
  removed: readonly RemovedField[];
}

interface Change {
  before: Definition | null;
  after: Definition;
  affected: AffectedFields;
  uses: readonly FieldUses[];
  dryRun: boolean;
}

/** The warnings of a change of a definition: fields of the request in its order, then removed fields. */
export function warningsOf({
  before,
  after,
  affected,
  uses,
  dryRun,
}: Change): (ModelWarning | RenameWarning)[] {
  const useOf = (key: string) => uses.find(({ field }) => field === key);
  const formerKeys = new Map(
    renamedKeys(before?.fields ?? [], after.fields).map(({ from, to }) => [to, from] as const),
  );
  const fieldWarnings = after.fields.flatMap(({ key }, i) => {
    const from = formerKeys.get(key);
    const retargeted = affected.retargeted.find((each) => each.index === i);
    const use = retargeted && useOf(retargeted.field.key);
    return [
      ...(from === undefined ? [] : [renameWarning({ key, from }, i, dryRun)]),
      ...(retargeted === undefined || use === undefined
        ? []
        : [retargetWarning(key, use, { param: `fields[${i}].options.${retargeted.option}`, dryRun })]),
    ];
  });
  const removalWarnings = affected.removed.flatMap((field) => {
    const use = useOf(field.key);
    const until = after.removed.find((each) => storageKey(each) === storageKey(field))?.kept_until;
    return use === undefined || until === undefined ? [] : [removalWarning(use, until, dryRun)];
  });
  return [...fieldWarnings, ...removalWarnings];
}

function renameWarning(
  { key, from }: { key: string; from: string },
  i: number,
  dryRun: boolean,
): RenameWarning {
  const what = dryRun ? `The field "${from}" would become "${key}".` : `The field "${from}" is now "${key}".`;
  return {
    code: 'field_renamed',
    message: `${what} Clients that read or write "${from}" must change.`,
    param: `fields[${i}].renamed_from`,
    field: key,
    from,
  };
}

function retargetWarning(
  key: string,
  use: FieldUses,
  { param, dryRun }: { param: string; dryRun: boolean },
): ModelWarning {
  const have = `${countOf(use)} ${use.entries === 1 ? 'has' : 'have'} a value that`;
  const message = dryRun
    ? `The target of "${key}" would change. ${have} would read null.`
    : `The target of "${key}" changed. ${have} now reads null.`;
  return { code: 'field_target_changed', message, param, ...use, field: key };
}

function removalWarning(use: FieldUses, until: Date, dryRun: boolean): ModelWarning {
  const { field } = use;
  const message = dryRun
    ? `The field "${field}" would be removed. ${countOf(use)} ${use.entries === 1 ? 'has' : 'have'} a value. You can restore the values for 7 days.`
    : `The field "${field}" was removed. ${countOf(use)} had a value. To restore the values, add the field again before ${until.toISOString().slice(0, 10)}.`;
  return { code: 'field_removed', message, param: 'fields', ...use, kept_until: until.toISOString() };
}

function countOf({ entries, entries_is_capped: isCapped }: FieldUses): string {
  return `${isCapped === true ? 'At least ' : ''}${entries} ${entries === 1 ? 'entry' : 'entries'}`;
}
