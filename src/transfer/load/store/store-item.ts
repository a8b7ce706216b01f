import { ApiError } from '../../../contract/errors/api-error.ts';
import type { ReleaseContext } from '../../../core/context/index.ts';
import { parseTime } from '../../../contract/time.ts';
import type { ItemWriter, TakenValue, WriteMode, Written } from '../item-writers.ts';
import type { CurrentItem } from '../repository.ts';
import type { ItemWarning, ResolvedItem } from '../schema.ts';

const draft: WriteMode = { draftOnly: true };
const yearMs = 366 * 24 * 60 * 60_000;

/** API warnings that are omitted from reports, because they don't depend on the loaded content. */
const silentWarnings: readonly string[] = ['reference_unpublished', 'hidden_until'];

/** A stored item with the warnings of its writes. */
export interface StoredItem {
  id: string;
  revision: number;
  warnings: ItemWarning[];
  taken: readonly TakenValue[];
}

/**
 * Stores one item with the functions of the API, in the transaction of the context: a new one, or a change of the current one.
 * An item that can't be published is stored as a draft, with a warning.
 * @throws API errors
 */
export async function storeItem(
  context: ReleaseContext,
  writer: ItemWriter,
  {
    item,
    current,
    storesDraftsOnly,
  }: { item: ResolvedItem; current: CurrentItem | null; storesDraftsOnly: boolean },
): Promise<StoredItem> {
  const warnings: ItemWarning[] = [];
  const write = async (body: ResolvedItem['body'], mode: WriteMode): Promise<Written> =>
    current === null ? writer.create(context, body, mode) : writer.change(context, item.id, body, mode);
  const saveDraft = async () => {
    const unpublishes = current?.isPublishedOrScheduled === true && !storesDraftsOnly;
    return unpublishes
      ? write({ ...item.body, publish: false }, {})
      : write(withoutFarDate(item.body, context.now), draft);
  };
  let result: Written;
  if (!writer.isPublishable) result = await write(item.body, {});
  else if (item.status === 'draft') result = await saveDraft();
  else {
    try {
      result = await write({ ...(item.live ?? item.body), publish: true }, {});
      if (item.live !== null) result = await writer.change(context, result.id, item.body, draft);
    } catch (error) {
      if (!isIncomplete(error)) throw error;
      warnings.push({
        code: 'stored_as_draft',
        message: `It can't be published: ${error.message}`,
        ...(error.hints.param === undefined ? {} : { param: error.hints.param }),
      });
      result = await saveDraft();
    }
  }
  warnings.push(...result.warnings.filter(({ code }) => !silentWarnings.includes(code)));
  return { id: result.id, revision: result.revision, warnings, taken: result.taken };
}

const incompleteCodes: readonly string[] = ['missing_required_field', 'published_at_too_far_ahead'];

/** Whether an item can't be published, but can be a draft. */
function isIncomplete(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  const errors = error.others.length > 0 ? error.others : [error];
  return errors.every(({ code }) => incompleteCodes.includes(code));
}

/** A draft can't have a date that is more than a year ahead. */
function withoutFarDate(body: ResolvedItem['body'], now: Date): ResolvedItem['body'] {
  const { published_at: sent, ...rest } = body;
  const date = typeof sent === 'string' ? parseTime(sent) : null;
  return date !== null && date.getTime() > now.getTime() + yearMs ? rest : body;
}
