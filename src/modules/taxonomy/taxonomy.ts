import { changeTags, type ChangeTags, itemChangeTags } from '../../contract/events/cache-tags.ts';
import type { ChangeModule } from '../../contract/events/events.ts';
import type { LinkTargetKind } from '../../contract/fields/links.ts';
import type { ProjectLimit } from '../../contract/limits.ts';
import type { ApiError } from '../../contract/errors/api-error.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { TermCollection } from './repository.ts';
import type { TermRecord, TermValues } from './schema.ts';

/** One kind of named thing: authors, blog categories, knowledge base collections, sections. */
export interface Taxonomy<R extends TermRecord> {
  readonly kind: LinkTargetKind;
  readonly collection: TermCollection<R>;
  /** The part of the project whose version its changes move. */
  readonly module: ChangeModule;
  /** How many a project may have, and how they are counted, to `most` at most. */
  readonly limit: ProjectLimit;
  count(db: ProjectDb, most: number): Promise<number>;
  /** Tags beside its own of a change that more than itself shows; null: not there. */
  toldBeside?(before: R | null, after: R | null): readonly string[];
  /** The name or title. */
  nameOf(values: TermValues<R>): string;
  /** The path to read it from; null where there is none. */
  urlOf(slug: string): string | null;
  unknown(slugOrId: string): ApiError;
}

/** What a write tells those who keep answers (docs/delivery.md). */
export function toldTerm<R extends TermRecord>(
  kind: Taxonomy<R>,
  before: R | null,
  after: R | null,
): ChangeTags {
  const id = (after ?? before)?._id ?? '';
  return changeTags(...itemChangeTags(kind.kind, id).tags, ...(kind.toldBeside?.(before, after) ?? []));
}
