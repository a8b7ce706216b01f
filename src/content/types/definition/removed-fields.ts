import {
  countedEntriesMax,
  countFieldUses,
  type FieldUse,
} from '../../entries/store/queries/field-use-repository.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';

/** A removed field of which entries have a value. */
export interface RemovedFieldWarning {
  code: 'field_removed';
  message: string;
  param: 'fields';
  field: string;
  /** Entries with a value in the draft, the published version or a scheduled change. */
  entries: number;
  live: number;
  /** Counting stopped early, so both figures are lower bounds. */
  entries_is_capped?: true;
}

/** The fields that a request may remove, and how many entries have a value in those that it would remove. */
export interface RemovalGuard {
  /** Null if the request may remove any field. */
  allowed: readonly string[] | null;
  uses: readonly Pick<RemovedFieldWarning, 'field' | 'entries' | 'live'>[];
}

/** Reads `remove_fields=teaser,body`, which may be empty. */
export function readRemoveFields(text: string | undefined): string[] | null {
  return text === undefined ? null : text.split(',').map((key) => key.trim());
}

/** @throws fields_would_be_removed with every field that is not in `remove_fields` */
export function checkRemovals(
  before: Definition | null,
  after: Definition,
  { allowed, uses }: RemovalGuard,
): void {
  if (allowed === null) return;
  const names = removedKeys(before, after).filter((key) => !allowed.includes(key));
  if (names.length === 0) return;
  const fields = names.map((field) => {
    const use = uses.find((one) => one.field === field);
    return { field, entries: use?.entries ?? 0, live: use?.live ?? 0 };
  });
  throw apiError('fields_would_be_removed', { names }, { param: 'remove_fields', fields });
}

interface Definition {
  fields: readonly { key: string }[];
}

/** The keys of the fields that a write would remove, in their previous order. Fields that can't be read keep theirs. */
export function removedKeys(before: Definition | null, sent: { fields?: readonly unknown[] }): string[] {
  if (before === null || sent.fields === undefined) return [];
  const keys = sent.fields.map((field) => (field as { key?: unknown } | null)?.key);
  return before.fields.map(({ key }) => key).filter((key) => !keys.includes(key));
}

/** The warnings about fields of a type. Count before the write: values are cleared once it is stored. */
export async function warnOfTypeFields(
  context: ReleaseContext,
  slug: string,
  keys: readonly string[],
): Promise<RemovedFieldWarning[]> {
  if (keys.length === 0) return [];
  const { uses, isCapped } = await context.withConcurrencyLimit(() =>
    countFieldUses(context.db, { type: slug, keys, now: context.now }),
  );
  return warningsOf(context, keys, uses, isCapped);
}

/** One warning for each field that has a value in some entry. */
export function warningsOf(
  { dryRun }: Pick<ReleaseContext, 'dryRun'>,
  keys: readonly string[],
  uses: readonly FieldUse[],
  isUnfinished: boolean,
): RemovedFieldWarning[] {
  return keys.flatMap((field, i): RemovedFieldWarning[] => {
    const use = uses[i];
    if (use === undefined || use.entries === 0) return [];
    const isCapped = isUnfinished || use.entries > countedEntriesMax;
    const entries = Math.min(use.entries, countedEntriesMax);
    return [
      {
        code: 'field_removed',
        message: messageOf(field, entries, { dryRun, isCapped }),
        param: 'fields',
        field,
        entries,
        live: Math.min(use.live, countedEntriesMax),
        ...(isCapped ? { entries_is_capped: true } : {}),
      },
    ];
  });
}

function messageOf(
  field: string,
  entries: number,
  { dryRun, isCapped }: { dryRun: boolean; isCapped: boolean },
): string {
  const count = `${isCapped ? 'At least ' : ''}${entries} ${entries === 1 ? 'entry' : 'entries'}`;
  return dryRun
    ? `The field "${field}" would be removed. ${count} would lose a value.`
    : `The field "${field}" was removed. ${count} lost a value.`;
}
