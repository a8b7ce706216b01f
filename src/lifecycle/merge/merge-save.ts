import { isDeepStrictEqual } from 'node:util';
import { apiError, type ApiError } from '../../contract/errors/api-error.ts';
import { mergeDocuments, type TextDocument } from '../../contract/merge/merge-document.ts';
import type { Choice } from '../../contract/merge/merge-nodes.ts';
import type { MergeRequest } from './schema.ts';

/** One value of a save, in its stored form; null if it is empty. */
export interface SavedValue {
  /** Identifies the value in the save, and its conflicts in responses. */
  id: string;
  field: string;
  /** The block that contains the field. */
  blockId?: string | undefined;
  isRichtext: boolean;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** Converts a stored value to the form in which it is sent. */
  sent: (value: unknown) => unknown;
}

/** The result of a merge, by the ids of the values. */
export interface MergedSave {
  values: ReadonlyMap<string, unknown>;
  /** Ids of rich texts that were merged by node. */
  mergedIds: readonly string[];
  /** The values with the caller's side of conflicts that were resolved to theirs; null if there are none. */
  mineValues: ReadonlyMap<string, unknown> | null;
  /** Whether the stored side lost a conflict. */
  losesTheirs: boolean;
}

interface ServedConflict {
  id: string;
  field: string;
  block_id?: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/**
 * Merges the values of a save with the stored draft (specification: editing). `revision` is that of the draft.
 * @throws edit_conflict with all conflicts without a choice, invalid_field_value for `both` on other fields than rich text
 */
export function mergeSave(
  saved: readonly SavedValue[],
  { resolve = 'ask' }: Pick<MergeRequest, 'resolve'>,
  revision: number,
): MergedSave {
  const choices = new Choices(resolve);
  const merges = saved.map((value) => mergeValue(value, choices));
  if (choices.undecided.length > 0)
    throw apiError('edit_conflict', {}, { current_revision: revision, conflicts: choices.undecided });
  return {
    values: new Map(merges.map(({ id, resolved }) => [id, resolved])),
    mergedIds: merges.filter(({ isMerged }) => isMerged).map(({ id }) => id),
    mineValues: choices.losesMine ? new Map(merges.map(({ id, mine }) => [id, mine])) : null,
    losesTheirs: choices.losesTheirs,
  };
}

interface ValueMerge {
  id: string;
  resolved: unknown;
  /** With the caller's side in place of theirs. */
  mine: unknown;
  isMerged: boolean;
}

function mergeValue(value: SavedValue, choices: Choices): ValueMerge {
  const { id, isRichtext, base, mine, theirs, sent } = value;
  const take = (taken: unknown): ValueMerge => ({ id, resolved: taken, mine: taken, isMerged: false });
  if (isEqual(theirs, base)) return take(mine);
  if (isEqual(theirs, mine)) return take(theirs);
  if (!isRichtext) {
    const sides = { base: sent(base), mine: sent(mine), theirs: sent(theirs) };
    const choice = choices.choose(value, { id, ...sides });
    return { id, resolved: choice === 'theirs' ? theirs : mine, mine, isMerged: false };
  }
  const merge = mergeDocuments(toDocument(base), toDocument(mine), toDocument(theirs));
  const chosen = new Map(
    merge.conflicts.map(({ position, ...sides }, index) => {
      const conflictId = position === null ? id : `${id}:${position}`;
      return [merge.conflicts[index], choices.choose(value, { id: conflictId, ...sides })];
    }),
  );
  const resolved = merge.resolve((conflict) => chosen.get(conflict) ?? 'mine');
  const withMine = merge.resolve((conflict) => (chosen.get(conflict) === 'both' ? 'both' : 'mine'));
  return { id, resolved, mine: withMine, isMerged: true };
}

/** The choices of a request, and the conflicts that it does not decide. */
class Choices {
  readonly undecided: ServedConflict[] = [];
  losesMine = false;
  losesTheirs = false;
  readonly #resolve: NonNullable<MergeRequest['resolve']>;

  constructor(resolve: NonNullable<MergeRequest['resolve']>) {
    this.#resolve = resolve;
  }

  choose(
    { field, blockId, isRichtext }: SavedValue,
    { id, ...sides }: Pick<ServedConflict, 'id' | 'base' | 'mine' | 'theirs'>,
  ): Choice {
    const choice = this.#choiceFor(id);
    if (choice === null) {
      this.undecided.push({ id, field, ...(blockId === undefined ? {} : { block_id: blockId }), ...sides });
      return 'mine';
    }
    if (choice === 'both' && !isRichtext) {
      const why = `both versions of "${field}" cannot be kept, because it is not a rich text; choose mine or theirs`;
      throw apiError('invalid_field_value', { name: 'merge.resolve', why }, { param: 'merge.resolve' });
    }
    this.losesMine ||= choice === 'theirs';
    this.losesTheirs ||= choice === 'mine';
    return choice;
  }

  #choiceFor(id: string): Choice | null {
    if (typeof this.#resolve === 'string') return this.#resolve === 'ask' ? null : this.#resolve;
    return Object.hasOwn(this.#resolve, id) ? (this.#resolve[id] ?? null) : null;
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one ?? null, other ?? null);
}

/** Rich texts are stored as documents. */
function toDocument(value: unknown): TextDocument | null {
  return (value ?? null) as TextDocument | null;
}

/** The error for a base that lacks a field or has another form than the values. */
export function invalidBase(path: string, reason: string): ApiError {
  const param = path === '' ? 'merge.base' : `merge.base.${path}`;
  const why = `it must have the form of the values: ${reason}`;
  return apiError('invalid_field_value', { name: param, why }, { param });
}
