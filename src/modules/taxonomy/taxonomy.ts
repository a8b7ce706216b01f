import { changeTags, type ChangeTags, itemChangeTags } from '../../contract/events/cache-tags.ts';
import type { ChangeModule } from '../../contract/events/events.ts';
import type { LinkTargetKind } from '../../contract/fields/links.ts';
import type { ProjectLimit } from '../../contract/limits.ts';
import type { ApiError } from '../../contract/errors/api-error.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { TermCollection } from './repository.ts';
import type { TermRecord, TermValues } from './schema.ts';

/** A kind of term: authors, blog categories, knowledge base collections, sections. */
export interface Taxonomy<R extends TermRecord> {
  readonly kind: LinkTargetKind;
  readonly collection: TermCollection<R>;
  /** The module whose version its changes increment. */
  readonly module: ChangeModule;
  /** How many a project can have, and how they are counted, up to `max`. */
  readonly limit: ProjectLimit;
  count(db: ProjectDb, max: number): Promise<number>;
  /**
   * Additional cache tags of a change that other responses show too; null means that the term doesn't exist.
   */
  relatedTags?(before: R | null, after: R | null): readonly string[];
  /** The path of its list. */
  readonly path: string;
  /** The key of the name, which is required. */
  readonly nameKey: 'name' | 'title';
  /** The keys that have a value in each locale, beside the slug. */
  readonly localized: readonly string[];
  /** The name or title. */
  nameOf(values: TermValues<R>): string;
  /** The path of its endpoint; null without one. */
  urlOf(slug: string): string | null;
  unknown(slugOrId: string): ApiError;
}

/** The cache tags of a write (docs/build/cache-tags.md). */
export function termChangeTags<R extends TermRecord>(
  kind: Taxonomy<R>,
  before: R | null,
  after: R | null,
): ChangeTags {
  const id = (after ?? before)?._id ?? '';
  return changeTags(...itemChangeTags(kind.kind, id).tags, ...(kind.relatedTags?.(before, after) ?? []));
}
