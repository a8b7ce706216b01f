import type { ProjectContext, Tx } from '../../../core/context/index.ts';
import { checkWrittenIds } from '../../../content/index.ts';
import {
  findEndError,
  findPublishAtError,
  saveConflictVersions,
  unsaved,
  type WrittenLocale,
} from '../../../lifecycle/index.ts';
import type { ArticleModule } from '../module.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';
import { type ArticleInput, throwErrors, type WriteWarning } from './input.ts';
import type { MergedArticle } from './merge.ts';

/** A stored article with the warnings of its write. */
export interface WrittenArticle<V extends ArticleValues> {
  record: ArticleRecord<V>;
  warnings: WriteWarning[];
  merge?: ArticleMergeResult | undefined;
  /** The locale of the response; null or absent if the request names none. */
  written?: WrittenLocale | null;
}

/** What a merge did. */
interface ArticleMergeResult {
  /** Rich texts that were merged by node. */
  merged: string[];
  /** Versions with the losing sides of conflicts. */
  keptVersions: string[];
}

/**
 * `If-Match` of a draft save only accepts the newest revision, because the live revision doesn't cover
 * drafts.
 */
export function acceptedRevisions<V extends ArticleValues>(
  { revision, live_revision }: ArticleRecord<V>,
  { draftOnly = false }: ArticleInput<V>,
) {
  return draftOnly ? { revision } : { revision, live_revision };
}

/** Stores the losing sides of the conflicts of a save as versions. */
export async function keepLostSides<V extends ArticleValues>(
  tx: Tx<ProjectContext>,
  merge: MergedArticle<V> | null,
  { item, before, revision }: { item: string; before: ArticleRecord<V>; revision: number },
): Promise<ArticleMergeResult | undefined> {
  if (merge === null) return undefined;
  const { merged, mine, losesTheirs } = merge;
  const conflict = { item, before, revision, mine, losesTheirs };
  return { merged, keptVersions: await saveConflictVersions(tx, conflict) };
}

/** Checks a parsed body against the database. @throws its errors, in the order of the fields */
export async function checkInput<V extends ArticleValues>(
  tx: ProjectContext,
  module: ArticleModule<V>,
  input: ArticleInput<V>,
  before?: ArticleRecord<V>,
): Promise<WriteWarning[]> {
  const { errors: idErrors, warnings } = await checkWrittenIds(tx, input.writtenIds);
  const { now } = tx;
  const dateErrors = [
    before === undefined ? null : findPublishAtError(before, input, now),
    findEndError(before ?? unsaved(module.empty, now), input, { now, mayWait: true }),
  ].flatMap((error) => error ?? []);
  throwErrors([...input.errors, ...dateErrors, ...idErrors], module.fields);
  return [...input.warnings, ...warnings];
}
