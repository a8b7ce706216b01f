import type { ChangeModule } from '../contract/events.ts';
import type { LinkTargetKind } from '../contract/links.ts';
import type { ProjectLimit } from '../contract/limits.ts';
import type { Problem } from '../contract/problem.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
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
  /** The name or title. */
  nameOf(values: TermValues<R>): string;
  /** The path to read it from; null where there is none. */
  urlOf(slug: string): string | null;
  unknown(slugOrId: string): Problem;
}
